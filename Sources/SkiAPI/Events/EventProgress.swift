/// The progress of a person on the way to the meeting point of an event, as the person's navigation says it; raw values are
/// those of every output format.
public enum EventProgress: String, Sendable, Hashable, Codable, CaseIterable {
  /// The person arrived at the meeting point.
  case arrived
  /// The person left the route to it.
  case offRoute

  /// The greatest time before the start of an event at which progress is reported, in seconds.
  public static let greatestSecondsBefore = 7200.0
}
