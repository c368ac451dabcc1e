import ArgumentParser
import SkiFormats
import SkiGeo
import SkiGraph
import SkiReports
import SkiRouting

/// `skiroute FROM TO`: computes a route.
struct RouteCommand: TimedCommand {
  static let configuration = CommandConfiguration(
    commandName: "route", abstract: "Routes from one place to another (the default).",
    discussion: """
      FROM and TO are names of lifts, runs, stations or huts, or latitude,longitude. lift:X, run:X, X@top \
      and X@bottom select one of several. A lift means its boarding end, a run its upper end. With a \
      departure time, hours of lifts or a status, times are considered: the route waits for what opens, \
      and takes nothing that closes too early.

      Examples:
        skiroute route Montsoleil Crête --max-difficulty red
        skiroute Montsoleil Crête --depart 10:00 --closing 16:30 --directions
      """)

  @Argument(help: "Where to start: a name or latitude,longitude.") var from: String
  @Argument(help: "Where to go: a name or latitude,longitude.") var to: String
  @OptionGroup var skier: SkierOptions
  @OptionGroup var hours: HoursOptions
  @Option(
    help:
      "Where one must be in the end: a warning is given when the route leads beyond the last place from which it can be reached."
  )
  var home: String?
  @Option(help: "text, json, geojson or gpx.") var format: RouteFormat = .text
  @OptionGroup var telling: DirectionsOptions
  @OptionGroup var choices: ChoiceOptions
  @OptionGroup var pictures: PictureOptions
  @OptionGroup var time: TimeOptions

  func run() throws {
    let profile = try skier.profile()
    try telling.check(format: format)
    let choice = try choices.choice()
    try checkOneRoute(choice)
    for text in [from, to] { _ = try CoordinateArguments.coordinate(text) }
    var files = try FilePlan.of(MapSelection.files(skier.map) + hours.files, elevation: pictures.elevation)
    let plan = try pictures.plan(&files)
    let heights = try telling.picture(&files)
    let day = hours.isGiven || home != nil ? try hours.day() : nil
    let map = try MapSelection.open(skier.map)
    let finder = PlaceFinder(map: map)
    let closed = try skier.closed.map(finder.place)
    let (start, destination) = (try NamedEndpoint(from, finder), try NamedEndpoint(to, finder))
    let request = RouteRequest(
      from: start.endpoint, to: destination.endpoint, profile: profile, snapLimitMetres: skier.snap,
      objective: choices.fastest ? .fastest : .skiing)
    let router = MapRouter(map: map, schedule: (day ?? .unknown).schedule, closed: closed)
    let asked = RouteQuestion(
      request: request, start: start, destination: destination, day: day ?? .unknown,
      finder: finder, router: router, sources: map.sources)
    switch choice {
    case .trip, .alternatives, .pareto: return try answer(choice, asked)
    case .fastest, .preferred: break
    }
    let result = try result(asked, isPreferring: choice == .preferred)
    var document = RouteDocument(
      result: result, from: start.label, to: destination.label, ceiling: profile.effectiveCeiling,
      sources: map.sources)
    switch result {
    case .noAnswer(let reason): document.relaxations = try limitRelaxations(reason, asked)
    case .answer: document.missingReturn = try missingReturn(asked)
    }
    try telling.complete(&document, map: map)
    // Drawn first, so that nothing is answered when a picture can't be written; without a route there is no picture.
    if case .answer = result { try draw(document, map: map, plan: plan, heights: heights) }
    try answer(document)
    if case .noAnswer(let reason) = result {
      Question.noteSnap(reason)
      throw ExitStatusError(status: .noRoute)
    }
  }

  /// Draws the requested pictures.
  private func draw(
    _ document: RouteDocument, map: SkiMap, plan: PicturePlan?, heights: PictureFile?
  ) throws {
    let title = "\(document.from) → \(document.to)"
    if let plan {
      let drawn = try RoutePicture(document, map: map, size: pictures.thumbnail ? .thumbnail : .page)
      let svg = drawn.svg(over: try plan.relief(of: drawn.extent))
      try plan.file.write(svg, size: drawn.pixelSize, title: title)
    }
    if let heights {
      let drawn = RoutePicture(heightsOf: document)
      try heights.write(drawn.svg(), size: drawn.pixelSize, title: title)
    }
  }

  /// Throws for options that require a single route.
  private func checkOneRoute(_ choice: ChoiceOptions.Choice) throws {
    let isOne = choice == .fastest || choice == .preferred
    let tellsOne = pictures.picture != nil || format == .gpx || telling.isGiven
    try SkiError.require(
      isOne || !tellsOne,
      "pictures, profiles, directions and GPX show one route; leave them out, or request one route")
    try SkiError.require(
      choice == .fastest || home == nil,
      "--home is for the fastest route only; request that route, or leave --home out")
  }

  /// Returns the route, time-dependent where the clock counts.
  private func result(_ asked: RouteQuestion, isPreferring: Bool) throws -> Answer<Route> {
    let (router, request, departure) = (asked.router, asked.request, asked.day.departure)
    let home = try home.map { try NamedEndpoint($0, asked.finder) }
    guard hours.isGiven || home != nil || isPreferring else { return try router.route(request) }
    try asked.noteCoverage(of: [request.from, home?.endpoint, request.to].compactMap(\.self))
    return isPreferring
      ? try router.route(request, wishing: choices.wishes, departing: departure).map(timed)
      : try router.route(request, departing: departure, home: home?.endpoint)
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
