/// The answer of a guest to an event.
public enum EventAnswer: String, Sendable, Hashable, Codable, CaseIterable {
  /// The guest comes, and has a seat.
  case yes
  /// The guest does not come.
  case no
  /// The guest may come, without a seat.
  case maybe
}
