import SkiAPI
import SkiBase

/// The changes of friendships.
extension TripsTransaction {
  /// Locks two users in ascending order, and refuses a person whom the user may not know of.
  /// - Throws: `SkiError` with code `.invalidArgument` for one user twice, `.notFound`.
  func lockPair(_ user: UserID, _ person: UserID) throws {
    try SkiError.require(user != person, "the person is the acting user; give another")
    for one in [user, person].sorted() { try connection.lock(one) }
    guard try !connection.isBlocked(user, person),
      try connection.friendship(of: user, and: person) != nil
        || !connection.commonTrips(of: user, and: person).isEmpty
    else { throw SkiError.unknown(person) }
  }

  /// Locks two users, and refuses a person who has not asked.
  func requireRequest(from person: UserID, to user: UserID) throws {
    try lockPair(user, person)
    guard let friendship = try connection.friendship(of: user, and: person), friendship.since == nil,
      friendship.askedBy == person
    else { throw SkiError.unknown(person) }
  }

  /// Inserts a request between two locked users.
  func insertRequest(from user: UserID, to person: UserID) throws {
    try connection.change(
      "INSERT INTO trips_friends (lesser, greater, asked_by, asked_ms) VALUES ($1, $2, $3, $4)",
      [.id(min(user, person)), .id(max(user, person)), .id(user), .time(now)])
    try require(.friends, "trips_friends WHERE lesser = $1 OR greater = $1", of: user)
    try count(.friendRequestsADay, of: user)
    try raise(.friendRequested(from: user, to: person))
  }

  /// Makes friends of two locked users with a request.
  func befriend(_ user: UserID, _ person: UserID) throws {
    try connection.change(
      "UPDATE trips_friends SET since_ms = $1 WHERE lesser = $2 AND greater = $3",
      [.time(now), .id(min(user, person)), .id(max(user, person))])
    try raise(.friendsMade(user, person))
  }

  /// Ends the friendship or the request of two locked users.
  func part(_ user: UserID, _ person: UserID) throws {
    try connection.change(
      "DELETE FROM trips_friends WHERE lesser = $1 AND greater = $2",
      [.id(min(user, person)), .id(max(user, person))])
    try raise(.friendsParted(user, person))
  }
}

extension SQLConnection {
  /// Returns the number of rows of a user; the text is a table with its condition, `$1` the user.
  func count(_ rows: StaticString, _ user: UserID) throws -> Int {
    try Int(row("SELECT COUNT(*) FROM \(rows)", [.id(user)])?.integer(0) ?? 0)
  }
}
