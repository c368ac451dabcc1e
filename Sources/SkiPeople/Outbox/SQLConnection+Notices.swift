import SkiAPI
import SkiBase

/// The statements of notices and preferences.
extension SQLConnection {
  /// Returns a page of a user's notices, the latest first, from a position on.
  func notices(
    of user: UserID, before position: NoticePosition?, at now: UniversalTime, limit: Int
  ) throws -> [Notice] {
    try rows(
      """
      SELECT \(Notice.columns) FROM trips_notices n
      WHERE n.recipient = $1 AND n.since_ms <= $2 AND (n.since_ms, n.id) < ($3, $4)
      ORDER BY n.since_ms DESC, n.id DESC LIMIT $5
      """,
      [
        .id(user), .time(now), .integer(position?.milliseconds ?? .max),
        .text(position?.notice.rawValue ?? ""), .integer(Int64(limit)),
      ]
    ).map { try $0.notice() }
  }

  /// Returns all notices that a user may read, for an export.
  func notices(of user: UserID) throws -> [Notice] {
    let all = try rows(
      "SELECT \(Notice.columns) FROM trips_notices n WHERE n.recipient = $1 ORDER BY n.since_ms, n.id",
      [.id(user)]
    ).map { try $0.notice() }
    var places = PlaceNotices(self)
    return try places.readable(all, as: user)
  }

  /// Returns the preferences of a user; nil when none are stored.
  func noticePreferences(of user: UserID) throws -> NoticePreferences? {
    try row(
      "SELECT \(NoticePreferences.columns) FROM trips_notice_preferences p WHERE p.person = $1", [.id(user)]
    ).map { try $0.preferences(from: 0) }
  }

  /// Stores the preferences of a user.
  func store(_ preferences: NoticePreferences, of user: UserID) throws {
    try change(
      """
      INSERT INTO trips_notice_preferences (person, muted, quiet_from, quiet_until, zone, digest_minutes)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (person) DO UPDATE SET muted = excluded.muted, quiet_from = excluded.quiet_from,
        quiet_until = excluded.quiet_until, zone = excluded.zone, digest_minutes = excluded.digest_minutes
      """,
      [
        .id(user), .text(try StoredJSON.text(preferences.mutedWords)),
        .optional(preferences.quiet.map { Int64($0.fromMinute) }),
        .optional(preferences.quiet.map { Int64($0.untilMinute) }), .text(preferences.zone.rawValue),
        .optional(preferences.digestMinutes.map(Int64.init)),
      ])
  }
}

extension Notice {
  /// The columns that ``SQLRow/notice()`` reads, of the table `n`.
  static let columns = "n.id, n.dedupe, n.kind, n.trip, n.actor, n.payload, n.since_ms, n.read_ms"
}

extension NoticePreferences {
  /// The columns that ``SQLRow/preferences(from:)`` reads, of the table `p`.
  static let columns = "p.zone, p.muted, p.quiet_from, p.quiet_until, p.digest_minutes"
}

extension SQLRow {
  /// The notice of the first eight columns; the actor of a host's word stays unknown.
  func notice() throws -> Notice {
    let kind: NoticeKind = try word(2)
    let actor = try optionalText(4).map { try UserID($0) }
    return Notice(
      id: try id(0), key: try text(1), kind: kind, trip: try optionalText(3).map { try TripID($0) },
      actor: kind == .hostWord ? nil : actor, payload: try StoredJSON.decode(text(5), "notice"),
      since: try time(6), isRead: try optionalTime(7) != nil)
  }

  /// The preferences of five columns from one on, which has a value.
  func preferences(from column: Int) throws -> NoticePreferences {
    let words: [String] = try StoredJSON.decode(text(column + 1), "list of kinds")
    let from = try optionalInteger(column + 2)
    let until = try optionalInteger(column + 3)
    return NoticePreferences(
      // A kind that a later version stored is none of this program's.
      muted: Set(words.compactMap(NoticeKind.init(rawValue:))),
      quiet: from.flatMap { from in
        until.map { QuietHours(fromMinute: Int(from), untilMinute: Int($0)) }
      },
      zone: TimeZoneName(stored: try text(column)),
      digestMinutes: try optionalInteger(column + 4).map { Int($0) })
  }
}

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
