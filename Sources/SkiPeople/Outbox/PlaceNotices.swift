import SkiAPI
import SkiBase

/// The permission to read notices that tell a place; it is that to see the exact position of the notice's actor now.
///
/// A notice waits for quiet hours, for a channel that is away, and in the list of its reader; the sharing may end meanwhile.
/// Answers are kept for one transaction.
struct PlaceNotices {
  private struct Sharing: Hashable {
    var actor: UserID
    var trip: TripID
  }

  private let connection: any SQLConnection
  private var readers: [Sharing: Set<UserID>] = [:]

  /// Creates permissions as a transaction reads them.
  init(_ connection: any SQLConnection) { self.connection = connection }

  /// Returns whether a notice may be read: any that tells no place, or no person's.
  /// - Complexity: O(*n* *g*) in the members of the trip and the grants of the actor, once for each actor and trip.
  mutating func mayRead(_ notice: Notice, as reader: UserID) throws -> Bool {
    guard notice.kind.tellsPlace, let actor = notice.actor, let trip = notice.trip else { return true }
    return try readers(of: actor, in: trip).contains(reader)
  }

  /// Returns the members of a trip who may read notices that tell a place of an actor.
  private mutating func readers(of actor: UserID, in trip: TripID) throws -> Set<UserID> {
    let sharing = Sharing(actor: actor, trip: trip)
    if let known = readers[sharing] { return known }
    var found: Set<UserID> = []
    if let roster = try connection.roster(of: trip) {
      let members = Array(roster.members)
      found = Set(
        try connection.exactViewers(of: actor, among: members, in: trip, roster, isLocking: false))
    }
    readers[sharing] = found
    return found
  }

  /// Returns the notices that a reader may read.
  mutating func readable(_ notices: [Notice], as reader: UserID) throws -> [Notice] {
    try notices.filter { try mayRead($0, as: reader) }
  }

  /// Returns the number of a reader's unread notices that may not be read.
  mutating func hiddenUnreadCount(of reader: UserID, at now: UniversalTime) throws -> Int {
    let kinds = NoticeKind.allCases.filter(\.tellsPlace).map { "'\($0.rawValue)'" }.joined(separator: ", ")
    return try connection.rows(
      """
      SELECT actor, trip, COUNT(*) FROM trips_notices
      WHERE recipient = $1 AND since_ms <= $2 AND read_ms IS NULL AND kind IN (\(kinds))
        AND actor IS NOT NULL AND trip IS NOT NULL
      GROUP BY actor, trip
      """, [.id(reader), .time(now)]
    ).reduce(0) { sum, row in
      try readers(of: row.id(0), in: row.id(1)).contains(reader) ? sum : sum + Int(row.integer(2))
    }
  }
}
