import SkiFormats
import SkiGeo
import SkiGraph
import SkiModel
import SkiReports
import SkiRouting

extension RouteCommand {
  /// What a question about several routes is asked of.
  struct Asked {
    var request: RouteRequest
    var start: NamedEnd
    var destination: NamedEnd
    var closed: [Place]
    var day: HoursOptions.Day
    var finder: PlaceFinder
    var router: MapRouter
    var sources: [DataSource]

    /// The ceiling the answer keeps to.
    var ceiling: DifficultyCeiling { request.profile.effectiveCeiling }

    /// The question where what is closed in a region counts.
    func request(in region: RegionIndex) -> RouteRequest {
      var request = request
      request.profile.closedFeatures.formUnion(closed.features(in: region))
      return request
    }

    /// A session for the day in a region; tells what of a status does not count.
    func session(in region: RegionIndex) throws -> DaySession {
      let session = try router.day(in: region, schedule: day.schedule)
      session.timetable.noteCoverage()
      return session
    }
  }

  /// Answers with several routes; throws how to end where there is none.
  func answer(_ choice: ChoiceOptions.Choice, _ asked: Asked) throws {
    let stops = try choices.via.map { try NamedEnd($0, asked.finder) }
    let places = [asked.request.from] + stops.map(\.endpoint) + [asked.request.to]
    let region: RegionIndex
    switch try asked.router.region(of: places, profile: asked.request.profile, snapLimitMetres: skier.snap) {
    case .noRoute(let reason): throw try Question.refuse(reason)
    case .answer(let found): region = found
    }
    let session = try asked.session(in: region)
    var asked = asked
    asked.request = asked.request(in: region)
    switch choice {
    case .trip: try answerTrip(asked, stops, session)
    case .alternatives(let count):
      let answer = try session.alternatives(asked.request, departing: asked.day.departure, count: count)
      guard case .answer(let routes) = answer else { throw try Self.refuse(answer) }
      try write(
        ChoicesDocument(
          alternatives: routes.map(timed), from: asked.start.label, to: asked.destination.label,
          ceiling: asked.ceiling, sources: asked.sources), asked)
    case .pareto:
      let answer = try session.paretoChoices(asked.request, departing: asked.day.departure)
      guard case .answer(var choices) = answer else { throw try Self.refuse(answer) }
      for index in choices.indices { choices[index].route = timed(choices[index].route) }
      try write(
        ChoicesDocument(
          pareto: choices, from: asked.start.label, to: asked.destination.label, ceiling: asked.ceiling,
          sources: asked.sources),
        asked)
    case .fastest, .preferred: break
    }
  }

  private func answerTrip(_ asked: Asked, _ stops: [NamedEnd], _ session: DaySession) throws {
    var result = try session.trip(
      asked.request,
      over: stops.map { RouteStop($0.endpoint, pauseMilliseconds: choices.pause * 60_000) },
      departing: asked.day.departure)
    if case .trip(var trip) = result {
      trip.legs = trip.legs.map(timed)
      result = .trip(trip)
    }
    let labels = [asked.start.label] + stops.map(\.label) + [asked.destination.label]
    var document = TripDocument(
      result: result, places: labels, ceiling: asked.ceiling, sources: asked.sources)
    if case .trip = result { document.missingReturn = try missingReturn(asked) }
    switch format {
    case .json: try Console.write(document.json())
    case .geojson: try Console.write(document.geoJSON())
    default: try Console.write(document.text(colour: Console.wantsColour()))
    }
    if case .noTrip = result { throw ExitStatusError(status: .noRoute) }
  }

  private func write(_ document: ChoicesDocument, _ asked: Asked) throws {
    var document = document
    document.missingReturn = try missingReturn(asked)
    switch format {
    case .json: try Console.write(document.json())
    case .geojson: try Console.write(document.geoJSON())
    default: try Console.write(document.text(colour: Console.wantsColour()))
    }
  }

  /// Returns what is missing behind the destination: a way home, or one back to the start that the skier's limits forbid.
  func missingReturn(_ asked: Asked) throws -> MissingReturn? {
    let home = try home.map { try NamedEnd($0, asked.finder).endpoint }
    let (place, other) = (asked.request.to, home ?? asked.request.from)
    guard
      case .answer(let region) = try asked.router.region(
        of: [place, other], profile: asked.request.profile, snapLimitMetres: skier.snap)
    else { return nil }
    let session = try asked.router.day(in: region, schedule: asked.day.schedule)
    let missing = try session.missingWay(
      from: place, backTo: other, profile: asked.request(in: region).profile, snapLimitMetres: skier.snap)
    guard let missing, home != nil || missing.isLimit else { return nil }
    return MissingReturn(missing, isHome: home != nil)
  }

  /// Without hours of any kind a route is told without a clock.
  func timed(_ route: Route) -> Route {
    var route = route
    if !hours.isGiven { route.departure = nil }
    return route
  }

  private static func refuse<Value>(_ answer: DayAnswer<Value>) throws -> any Error {
    guard case .noRoute(let reason) = answer else { return ExitStatusError(status: .noRoute) }
    return try Question.refuse(reason)
  }

  /// How many labels are kept to tell what would open a way.
  static let openingLabelCount = 300_000

  /// Returns what would open a way, where the skier's own limits are in it; tells when that is too much to weigh.
  func openings(_ reason: NoRoute, _ asked: Asked) throws -> [NamedRelaxation] {
    switch reason.reason {
    case .overCeiling, .closed, .onlyAvoidedLifts, .onlyUngraded, .onlyOffScale, .cutOff: break
    default: return []
    }
    let places = [asked.request.from, asked.request.to]
    guard
      case .answer(let region) = try asked.router.region(
        of: places, profile: asked.request.profile, snapLimitMetres: skier.snap)
    else { return [] }
    let session = try asked.router.day(in: region, schedule: asked.day.schedule)
    var limit = WorkLimit.current
    limit.labelCount = Self.openingLabelCount
    do {
      let answer = try limit.run { try session.relaxations(asked.request(in: region)) }
      guard case .answer(let relaxations) = answer else { return [] }
      return relaxations.map { NamedRelaxation($0, graph: session.router.graph) }
    } catch let error as SkiError where error.code == .limitExceeded || error.code == .timedOut {
      Console.note("skiroute: what would open a way is too much to weigh; ask between nearer places")
      return []
    }
  }
}
