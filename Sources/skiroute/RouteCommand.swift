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
      which of several is meant. A lift means its boarding end, a run its upper end. With an hour, hours of lifts or a status \
      the clock counts: the route waits for what opens, and takes nothing that closes too early.
      """)

  @Argument(help: "Where to start: a name or latitude,longitude.") var from: String
  @Argument(help: "Where to go: a name or latitude,longitude.") var to: String
  @OptionGroup var skier: SkierOptions
  @OptionGroup var hours: HoursOptions
  @Option(help: "Where one must be in the end: warns when the route leads beyond the last way there.")
  var home: String?
  @Option(help: "text, json, geojson or gpx.") var format: RouteFormat = .text
  @OptionGroup var telling: DirectionsOptions
  @OptionGroup var pictures: PictureOptions

  func run() async throws {
    let profile = try skier.profile()
    try telling.check(format: format)
    for text in [from, to] { _ = try CoordinateArguments.coordinate(text) }
    let plan = try pictures.plan(inputs: [skier.map].compactMap(\.self))
    let heights = try telling.picture(inputs: [skier.map].compactMap(\.self))
    let day = hours.isGiven || home != nil ? try hours.day() : nil
    let map = try await MapLocation.open(skier.map)
    let finder = PlaceFinder(map: map)
    let closed = try skier.closed.map(finder.place)
    let (start, destination) = (try NamedEnd(from, finder), try NamedEnd(to, finder))
    let request = RouteRequest(
      from: start.endpoint, to: destination.endpoint, profile: profile, snapLimitMetres: skier.snap)
    let router = MapRouter(map: map)
    let result =
      try day.map {
        try route(request, closed, day: $0, router, home: try home.map { try NamedEnd($0, finder) })
      }
      ?? router.route(request, closing: closed)
    var document = RouteDocument(
      result: result, from: start.label, to: destination.label, ceiling: profile.ceiling, sources: map.sources
    )
    try telling.complete(&document, map: map)
    // First, so that nothing is answered where it can't be drawn; where there is no route there is no picture.
    if case .route = result, let plan {
      let drawn = try RoutePicture(document, map: map, size: pictures.thumbnail ? .thumbnail : .page)
      let svg = drawn.svg(over: try plan.relief(of: drawn.ground))
      try plan.file.write(svg, size: drawn.paper, title: "\(start.label) → \(destination.label)")
    }
    if case .route = result, let heights {
      let drawn = RoutePicture(heightsOf: document)
      try heights.write(drawn.svg(), size: drawn.paper, title: "\(start.label) → \(destination.label)")
    }
    try answer(document)
    if case .noRoute = result { throw ExitStatusError(status: .noRoute) }
  }

  /// Routes by the clock.
  private func route(
    _ request: RouteRequest, _ closed: [Place], day: HoursOptions.Day, _ router: MapRouter, home: NamedEnd?
  ) throws -> RouteResult {
    let places = [request.from, home?.endpoint, request.to].compactMap(\.self)
    switch try router.region(of: places, profile: request.profile, snapLimitMetres: skier.snap) {
    case .noRoute(let reason): return .noRoute(reason)
    case .answer(let region):
      let session = try router.day(in: region, schedule: day.schedule)
      session.timetable.noteCoverage()
      var request = request
      request.profile.closedFeatures.formUnion(closed.features(in: region))
      let departures = try home.flatMap {
        try session.latestDepartures(to: $0.endpoint, profile: request.profile, snapLimitMetres: skier.snap)
      }
      return try session.route(request, departing: day.departure, home: departures)
    }
  }

  private func answer(_ document: RouteDocument) throws {
    switch format {
    case .text: try Console.write(document.text(colour: Console.wantsColour(), columns: Console.columns()))
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
