import ArgumentParser
import SkiFormats
import SkiGeo
import SkiGraph
import SkiReports
import SkiRouting

/// `skiroute FROM TO`: computes a route.
struct RouteCommand: TimedCommand, BatchQuestion {
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

  static let placeholders = ["0,0", "0,0"]
  static let batchKeys: [BatchKey<Self>] =
    [
      BatchKey("from", \.from, isRequired: true), BatchKey("to", \.to, isRequired: true),
      BatchKey("home", \.home),
    ] + SkierOptions.batchKeys.within(\.skier) + HoursOptions.batchKeys.within(\.hours)
    + DirectionsOptions.batchKeys.within(\.telling) + ChoiceOptions.batchKeys.within(\.choices)

  func run() throws {
    let choice = try checkedChoice()
    var files = try FilePlan.of(MapSelection.files(skier.map) + hours.files, elevation: pictures.elevation)
    let plan = try pictures.plan(&files)
    let heights = try telling.picture(&files)
    let day = try day(DayFiles())
    let open = OpenMap(try MapSelection.open(skier.map))
    let asked = try question(day, over: open)
    if let several = try severalRoutes(choice, asked) {
      try format.write(several.document)
      if several.isNegative { throw ExitStatusError(status: .noRoute) }
      return
    }
    let document = try oneRoute(choice, asked)
    // Drawn first, so that nothing is answered when a picture can't be written; without a route there is no picture.
    if case .answer = document.result { try draw(document, map: open.map, plan: plan, heights: heights) }
    try answer(document)
    if case .noAnswer(let reason) = document.result {
      Question.noteSnap(reason)
      throw ExitStatusError(status: .noRoute)
    }
  }

  func json(over open: OpenMap) throws -> TerminalText {
    let choice = try checkedChoice()
    let asked = try question(day(open.files), over: open)
    if let several = try severalRoutes(choice, asked) { return several.document.json() }
    let document = try oneRoute(choice, asked)
    if case .noAnswer(let reason) = document.result { Question.noteSnap(reason) }
    return document.json()
  }

  /// Checks the options before any file is opened, and returns the kind of answer requested.
  private func checkedChoice() throws -> ChoiceOptions.Choice {
    _ = try skier.profile()
    try telling.check(format: format)
    let choice = try choices.choice()
    try checkOneRoute(choice)
    for text in [from, to] { _ = try CoordinateArguments.coordinate(text) }
    return choice
  }

  private func day(_ files: DayFiles) throws -> HoursOptions.Day {
    hours.isGiven || home != nil ? try hours.day(files) : .unknown
  }

  private func question(_ day: HoursOptions.Day, over open: OpenMap) throws -> RouteQuestion {
    let router = try open.router(day.schedule, closed: skier.closed)
    let (start, destination) = (
      try NamedEndpoint(from, open.finder), try NamedEndpoint(to, open.finder)
    )
    let request = RouteRequest(
      from: start.endpoint, to: destination.endpoint, profile: try skier.profile(),
      snapLimitMetres: skier.snap, objective: choices.fastest ? .fastest : .skiing)
    return RouteQuestion(
      request: request, start: start, destination: destination, day: day, finder: open.finder,
      router: router, sources: open.map.sources)
  }

  /// Returns the document of one route, or of the reason why there is none.
  private func oneRoute(_ choice: ChoiceOptions.Choice, _ asked: RouteQuestion) throws -> RouteDocument {
    let result = try result(asked, isPreferring: choice == .preferred)
    var document = RouteDocument(
      result: result, from: asked.start.label, to: asked.destination.label, ceiling: asked.ceiling,
      sources: asked.sources)
    switch result {
    case .noAnswer(let reason): document.relaxations = try limitRelaxations(reason, asked)
    case .answer: document.missingReturn = try missingReturn(asked)
    }
    try telling.complete(&document, map: asked.router.map)
    return document
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
