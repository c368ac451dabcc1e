public import ArgumentParser
import SkiFormats
import SkiGeo
import SkiReports
import SkiService
import SkiTerrain

/// The options of turn-by-turn directions and elevation profiles.
struct DirectionsOptions: ParsableArguments {
  @Flag(help: ArgumentHelp(KeyText.directions))
  var directions = false
  @Option(help: ArgumentHelp(KeyText.language)) var language: Language?
  @Flag(help: ArgumentHelp(KeyText.profile)) var profile = false
  @Option(help: "Also draw the elevation profile of the route as a picture: an .svg, .png or .html file.")
  var profilePicture: OutputName?

  /// Checks that the options are compatible with each other and with a format.
  /// - Throws: ``SkiError`` with code `.invalidArgument` otherwise.
  func check(format: RouteFormat) throws {
    try terms.check()
    guard format == .gpx,
      let lonely = [("--directions", directions), ("--profile", profile)].first(where: \.1)
    else { return }
    throw SkiError(
      .invalidArgument,
      "option \(lonely.0) is for text, json and geojson, not for gpx; choose another format")
  }

  /// Returns the requested picture of the elevation profile.
  /// - Parameter files: The plan of the command's files, to which the picture is added.
  /// - Throws: The errors of ``PictureFile/init(_:scale:in:)``.
  func picture(_ files: inout FilePlan) throws -> PictureFile? {
    try profilePicture.map { try PictureFile($0, in: &files) }
  }

  /// The terms of the options.
  var terms: DirectionsTerms {
    var terms = DirectionsTerms()
    (terms.directions, terms.language, terms.profile) = (directions, language, profile)
    return terms
  }
}

extension Language: ExpressibleByArgument {}
