package import SkiAPI
import SkiBase
import SkiGraph
import SkiRouting

extension ClosureQuestion: MapQuestion {
  package func check() throws {
    try SkiError.require(
      !close.isEmpty, keyed: "what closes is missing; add \(key: "close") with a lift or run")
    _ = try skier.profile()
  }

  package func document(over service: MapService, under conditions: DayConditions) throws -> QuestionDocument
  {
    QuestionDocument(try document(QuestionContext(skier, day: .unknown, over: service)))
  }

  private func document(_ question: QuestionContext) throws -> ClosureDocument {
    let home = try question.end(home)
    let closing = try close.map(question.finder.place)
    let region = try question.region(of: [home])
    try SkiError.require(
      closing.contains { $0.region == region },
      "\(close.joined(separator: ", ")) is in another ski area than \(home.label)")
    let effect = try QuestionContext.value(
      question.router.effect(
        ofClosing: closing, home: home.endpoint, profile: question.profile, snapLimitMetres: skier.snap))
    return try ClosureDocument(
      effect, closed: zip(closing, close).map { $0.name ?? $1 }, home: home.label,
      ceiling: question.profile.effectiveCeiling, map: question.map)
  }
}
