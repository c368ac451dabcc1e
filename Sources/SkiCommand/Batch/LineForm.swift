import SkiAPI
import SkiAnswers
import SkiBase

/// The form of lines with one kind of question: the way from its members to its answer.
struct LineForm: Sendable {
  /// The members of a line by name.
  typealias Members = [String: JSONTree]

  /// The keys of every line, whatever its question.
  static let commonKeys = ["id", "question", "timeout"]

  /// The name of the question.
  let name: String
  /// Returns the answer to a line as JSON.
  let answer: @Sendable (Members, MapService, DayConditions) throws -> TerminalText

  /// Creates the form of a kind of question.
  init<Asked: MapQuestion>(_: Asked.Type) {
    name = Asked.name
    answer = { members, service, conditions in
      let question = try Asked(json: members, besides: Self.commonKeys)
      try question.check()
      return try question.document(over: service, under: conditions).document.json()
    }
  }
}
