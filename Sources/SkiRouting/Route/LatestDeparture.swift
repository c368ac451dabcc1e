public import SkiGeo

/// Until when one may leave a place and still get somewhere.
@nonexhaustive
public enum LatestDeparture: Sendable, Hashable, Codable {
  /// Until this moment, and not a second later.
  case until(DayTime)
  /// At any time: no lift is needed, or none that ever stops.
  case anyTime

  /// The moment; nil at any time.
  public var time: DayTime? {
    if case .until(let time) = self { return time }
    return nil
  }
}
