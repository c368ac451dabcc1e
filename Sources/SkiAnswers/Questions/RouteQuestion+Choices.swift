import SkiAPI
import SkiBase
import SkiGraph
import SkiRouting

extension RouteQuestion {
  /// Returns the document of several routes; nil when one is requested.
  /// - Throws: ``NoAnswerError`` where there is none; the errors of the search.
  func severalRoutes(_ choice: ChoiceTerms.Choice, _ asked: RouteContext) throws -> QuestionDocument? {
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
