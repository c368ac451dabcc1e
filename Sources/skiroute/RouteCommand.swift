import ArgumentParser
import SkiGeo
import SkiGraph
import SkiModel
import SkiRouting

/// `skiroute FROM TO`: a route over the map.
struct RouteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "route", abstract: "Routes from one place to another (the default).",
    discussion: """
      FROM and TO are names of lifts, runs, stations or huts, or latitude,longitude. lift:X, run:X, X@top and X@bottom say \
      which of several is meant. A lift means its boarding end, a run its upper end.
      """)

  @Argument(help: "Where to start: a name or latitude,longitude.") var from: String
  @Argument(help: "Where to go: a name or latitude,longitude.") var to: String
  @Option(help: "The map to route on; else SKIROUTE_MAP, else the sample mountain.") var map: String?
  @Option(
    help: "The hardest colour or grade to ski: green, blue, red, black, double-black, novice ... expert.")
  var maxDifficulty: String?
  @Option(help: "beginner, intermediate or advanced.") var ability = "intermediate"
  @Flag(help: "On a snowboard instead of skis.") var board = false
  @Option(help: "Kinds of lift to avoid, by OpenSkiMap's words, with commas: drag_lift,t-bar.") var avoid:
    [String] = []
  @Option(help: "A lift or run that is closed, by name or id; may be given several times.") var closed:
    [String] = []
  @Option(help: "Ungraded runs: estimate, allow or refuse.") var ungraded = "estimate"
  @Option(help: "Grades off the scale to allow, with commas: freeride,extreme.") var allow: [String] = []
  @Option(parsing: .unconditional, help: "How far a coordinate may lie from the network, in metres.")
  var snap = 150.0
  @Option(help: "text, json, geojson or gpx.") var format: RouteFormat = .text

  func run() async throws {
    let endpoints = (try CoordinateArguments.coordinate(from), try CoordinateArguments.coordinate(to))
    var profile = try ProfileArguments.profile(
      ability: ability, board: board, maxDifficulty: maxDifficulty, ungraded: ungraded, avoid: avoid,
      allow: allow)
    guard snap >= 0, snap <= 5000 else {
      throw SkiError(.invalidArgument, "snap distance must be 0...5000 metres, got \(snap)")
    }
    let graph = try await MapLocation.open(map)
    let finder = PlaceFinder(graph: graph)
    for name in closed {
      profile.closedFeatures.formUnion(try finder.place(name).features)
    }
    let request = RouteRequest(
      from: try endpoints.0.map(RouteEndpoint.coordinate) ?? .place(finder.place(from)),
      to: try endpoints.1.map(RouteEndpoint.coordinate) ?? .place(finder.place(to)),
      profile: profile, snapLimitMetres: snap)
    try answer(Router(graph: graph).route(request), ceiling: profile.ceiling, graph: graph)
  }

  private func answer(_ result: RouteResult, ceiling: DifficultyCeiling?, graph: RoutingGraph) throws {
    let document = RouteDocument(
      result: result, from: from.trimmingSpaces(), to: to.trimmingSpaces(), ceiling: ceiling,
      sources: graph.sources())
    switch format {
    case .text: try Console.write(document.text(colour: Console.wantsColour()))
    case .json: try Console.write(document.json())
    case .geojson: try Console.write(document.geoJSON())
    case .gpx: try Console.write(document.gpx())
    }
    if case .noRoute = result { throw ExitStatusError(status: .noRoute) }
  }
}

/// The formats of a route; see Data/Formats/route.md.
enum RouteFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, geojson, gpx
}

extension String {
  /// The text without spaces at its ends.
  fileprivate func trimmingSpaces() -> String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
