public import ArgumentParser
import SkiFormats
import SkiGeo
import SkiGraph
import SkiReports
import SkiRouting
import SkiTerrain

/// The options of turn-by-turn directions and elevation profiles.
struct DirectionsOptions: ParsableArguments {
  @Flag(help: "Write directions: on which side to leave a lift, where to keep left or right.")
  var directions = false
  @Option(help: "The language of the directions.") var language: Language?
  @Flag(help: "Also draw the elevation profile of the route, or write it in JSON.") var profile = false
  @Option(help: "Also draw the elevation profile of the route as a picture: an .svg, .png or .html file.")
  var profilePicture: OutputName?

  /// Indicates whether any of them is given.
  var isGiven: Bool { directions || profile || profilePicture != nil }

  /// Checks that the options are compatible with each other and with a format.
  /// - Throws: ``SkiError`` with code `.invalidArgument` otherwise.
  func check(format: RouteFormat) throws {
    if language != nil, !directions {
      throw SkiError(
        .invalidArgument, "option --language is for directions; add --directions or leave it out")
    }
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

  /// Adds the requested profile and directions to an answer.
  /// - Throws: ``SkiError`` with code `.malformedData` when the region is damaged.
  func complete(_ document: inout RouteDocument, map: SkiMap) throws {
    guard case .answer(let route) = document.result else { return }
    if profile { document.profile = RouteElevationProfile(route) }
    guard directions else { return }
    document.directions = Directions(route, graph: try map.graph(route.region), destination: document.to)
    document.language = language ?? .english
  }
}

extension Language: ExpressibleByArgument {}
