package import SkiAPI
import SkiBase
import SkiGraph
import SkiRouting

extension RouteQuestion: MapQuestion {
  package func check() throws { _ = try checkedChoice(drawsOneRoute: false) }

  /// Checks the question, and returns the kind of answer requested.
  /// - Parameter drawsOneRoute: Indicates a picture or format that shows one route.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for contradictions and values out of range.
  @discardableResult
  package func checkedChoice(drawsOneRoute: Bool) throws -> ChoiceOptions.Choice {
    _ = try skier.profile()
    try directions.check()
    let choice = try choices.choice()
    let isOne = choice == .fastest || choice == .preferred
    let tellsOne = drawsOneRoute || directions.directions || directions.profile
    try SkiError.require(
      isOne || !tellsOne,
      "pictures, profiles, directions and GPX show one route; leave them out, or request one route")
    try SkiError.require(
      choice == .fastest || home == nil,
      keyed: "\(key: "home") is for the fastest route only; request that route, or leave \(key: "home") out")
    for text in [from, to] { _ = try CoordinateArguments.coordinate(text) }
    return choice
  }

  package func document(over service: MapService, under conditions: DayConditions) throws -> QuestionDocument
  {
    switch try answer(over: service, under: conditions) {
    case .several(let document): return document
    case .one(let document):
      if case .noAnswer(let reason) = document.result {
        NoAnswerError.noteSnap(reason)
        return QuestionDocument(document, isNegative: true)
      }
      return QuestionDocument(document)
    }
  }

  /// The answer: one route or the reason why there is none, or several.
  package enum Outcome: Sendable {
    case one(RouteDocument)
    case several(QuestionDocument)
  }

  /// Returns the answer of a checked question.
  /// - Throws: ``NoAnswerError`` where there is no document; the errors of the search.
  package func answer(over service: MapService, under conditions: DayConditions) throws -> Outcome {
    let choice = try choices.choice()
    let isTimed = hours.isGiven(under: conditions)
    let day =
      isTimed || home != nil ? try QuestionDay(hours, at: from, under: conditions, over: service) : .unknown
    let asked = try asked(day, over: service, isTimed: isTimed)
    if let several = try severalRoutes(choice, asked) { return .several(several) }
    return .one(try oneRoute(choice, asked))
  }

  private func asked(_ day: QuestionDay, over service: MapService, isTimed: Bool) throws -> RouteContext {
    let router = try service.router(day.schedule, closed: skier.closed)
    let start = try service.end(from)
    let destination = try service.end(to)
    let request = RouteRequest(
      from: start.endpoint, to: destination.endpoint, profile: try skier.profile(),
      snapLimitMetres: skier.snap, objective: choices.fastest ? .fastest : .skiing)
    return RouteContext(
      request: request, start: start, destination: destination, day: day, isTimed: isTimed,
      service: service, router: router, sources: service.map.sources)
  }

  /// Returns the document of one route, or of the reason why there is none.
  private func oneRoute(_ choice: ChoiceOptions.Choice, _ asked: RouteContext) throws -> RouteDocument {
    let (result, missingReturn) = try resultWithReturn(asked, isPreferring: choice == .preferred)
    var document = RouteDocument(
      result: result, from: asked.start.label, to: asked.destination.label, ceiling: asked.ceiling,
      sources: asked.sources)
    document.convention = try asked.convention()
    document.clock = asked.day.clock
    switch result {
    case .noAnswer(let reason): document.relaxations = try limitRelaxations(reason, asked)
    case .answer: document.missingReturn = missingReturn
    }
    try directions.complete(&document, map: asked.router.map)
    return document
  }

  /// Returns the route, time-dependent where the clock counts, with the missing return from its destination.
  private func resultWithReturn(
    _ asked: RouteContext, isPreferring: Bool
  ) throws -> (Answer<Route>, MissingReturn?) {
    guard asked.isTimed || home != nil || isPreferring else {
      let found = try asked.router.routeWithReturn(asked.request)
      return (found.route, missingReturn(found.missingReturn))
    }
    let result = try timedResult(asked, isPreferring: isPreferring)
    return (result, result.value == nil ? nil : try missingReturn(asked))
  }

  private func timedResult(_ asked: RouteContext, isPreferring: Bool) throws -> Answer<Route> {
    let (router, request, departure) = (asked.router, asked.request, asked.day.departure)
    let home = try home.map(asked.service.end)
    try asked.noteCoverage(of: [request.from, home?.endpoint, request.to].compactMap(\.self))
    return isPreferring
      ? try router.route(request, wishing: choices.wishes, departing: departure).map(asked.timed)
      : try router.route(request, departing: departure, home: home?.endpoint)
  }
}

extension RouteQuestion {
  /// Returns the document of several routes; nil when one is requested.
  /// - Throws: ``NoAnswerError`` where there is none; the errors of the search.
  func severalRoutes(_ choice: ChoiceOptions.Choice, _ asked: RouteContext) throws -> QuestionDocument? {
    if choice == .fastest || choice == .preferred { return nil }
    let stops = try choices.via.map(asked.service.end)
    try asked.noteCoverage(of: [asked.request.from] + stops.map(\.endpoint) + [asked.request.to])
    let (router, request, departure) = (asked.router, asked.request, asked.day.departure)
    let (from, to) = (asked.start.label, asked.destination.label)
    switch choice {
    case .fastest, .preferred: return nil
    case .journey: return try journey(asked, stops)
    case .alternatives(let count):
      let routes = try QuestionContext.value(router.alternatives(request, departing: departure, count: count))
      return try withReturn(
        ChoicesDocument(
          alternatives: routes.map(asked.timed), from: from, to: to, ceiling: asked.signedCeiling(),
          sources: asked.sources),
        asked)
    case .pareto:
      var choices = try QuestionContext.value(router.paretoChoices(request, departing: departure))
      for index in choices.indices { choices[index].route = asked.timed(choices[index].route) }
      return try withReturn(
        ChoicesDocument(
          pareto: choices, from: from, to: to, ceiling: asked.signedCeiling(), sources: asked.sources), asked)
    }
  }

  private func journey(_ asked: RouteContext, _ stops: [NamedEndpoint]) throws -> QuestionDocument {
    let result = try asked.router.journey(
      asked.request, over: stops.map { RouteStop($0.endpoint, pauseMilliseconds: choices.pause * 60_000) },
      departing: asked.day.departure
    ).map { journey in
      var journey = journey
      journey.legs = journey.legs.map(asked.timed)
      return journey
    }
    // Without a leg the journey itself did not fail: a place is off the network.
    if case .noAnswer(let reason) = result, reason.leg == nil { throw NoAnswerError(reason: reason) }
    let labels = [asked.start.label] + stops.map(\.label) + [asked.destination.label]
    var document = try JourneyDocument(
      result: result, places: labels, ceiling: asked.signedCeiling(), sources: asked.sources)
    guard case .answer = result else {
      return QuestionDocument(document, isNegative: true, clock: asked.day.clock)
    }
    document.missingReturn = try missingReturn(asked)
    return QuestionDocument(document, clock: asked.day.clock)
  }

  private func withReturn(_ document: ChoicesDocument, _ asked: RouteContext) throws -> QuestionDocument {
    var document = document
    document.missingReturn = try missingReturn(asked)
    return QuestionDocument(document, clock: asked.day.clock)
  }

  /// Returns the missing return from the destination: one home, or one to the start that the skier's limits forbid.
  func missingReturn(_ asked: RouteContext) throws -> MissingReturn? {
    let home = try home.map { try asked.service.end($0).endpoint }
    var back = asked.request
    (back.from, back.to) = (asked.request.to, home ?? asked.request.from)
    return missingReturn(try asked.router.missingRoute(back).value ?? nil)
  }

  /// Returns the missing return for a route that is missing: home for any reason, to the start for a limit only.
  func missingReturn(_ missing: MissingRoute?) -> MissingReturn? {
    guard let missing, home != nil || missing.isLimit else { return nil }
    return MissingReturn(missing, isHome: home != nil)
  }

  /// The greatest number of bytes of the search for relaxations: 300,000 labels.
  static let relaxationBytes = 19_200_000

  /// Returns the relaxations of the skier's limits that would allow a route; notes when the search exceeds its limit.
  func limitRelaxations(_ reason: NoAnswer, _ asked: RouteContext) throws -> [NamedRelaxation] {
    switch reason.reason {
    case .overCeiling, .closed, .onlyAvoidedLifts, .onlyUngraded, .onlyOffScale, .onlySnowCovered, .cutOff,
      .barred:
      break
    default: return []
    }
    var limit = WorkLimit.current
    limit.searchBytes = min(limit.searchBytes, Self.relaxationBytes)
    do {
      let answer = try limit.run { try asked.router.relaxations(asked.request) }
      return try (answer.value ?? []).map { try NamedRelaxation($0, map: asked.router.map) }
    } catch let error as SkiError where error.code == .limitExceeded || error.code == .timedOut {
      AnswerNotes.add(
        "what would allow a route has too many combinations to search; choose nearer places")
      return []
    }
  }
}

/// The request and the map of a question about routes.
struct RouteContext {
  var request: RouteRequest
  var start: NamedEndpoint
  var destination: NamedEndpoint
  var day: QuestionDay
  /// Indicates whether the answer is time-dependent.
  var isTimed: Bool
  var service: MapService
  var router: MapRouter
  var sources: [DataSource]

  /// The ceiling that applies to the answer.
  var ceiling: DifficultyCeiling { request.profile.effectiveCeiling }

  /// Returns the difficulty convention of the region of the start, or of its coordinate.
  /// - Throws: ``SkiError`` with code `.malformedData` when the region was altered, `.inputOutput` or `.limitExceeded`
  ///   when it can't be read into memory.
  func convention() throws -> DifficultyConvention {
    switch request.from {
    case .place(let place): try router.map.graph(place.region).usualConvention()
    case .coordinate(let place): DifficultyConvention(at: place)
    case .node: try router.map.graph(router.map.region(at: 0)).usualConvention()
    }
  }

  /// Returns the ceiling in the colours of the start's region.
  /// - Throws: As ``convention()``.
  func signedCeiling() throws -> DifficultyCeiling { ceiling.signed(in: try convention()) }

  /// Reports the parts of a status that do not apply in the region of some places.
  func noteCoverage(of places: [RouteEndpoint]) throws {
    let region = try router.region(
      of: places, profile: request.profile, snapLimitMetres: request.snapLimitMetres)
    if case .answer(let region) = region { try router.noteCoverage(in: region) }
  }

  /// Returns a route without clock times unless hours are given.
  func timed(_ route: Route) -> Route {
    var route = route
    if !isTimed { route.departure = nil }
    return route
  }
}
