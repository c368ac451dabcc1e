package import SkiAPI
package import SkiBase

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
