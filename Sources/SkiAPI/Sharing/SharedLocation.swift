public import SkiBase
public import SkiGraph

/// The position of another person, as precise as they allow the viewer.
///
/// Made by the repositories alone, for one viewer; there is no public initialiser, and no other form in which a
/// position of another person leaves them.
public struct SharedLocation: Sendable {
  private struct Content: Hashable, Sendable {
    let user: UserID
    let detail: Detail
    let observedAt: UniversalTime
    let expiresAt: UniversalTime
    let freshness: Freshness
  }

  /// The values, which many listeners hold at once.
  private final class Storage: Sendable {
    let content: Content

    init(_ content: Content) { self.content = content }
  }

  private let storage: Storage

  /// The person.
  public var user: UserID { storage.content.user }
  /// The position.
  public var detail: Detail { storage.content.detail }
  /// The time of the position; for a cell or an area to the minute.
  public var observedAt: UniversalTime { storage.content.observedAt }
  /// The time at which the position is to be removed; viewers who lost their connection remove it themselves.
  public var expiresAt: UniversalTime { storage.content.expiresAt }
  /// Indicates whether the position is recent.
  public var freshness: Freshness { storage.content.freshness }

  /// A position in the precision of its grant.
  public enum Detail: Hashable, Sendable {
    /// The exact position.
    case exact(ExactLocation)
    /// A cell of the grid.
    case cell(GridCell)
    /// A ski area.
    case area(SharedArea)
  }

  /// The recency of a position.
  public enum Freshness: String, Hashable, Sendable, Codable {
    /// The position is recent: an exact one at most 60 s old, a cell or an area at most 5 min.
    case live
    /// The position is older.
    case stale
  }

  package init(
    user: UserID, detail: Detail, observedAt: UniversalTime, expiresAt: UniversalTime, freshness: Freshness
  ) {
    storage = Storage(
      Content(
        user: user, detail: detail, observedAt: observedAt, expiresAt: expiresAt, freshness: freshness))
  }

  /// The coordinate that stands for the position: the exact one, or the centre of the cell; nil for an area.
  public var coordinate: Coordinate? {
    switch detail {
    case .exact(let location): location.coordinate
    case .cell(let cell): cell.centre
    case .area: nil
    }
  }
}

extension SharedLocation: Hashable {
  /// Returns whether two positions are equal.
  public static func == (a: SharedLocation, b: SharedLocation) -> Bool {
    a.storage === b.storage || a.storage.content == b.storage.content
  }

  /// Adds the position to a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(storage.content) }
}

/// An exact position with its attachment to the map.
public struct ExactLocation: Hashable, Sendable, Codable {
  /// The coordinate in degrees (WGS 84), on the matched lift or run where there is one.
  public let coordinate: Coordinate
  /// The place on the map, with the map's identifier; nil off the map.
  public let place: StoredPlace?
  /// The activity.
  public let state: TravellerState
  /// The speed over ground in metres per second; nil when unknown.
  public let speedMetresPerSecond: Double?

  package init(
    coordinate: Coordinate, place: StoredPlace?, state: TravellerState, speedMetresPerSecond: Double?
  ) {
    (self.coordinate, self.place) = (coordinate, place)
    (self.state, self.speedMetresPerSecond) = (state, speedMetresPerSecond)
  }
}

/// A ski area as it is shown to others.
public struct SharedArea: Hashable, Sendable, Codable {
  /// The source's identifier of the area as text; nil when the area is not mapped.
  public let id: String?
  /// The name; nil without one.
  public let name: String?

  package init(id: String?, name: String?) { (self.id, self.name) = (id, name) }
}

/// Changes of the positions that a viewer may see.
public struct LocationBatch: Hashable, Sendable {
  /// The changes, at most one for each person.
  public let changes: [LocationChange]
  /// Indicates whether these are all positions that may be seen, so that every other one is to be removed.
  public let isSnapshot: Bool
  /// The position in the trip's changes.
  public let cursor: LocationCursor
  /// The time by the server's ``TimeSource/monotonicMilliseconds`` from which the batch must not be handed on.
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

/// The outcome of reporting one fix.
@nonexhaustive
public enum UpdateOutcome: Hashable, Sendable {
  /// The position is stored durably, with the position in the trip's changes.
  case stored(LocationCursor)
  /// The position stored before holds, since the fix differs too little from it; with its place in the trip's changes.
  case unchanged(LocationCursor)
  /// A later position is stored.
  case older
  /// The fix was refused.
  case refused(FixRejection)
  /// The fix is outside of ski areas, where none of the grants shows it; nothing was stored.
  case outsideArea
  /// The user has no grant in the trip that holds now; nothing was stored.
  case notSharing
}
