import ArgumentParser
import SkiGeo
import SkiGraph
import SkiRouting

/// The options that ask for a route as a guide tells it.
struct DirectionsOptions: ParsableArguments {
  @Flag(help: "Tell the route as a guide does: which side to leave a lift, where to keep left or right.")
  var directions = false
  @Option(help: "The language of the directions: en, fr or de (default: en).") var language: Language?

  /// Checks that the options go together, and with a format.
  /// - Throws: ``SkiError`` with code `.invalidArgument`.
  func check(format: RouteFormat) throws {
    if language != nil, !directions {
      throw SkiError(
        .invalidArgument, "option --language is for directions; add --directions or leave it out")
    }
    if directions, format == .gpx {
      throw SkiError(
        .invalidArgument,
        "option --directions is for text, json and geojson, not for gpx; choose another format")
    }
  }

  /// Adds to an answer what was asked for.
  /// - Throws: ``SkiError`` with code `.malformedData` when the region was altered.
  func complete(_ document: inout RouteDocument, map: SkiMap) throws {
    guard directions, case .route(let route) = document.result else { return }
    document.directions = Directions(route, graph: try map.graph(route.region), destination: document.to)
    document.language = language ?? .english
  }
}

extension Language: ExpressibleByArgument {}
