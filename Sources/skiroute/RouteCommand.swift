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
  @Option(
    help:
      "What else to allow, with commas: freeride, extreme, tour (ski tours, hikes), itinerary (ungroomed).")
  var allow: [String] = []
  @Option(parsing: .unconditional, help: "How far a coordinate may lie from the network, in metres.")
  var snap = 150.0
  @Option(help: "text, json, geojson or gpx.") var format: RouteFormat = .text
  @OptionGroup var pictures: PictureOptions

  func run() async throws {
    let coordinates = (try CoordinateArguments.coordinate(from), try CoordinateArguments.coordinate(to))
    let profile = try ProfileArguments.profile(
      ability: ability, board: board, maxDifficulty: maxDifficulty, ungraded: ungraded, avoid: avoid,
      allow: allow)
    guard snap >= 0, snap <= 5000 else {
      throw SkiError(.invalidArgument, "snap distance must be 0...5000 metres, got \(snap)")
    }
    let plan = try pictures.plan(inputs: [self.map].compactMap(\.self))
    let map = try await MapLocation.open(map)
    let finder = PlaceFinder(map: map)
    let closedPlaces = try closed.map(finder.place)
    let start = try end(from, coordinates.0, finder)
    let destination = try end(to, coordinates.1, finder)
    let request = RouteRequest(
      from: start.endpoint, to: destination.endpoint, profile: profile, snapLimitMetres: snap)
    let result = try MapRouter(map: map).route(request, closing: closedPlaces)
    let document = RouteDocument(
      result: result, from: start.label, to: destination.label, ceiling: profile.ceiling, sources: map.sources
    )
    // First, so that nothing is answered where it can't be drawn; where there is no route there is no picture.
    if case .route = result, let plan {
      let drawn = try RoutePicture(document, map: map, size: pictures.thumbnail ? .thumbnail : .page)
      let svg = drawn.svg(over: try plan.relief(of: drawn.ground))
      try plan.file.write(svg, size: drawn.paper, title: "\(start.label) → \(destination.label)")
    }
    try answer(document)
    if case .noRoute = result { throw ExitStatusError(status: .noRoute) }
  }

  /// Returns what a text means, and what to call it: the name on the map where it was found by one.
  private func end(
    _ text: String, _ coordinate: Coordinate?, _ finder: PlaceFinder
  ) throws -> (endpoint: RouteEndpoint, label: String) {
    if let coordinate { return (.coordinate(coordinate), text.trimmingSpaces()) }
    let place = try finder.place(text)
    let end = ["@top", "@bottom"].first { text.trimmingSpaces().lowercased().hasSuffix($0) }
    let label = place.name.map { $0 + (end.map { " (\($0.dropFirst()))" } ?? "") }
    return (.place(place), label ?? text.trimmingSpaces())
  }

  private func answer(_ document: RouteDocument) throws {
    switch format {
    case .text: try Console.write(document.text(colour: Console.wantsColour()))
    case .json: try Console.write(document.json())
    case .geojson: try Console.write(document.geoJSON())
    case .gpx: try Console.write(document.gpx())
    }
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
