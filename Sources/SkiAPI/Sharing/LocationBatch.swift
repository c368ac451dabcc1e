/// Changes of the positions that a viewer may see.
public struct LocationBatch: Hashable, Sendable {
  /// The changes, at most one for each person.
  public let changes: [LocationChange]
  /// Indicates whether these are all positions that may be seen, so that every other one is to be removed.
  public let isSnapshot: Bool
  /// The position in the trip's changes.
  public let cursor: LocationCursor
  /// The time by the server's ``SharingClock/monotonicMilliseconds`` from which the batch must not be handed on.
  public let deadlineMilliseconds: Int64

  package init(
    changes: [LocationChange], isSnapshot: Bool, cursor: LocationCursor, deadlineMilliseconds: Int64
  ) {
    (self.changes, self.isSnapshot) = (changes, isSnapshot)
    (self.cursor, self.deadlineMilliseconds) = (cursor, deadlineMilliseconds)
  }
}

/// A change of the position of one person, for one viewer.
public enum LocationChange: Hashable, Sendable {
  /// The person is at a position.
  case present(SharedLocation)
  /// The person is not to be shown: gone, hidden, or expired, which are not distinguished.
  case gone(UserID)

  /// The person.
  public var user: UserID {
    switch self {
    case .present(let location): location.user
    case .gone(let user): user
    }
  }
}

/// A position in the changes of one trip.
public struct LocationCursor: Hashable, Sendable, LosslessStringConvertible {
  /// The trip.
  public let trip: TripID
  package let number: Int64

  package init(trip: TripID, number: Int64) { (self.trip, self.number) = (trip, number) }

  /// The cursor as text: its number, a full stop and the trip.
  public var description: String { "\(number).\(trip)" }

  /// Creates a cursor from its text; nil for any other text.
  public init?(_ description: String) {
    let parts = description.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let number = Int64(parts[0]), number >= 0,
      let trip = try? TripID(String(parts[1]))
    else { return nil }
    self.init(trip: trip, number: number)
  }
}
