public import ArgumentParser
import SkiFormats
import SkiGeo
import SkiGraph
import SkiReports
import SkiRouting
import SkiTerrain

/// The options that ask for a route as a guide tells it.
struct DirectionsOptions: ParsableArguments {
  @Flag(help: "Tell the route as a guide does: which side to leave a lift, where to keep left or right.")
  var directions = false
  @Option(help: "The language of the directions.") var language: Language?
  @Flag(help: "Also draw the heights along the way, or tell them in JSON.") var profile = false
  @Option(help: "Also draw the heights along the way as a picture: an .svg, .png or .html file.")
  var profilePicture: OutputName?

  /// Whether any of them is asked for.
  var isGiven: Bool { directions || profile || profilePicture != nil }

  /// Checks that the options go together, and with a format.
  /// - Throws: ``SkiError`` with code `.invalidArgument`.
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

  /// The picture of heights that was asked for.
  /// - Parameter files: What the command reads and writes; the picture is added.
  /// - Throws: ``SkiError`` as ``PictureFile/init(_:scale:in:)``.
  func picture(_ files: inout FilePlan) throws -> PictureFile? {
    try profilePicture.map { try PictureFile($0, in: &files) }
  }

  /// Adds to an answer what was asked for.
  /// - Throws: ``SkiError`` with code `.malformedData` when the region was altered.
  func complete(_ document: inout RouteDocument, map: SkiMap) throws {
    guard case .answer(let route) = document.result else { return }
    if profile { document.profile = ElevationProfile(route) }
    guard directions else { return }
    document.directions = Directions(route, graph: try map.graph(route.region), destination: document.to)
    document.language = language ?? .english
  }
}

extension Language: ExpressibleByArgument {}
