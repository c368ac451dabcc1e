/// The answer to a question, or why there is none.
///
/// A value; what it holds is valid for the map that was asked.
public enum Answer<Value: Sendable>: Sendable {
  /// What was asked for.
  case answer(Value)
  /// The reason why there is nothing to answer, true for this question.
  case noAnswer(NoAnswer)
}

extension Answer: Equatable where Value: Equatable {}
extension Answer: Hashable where Value: Hashable {}

extension Answer {
  /// The value; nil where there is none.
  public var value: Value? { if case .answer(let value) = self { value } else { nil } }

  /// The reason; nil where there is a value.
  public var reason: NoAnswer? { if case .noAnswer(let reason) = self { reason } else { nil } }

  /// Returns the answer with its value transformed; the reason stays.
  package func map<Other>(_ transform: (Value) throws -> Other) rethrows -> Answer<Other> {
    switch self {
    case .answer(let value): .answer(try transform(value))
    case .noAnswer(let reason): .noAnswer(reason)
    }
  }

  /// Returns what follows from the value, itself an answer; the reason stays.
  package func flatMap<Other>(_ transform: (Value) throws -> Answer<Other>) rethrows -> Answer<Other> {
    switch self {
    case .answer(let value): try transform(value)
    case .noAnswer(let reason): .noAnswer(reason)
    }
  }
}
