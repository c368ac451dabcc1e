package import SkiAPI
import SkiBase
import SkiGraph
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
    _ = try question.region(of: [start, home].compactMap(\.self))
    let request = ReachRequest(
      from: start.endpoint, departure: question.day.departure, milliseconds: minutes * 60_000,
      profile: question.profile, back: start.endpoint, snapLimitMetres: skier.snap)
    let reach = try QuestionContext.value(question.router.reach(request, home: home?.endpoint))
    return try ReachDocument(
      reach, request: request, from: start.label, home: home?.label, map: question.map)
  }
}
