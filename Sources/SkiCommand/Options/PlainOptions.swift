import ArgumentParser
import SkiAPI
import SkiAnswers
import SkiBase
import SkiGraph
import SkiRouting
import SkiTerrain

/// A group of options that can be read without the argument parser.
///
/// An option that is missing here is left to the parser; a default that is missing here ends the process when it is read.
protocol PlainOptions: ParsableArguments {
  /// Sets all options to their defaults.
  mutating func setDefaults()
  /// Switches a flag on. Returns false when the group has no such flag.
  mutating func switchOn(_ flag: String) -> Bool
  /// Sets an option, or adds to a list. Returns false when the group has no such option, or the value can't be read.
  mutating func set(_ option: String, to value: String) -> Bool
}

extension PlainOptions {
  /// Creates the group with its defaults.
  static func defaults() -> Self {
    var options = Self()
    options.setDefaults()
    return options
  }

  mutating func switchOn(_ flag: String) -> Bool { false }
}

/// Stores a value unless it is nil. Returns whether it did.
private func store<Value>(_ value: Value?, in target: inout Value?) -> Bool {
  if let value { target = value }
  return value != nil
}

/// Stores a value unless it is nil. Returns whether it did.
private func store<Value>(_ value: Value?, over target: inout Value) -> Bool {
  if let value { target = value }
  return value != nil
}

extension MapOptions: PlainOptions {
  mutating func setDefaults() { map = nil }

  mutating func set(_ option: String, to value: String) -> Bool {
    option == "--map" && store(value, in: &map)
  }
}

extension DayFileOptions: PlainOptions {
  mutating func setDefaults() { (status, holidays) = (nil, nil) }

  mutating func set(_ option: String, to value: String) -> Bool {
    switch option {
    case "--status": store(value, in: &status)
    case "--holidays": store(value, in: &holidays)
    default: false
    }
  }
}

extension PictureOptions: PlainOptions {
  mutating func setDefaults() {
    (picture, thumbnail, scale, elevation) = (nil, false, nil, [])
    reading = .defaults()
  }

  mutating func switchOn(_ flag: String) -> Bool {
    guard flag == "--thumbnail" else { return false }
    thumbnail = true
    return true
  }

  mutating func set(_ option: String, to value: String) -> Bool {
    switch option {
    case "--picture": return store(OutputName(value), in: &picture)
    case "--scale": return store(Double(value), in: &scale)
    case "--elevation": elevation.append(value)
    default: return reading.set(option, to: value)
    }
    return true
  }
}

extension ElevationFormatOptions: PlainOptions {
  mutating func setDefaults() { (elevationEncoding, verticalUnit) = (nil, nil) }

  mutating func set(_ option: String, to value: String) -> Bool {
    switch option {
    case "--elevation-encoding": store(TileEncodingArgument(rawValue: value), in: &elevationEncoding)
    case "--vertical-unit": store(VerticalUnit(rawValue: value), in: &verticalUnit)
    default: false
    }
  }
}

extension TimeOptions: PlainOptions {
  mutating func setDefaults() { timeout = Self.defaultSeconds }

  mutating func set(_ option: String, to value: String) -> Bool {
    option == "--timeout" && store(Double(value), over: &timeout)
  }
}

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

/// A picture to be written: SVG, PNG, or an HTML page, by its extension.
struct PictureFile: Sendable {
  private enum Form: Sendable {
    case svg, page, pixels
  }

  private let path: String
  private let form: Form
  private let scale: Double

  /// Creates the output of a picture, validating its path.
  /// - Parameters:
  ///   - scale: The pixels per unit of the picture, for PNG only.
  ///   - files: The plan of the command's files, to which the picture is added.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for an empty name, an unknown extension, the name of another
  ///   file of the command, and a scale that is out of range or without effect.
  init(_ name: OutputName, scale: Double? = nil, in files: inout FilePlan) throws {
    try SkiError.require(!name.isEmpty, "picture has an empty name; write --picture FILE.svg")
    let path = try files.path(of: name)
    form = try Self.form(path)
    if let scale {
      try SkiError.require(
        form == .pixels,
        "option --scale is for .png pictures; name one or leave it out: others have no pixels")
      try SkiError.require((0.25...4).contains(scale), "scale must be 0.25...4, got \(scale)")
    }
    self.path = path
    self.scale = scale ?? 1
  }

  /// Returns the picture of a later part of the answer: FILE-2.svg beside FILE.svg; the same for devices.
  /// - Parameter number: The number of the part, from 1, whose picture has the name itself.
  func numbered(_ number: Int) -> PictureFile {
    guard number > 1, !path.hasPrefix("/dev/"), let dot = path.lastIndex(of: ".") else { return self }
    return PictureFile(path: "\(path[..<dot])-\(number)\(path[dot...])", form: form, scale: scale)
  }

  private init(path: String, form: Form, scale: Double) {
    (self.path, self.form, self.scale) = (path, form, scale)
  }

  private static func form(_ path: String) throws -> Form {
    let ending = path.lowercased()
    if ending.hasSuffix(".html") || ending.hasSuffix(".htm") { return .page }
    if ending.hasSuffix(".png") { return .pixels }
    try SkiError.require(
      ending.hasSuffix(".svg") || ending.hasPrefix("/dev/"),
      "picture must be an .svg, .png or .html file, got \(path.shortened(toScalars: 80))")
    return .svg
  }

  /// Writes a picture, replacing the target when it is complete.
  /// - Parameters:
  ///   - svg: The picture.
  ///   - size: The width and height.
  ///   - title: The title of an HTML page.
  /// - Throws: ``SkiError`` with code `.unwritableOutput` or `.inputOutput`; `.missingInput` when the renderer is
  ///   missing.
  func write(_ svg: MarkupText, size: SIMD2<Double>, title: String) throws {
    let file = try ReplacementFile(path, what: "picture", allowsDevices: true)
    defer { file.discard() }
    switch form {
    case .svg: try file.append(svg.string)
    case .page: try file.append(PicturePage.html(title: title, svg: svg).string)
    case .pixels:
      let pixels = (size * scale).rounded(.toNearestOrAwayFromZero)
      try file.append(PictureRaster.png(svg.string, columns: Int(pixels.x), rows: Int(pixels.y)))
    }
    try file.commit()
  }
}
