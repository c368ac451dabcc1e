package import SkiAPI
package import SkiBase
import SkiGraph

/// The lists of people as others may see them, each in one query.
extension SQLConnection {
  /// Returns the other members of a trip whom a member may know of, by name.
  ///
  /// Empty for a user who is no member. Complexity: O(*n* log *n*) in the members.
  func companions(of user: UserID, in trip: TripID) throws -> [Companion] {
    let rows = try rows(
      """
      SELECT m.person, u.name, m.role, COALESCE(f1.asked_by, f2.asked_by), COALESCE(f1.since_ms, f2.since_ms),
        l.label, l.address
      FROM trips_members own JOIN trips_members m ON m.trip = own.trip AND m.person <> own.person
      JOIN trips_users u ON u.id = m.person
      LEFT JOIN trips_friends f1 ON f1.lesser = $2 AND f1.greater = m.person
      LEFT JOIN trips_friends f2 ON f2.lesser = m.person AND f2.greater = $2
      LEFT JOIN trips_links l ON l.person = m.person AND (l.audience = 'trip'
        OR (l.audience = 'friends' AND COALESCE(f1.since_ms, f2.since_ms) IS NOT NULL))
      WHERE own.trip = $1 AND own.person = $2
        AND \(BlockCondition.none(between: "$2", and: "m.person"))
      ORDER BY u.name, m.person, l.place
      """, [.id(trip), .id(user)])
    return try Self.companions(rows, seenBy: user)
  }

  /// Returns the friends of a user, and those who have asked or are asked, by name.
  ///
  /// Links are shown to friends only. Complexity: O(*n* log *n*) in the friends.
  func friends(of user: UserID) throws -> [Companion] {
    let rows = try rows(
      """
      SELECT u.id, u.name, CAST(NULL AS TEXT), f.asked_by, f.since_ms, l.label, l.address
      FROM trips_friends f
      JOIN trips_users u ON u.id = CASE WHEN f.lesser = $1 THEN f.greater ELSE f.lesser END
      LEFT JOIN trips_links l ON l.person = u.id AND l.audience <> 'owner' AND f.since_ms IS NOT NULL
      WHERE f.lesser = $1 OR f.greater = $1
      ORDER BY u.name, u.id, l.place
      """, [.id(user)])
    return try Self.companions(rows, seenBy: user)
  }

  /// Returns the people whom a user blocks, by name.
  func blockedPeople(by user: UserID) throws -> [BlockedPerson] {
    try rows(
      """
      SELECT b.blocked, u.name, b.since_ms FROM trips_blocks b JOIN trips_users u ON u.id = b.blocked
      WHERE b.person = $1 ORDER BY u.name, b.blocked
      """, [.id(user)]
    ).map { BlockedPerson(user: try $0.id(0), name: try $0.text(1), since: try $0.time(2)) }
  }

  /// Returns one person for the rows of each, which differ in their links.
  private static func companions(_ rows: [SQLRow], seenBy user: UserID) throws -> [Companion] {
    var found: [Companion] = []
    for row in rows {
      let person: UserID = try row.id(0)
      if found.last?.user != person {
        found.append(
          Companion(
            user: person, name: try row.text(1), role: try row.optionalText(2).flatMap(TripRole.init),
            state: try row.friendState(seenBy: user), links: []))
      }
      if let label = try row.optionalText(5) {
        found[found.count - 1].links.append(Companion.Link(label: label, address: try row.text(6)))
      }
    }
    return found
  }
}

extension SQLRow {
  fileprivate func friendState(seenBy user: UserID) throws -> FriendState {
    guard let askedBy = try optionalText(3) else { return .none }
    if try optionalInteger(4) != nil { return .friend }
    return askedBy == user.rawValue ? .asked : .asking
  }
}

/// The statements of friendships.
extension SQLConnection {
  /// Returns whether two users are friends, by consent of both.
  /// - Throws: `SkiError`, see `SQLDriver`.
  package func areFriends(_ user: UserID, _ other: UserID) throws -> Bool {
    try friendship(of: user, and: other)?.since != nil
  }

  /// Returns the request or the friendship of two users; nil when there is neither.
  func friendship(of user: UserID, and other: UserID) throws -> Friendship? {
    try row(
      "SELECT asked_by, since_ms FROM trips_friends WHERE lesser = $1 AND greater = $2",
      [.id(min(user, other)), .id(max(user, other))]
    ).map { Friendship(askedBy: try $0.id(0), since: try $0.optionalTime(1)) }
  }

  /// Returns the friendships and requests of a user for an export.
  func friendRecords(of user: UserID) throws -> [JSONValue] {
    try rows(
      """
      SELECT lesser, greater, asked_by, asked_ms, since_ms FROM trips_friends
      WHERE lesser = $1 OR greater = $1 ORDER BY lesser, greater
      """, [.id(user)]
    ).map { row in
      let (lesser, greater) = (try row.text(0), try row.text(1))
      return .object([
        "person": .string(lesser == user.rawValue ? greater : lesser), "askedBy": .string(try row.text(2)),
        "asked": .time(try row.time(3)), "since": .time(try row.optionalTime(4)),
      ])
    }
  }
}

/// A request for friendship, or a friendship by consent, of two users.
struct Friendship: Sendable, Hashable {
  /// The user who asked.
  var askedBy: UserID
  /// The time of the consent; nil for a request.
  var since: UniversalTime?
}

/// The statements of favourites and of preferences for what is near.
extension SQLConnection {
  /// Returns the favourites of a user, the latest first.
  func favourites(of user: UserID) throws -> [Favourite] {
    try rows(
      "SELECT source, kind, added_ms FROM trips_favourites WHERE person = $1 ORDER BY added_ms DESC, source",
      [.id(user)]
    ).map { row in
      Favourite(source: SourceID(try row.text(0)), kind: try row.word(1), added: try row.time(2))
    }
  }

  /// Returns the preferences of a user; nil when none are stored.
  func nearbyPreferences(of user: UserID) throws -> NearbyPreferences? {
    try row("SELECT measure, greatest FROM trips_nearby WHERE person = $1", [.id(user)]).map { row in
      switch try row.text(0) {
      case "metres": .metres(try row.real(1))
      case "minutes": .minutes(try row.real(1))
      default:
        throw SkiError(
          .malformedData,
          "the stored measure of what is near is unknown; the store was changed by another program")
      }
    }
  }
}
