public import SkiBase

/// The latest departure from a place that still reaches a destination in time.
@nonexhaustive
public enum LatestDeparture: Sendable, Hashable, Codable {
  /// The last departure, to the millisecond; any later one is too late.
  case until(DayTime)
  /// No last departure: no lift is needed, or none that closes.
  case anyTime

  /// The time of the last departure; nil when there is none.
  public var time: DayTime? {
    if case .until(let time) = self { return time }
    return nil
  }
}
