package import SkiContract
import SkiGeo
import SkiGraph
import SkiReports
import SkiRouting

/// The effects of closing lifts or runs.
package struct ClosureQuestion: MapQuestion {
  /// The lifts and runs that close.
  package var close: [String] = []
  /// The place where one starts and to which one must return.
  package var home = ""
  /// The skier.
  package var skier = SkierTerms()

  package static let name = "whatif"
  package static let answers: [ContractContent] = [.document(ClosureAnswer.self)]
  package static let keys: [QuestionKey<Self>] =
    [
      QuestionKey("close", \.close, KeyText.close, isRequired: true),
      QuestionKey("home", \.home, KeyText.startAndHome, isRequired: true),
    ] + SkierTerms.keys.within(\.skier)

  /// Creates a question without closures.
  package init() {}

  package func check() throws {
    try SkiError.require(!close.isEmpty, "what closes is missing; add --close with a lift or run")
    _ = try skier.profile()
  }

  package func document(over service: MapService, under conditions: DayConditions) throws -> QuestionDocument
  {
    QuestionDocument(try document(QuestionContext(skier, day: .unknown, over: service)))
  }

  private func document(_ question: QuestionContext) throws -> ClosureDocument {
    let home = try question.end(home)
    let closing = try close.map(question.finder.place)
    return try question.withSession(for: [home]) { session, profile in
      let features = closing.features(in: session.router.graph.region)
      try SkiError.require(
        !features.isEmpty, "\(close.joined(separator: ", ")) is in another ski area than \(home.label)")
      let effect = try QuestionContext.value(
        session.session.effect(
          ofClosing: features, home: home.endpoint, profile: profile, snapLimitMetres: skier.snap))
      return try ClosureDocument(
        effect, closed: zip(closing, close).map { $0.name ?? $1 }, home: home.label,
        ceiling: profile.effectiveCeiling, map: question.map)
    }
  }
}
