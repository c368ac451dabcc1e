package import SkiContract
import SkiGeo
import SkiGraph
import SkiReports
import SkiRouting

extension ReachQuestion: MapQuestion {
  package func check() throws {
    try SkiError.require((1...1440).contains(minutes), "minutes must be 1...1440, got \(minutes)")
    _ = try skier.profile()
  }

  package func document(over service: MapService, under conditions: DayConditions) throws -> QuestionDocument
  {
    let day = try QuestionDay(hours, at: from, under: conditions, over: service)
    return QuestionDocument(try document(QuestionContext(skier, day: day, over: service)), clock: day.clock)
  }

  private func document(_ question: QuestionContext) throws -> ReachDocument {
    let start = try question.end(from)
    let home = try home.map(question.end)
    return try question.withSession(for: [start, home].compactMap(\.self)) { session, profile in
      let departures = try home.flatMap {
        try session.latestDepartures(to: $0.endpoint, profile: profile, snapLimitMetres: skier.snap).value
      }
      let request = ReachRequest(
        from: start.endpoint, departure: question.day.departure, milliseconds: minutes * 60_000,
        profile: profile, back: start.endpoint, snapLimitMetres: skier.snap)
      let reach = try QuestionContext.value(session.reach(request, home: departures))
      return try ReachDocument(
        reach, request: request, from: start.label, home: home?.label, map: question.map)
    }
  }
}
