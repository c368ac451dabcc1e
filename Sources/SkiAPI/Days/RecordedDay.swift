public import SkiBase

/// The states of a recorded day.
public enum DayState: String, Sendable, Hashable, Codable, CaseIterable {
  /// It is received, and waits for the map.
  case waiting
  /// Its laps are known.
  case matched
  /// It can't be matched; see ``RecordedDay/failure``.
  case failed
}

/// A recorded day, as its owner sees it or as it is shared with a trip.
public struct RecordedDay: Sendable, Hashable {
  /// The identifier.
  public var id: DayID
  /// The owner.
  public var owner: UserID
  /// The state; shared days are matched.
  public var state: DayState
  /// The code of the reason for which it can't be matched, as `unsupportedFormat`; nil for other states.
  public var failure: String?
  /// The time at which it was received; nil for others than the owner.
  public var received: UniversalTime?
  /// The start of the first lap; nil unless it is matched.
  public var from: UniversalTime?
  /// The end of the last lap; nil unless it is matched.
  public var until: UniversalTime?
  /// The number of laps that count.
  public var lapCount: Int
  /// The descent on runs that count, in metres.
  public var descentMetres: Double
  /// The trips with which it is shared; empty for others than the owner.
  public var trips: [TripID]

  /// Creates a day from its parts.
  public init(
    id: DayID, owner: UserID, state: DayState, failure: String?, received: UniversalTime?,
    from: UniversalTime?,
    until: UniversalTime?, lapCount: Int, descentMetres: Double, trips: [TripID]
  ) {
    (self.id, self.owner, self.state, self.failure) = (id, owner, state, failure)
    (self.received, self.from, self.until) = (received, from, until)
    (self.lapCount, self.descentMetres, self.trips) = (lapCount, descentMetres, trips)
  }
}
