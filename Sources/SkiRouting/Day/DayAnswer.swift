/// The answer to a question about a day, or why there is none.
public enum DayAnswer<Value: Sendable>: Sendable {
  case answer(Value)
  /// A place asked about is nowhere on the network.
  case noRoute(NoRoute)
}
