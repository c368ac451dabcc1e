/// The answer to a question, or the reason why there is none.
///
/// Its value is valid for the map that was asked.
/// ```swift
/// switch try router.route(request) {
/// case .answer(let route): print(route.steps.count)
/// case .noAnswer(let reason): print(reason.message())
/// }
/// ```
public enum Answer<Value: Sendable>: Sendable {
  /// The value that was asked for.
  case answer(Value)
  /// The reason why there is no value.
  case noAnswer(NoAnswer)
}

extension Answer: Equatable where Value: Equatable {}
extension Answer: Hashable where Value: Hashable {}

extension Answer {
  /// The value; nil when there is none.
  public var value: Value? { if case .answer(let value) = self { value } else { nil } }

  /// The reason; nil when there is a value.
  public var reason: NoAnswer? { if case .noAnswer(let reason) = self { reason } else { nil } }

  /// Returns the answer with its value transformed; a reason is unchanged.
  package func map<Other>(_ transform: (Value) throws -> Other) rethrows -> Answer<Other> {
    switch self {
    case .answer(let value): .answer(try transform(value))
    case .noAnswer(let reason): .noAnswer(reason)
    }
  }

  /// Returns the answer of a closure for the value; a reason is unchanged.
  package func flatMap<Other>(_ transform: (Value) throws -> Answer<Other>) rethrows -> Answer<Other> {
    switch self {
    case .answer(let value): try transform(value)
    case .noAnswer(let reason): .noAnswer(reason)
    }
  }
}
