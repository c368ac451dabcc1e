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
  package func checkedChoice(drawsOneRoute: Bool) throws -> ChoiceTerms.Choice {
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
  private func oneRoute(_ choice: ChoiceTerms.Choice, _ asked: RouteContext) throws -> RouteDocument {
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
