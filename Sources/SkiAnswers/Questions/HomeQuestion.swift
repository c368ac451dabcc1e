package import SkiAPI
import SkiGraph
import SkiRouting

extension HomeQuestion: MapQuestion {
  package func check() throws { _ = try skier.profile() }

  package func document(over service: MapService, under conditions: DayConditions) throws -> QuestionDocument
  {
    let day = try QuestionDay(hours, at: from ?? home, under: conditions, over: service)
    let document = try document(QuestionContext(skier, day: day, over: service))
    return QuestionDocument(
      document, isNegative: document.entries.allSatisfy { $0.latest == nil }, clock: day.clock)
  }

  private func document(_ question: QuestionContext) throws -> HomeDocument {
    let home = try question.end(home)
    let start = try from.map(question.end)
    let region = try question.region(of: [start, home].compactMap(\.self))
    if let start { return try answer(from: start, home, question.map.graph(region), question) }
    return try HomeDocument(
      QuestionContext.value(
        question.router.latestDepartures(
          to: home.endpoint, profile: question.profile, snapLimitMetres: skier.snap)),
      home: home.label, closing: question.day.closing, hours: question.day.schedule.hours,
      ceiling: question.profile.effectiveCeiling, map: question.map)
  }

  /// Returns the document for one place.
  private func answer(
    from start: NamedEndpoint, _ home: NamedEndpoint, _ graph: RoutingGraph, _ question: QuestionContext
  ) throws -> HomeDocument {
    let (router, profile) = (question.router, question.profile)
    let departure = try router.home(
      from: start.endpoint, to: home.endpoint, profile: profile, departing: question.day.departure,
      snapLimitMetres: skier.snap
    ).value
    let point = departure?.lastRoute.steps.first?.points.first
    var document = HomeDocument(
      home: home.label, closing: question.day.closing, hours: question.day.schedule.hours,
      entries: [
        HomeDocument.Entry(
          name: start.label, kind: "", point: point ?? graph.point(of: start.endpoint),
          latest: departure?.latest, beforeClosing: departure?.beforeClosing)
      ],
      lastRoute: departure?.lastRoute,
      ceiling: profile.effectiveCeiling.signed(in: graph.usualConvention()),
      heights: graph.elevationQuality(), sources: question.map.sources)
    if departure == nil {
      let missing = try router.missingRoute(
        RouteRequest(
          from: start.endpoint, to: home.endpoint, profile: profile, snapLimitMetres: skier.snap))
      document.missingReturn = missing.value?.map { MissingReturn($0, isHome: true) }
    }
    return document
  }
}
