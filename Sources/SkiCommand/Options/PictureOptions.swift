import ArgumentParser
import SkiAnswers
import SkiBase
import SkiGraph
import SkiTerrain

/// The options of commands that also draw their answer.
struct PictureOptions: ParsableArguments {
  @Option(help: "Also draw the answer: an .svg or .png file, or an interactive .html page.") var picture:
    OutputName?
  @Flag(help: "Draw a small picture, for lists.") var thumbnail = false
  @Option(
    parsing: .unconditional,
    help: "Scale of a .png, 0.25 to 4 (default: 1); pages are 1200 pixels wide at 1.")
  var scale: Double?
  @Option(
    help:
      "Shade the ground of the picture by a file or folder of elevation instead of the map's; may be given several times."
  )
  var elevation: [String] = []
  @OptionGroup var reading: ElevationFormatOptions

  /// Returns the requested picture; nil without one.
  ///
  /// Elevation is not opened yet.
  /// - Parameter files: The plan of the command's files, ``elevation`` included, to which the picture is added.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for contradictions and invalid names.
  func plan(_ files: inout FilePlan) throws -> PicturePlan? {
    guard let picture else {
      let given = [
        ("--thumbnail", thumbnail), ("--scale", scale != nil), ("--elevation", !elevation.isEmpty),
      ]
      guard let lonely = given.first(where: \.1)?.0 ?? reading.givenOption else { return nil }
      throw SkiError(
        .invalidArgument, "option \(lonely) needs a picture file; add --picture FILE")
    }
    if elevation.isEmpty, let option = reading.givenOption {
      throw SkiError(
        .invalidArgument, "option \(option) is for elevation; add --elevation DIR or leave it out")
    }
    let file = try PictureFile(picture, scale: scale, in: &files)
    return PicturePlan(file: file, elevation: elevation, forms: reading.forms)
  }
}

/// A requested picture with the elevation of its background.
struct PicturePlan: Sendable {
  let file: PictureFile
  let elevation: [String]
  let forms: ElevationFormat

  /// Returns the shaded relief beneath a picture; nil when neither files nor the map have elevations there.
  /// - Throws: ``SkiError`` when elevation can't be read.
  func relief(of ground: PictureExtent?, on map: SkiMap) throws -> PictureRelief? {
    guard let ground,
      let elevations = try GroundSource.open(elevation, forms, else: { map }, in: ground.bounds)
    else { return nil }
    guard
      let png = try ShadedBackground.png(
        of: elevations.files, in: ground.bounds, columns: ground.columns, rows: ground.rows)
    else {
      if !elevation.isEmpty {
        Console.note(
          "skiroute: elevation does not cover the ground of the picture; it is drawn without shading")
      }
      return nil
    }
    return PictureRelief(png: png, attributions: try elevations.attributions())
  }
}
