package import SkiAPI
import SkiBase

extension UserService {
  /// Returns the profiles of users, for routes of the server; unknown and removed users are left out.
  ///
  /// Profiles stay inside: callers show others only what follows from them.
  /// - Parameter users: At most some hundred users.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be read now.
  /// - Complexity: One query.
  package func skiers(of users: [UserID]) async throws -> [UserID: SkierWords] {
    let users = Set(users).sorted()
    guard !users.isEmpty else { return [:] }
    let places = users.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    return try await store.read { connection in
      let rows = try connection.rows(
        "SELECT id, skier FROM trips_users WHERE id IN (\(places))", users.map(SQLValue.id))
      var skiers: [UserID: SkierWords] = [:]
      for row in rows { skiers[try row.id(0)] = try StoredJSON.decode(row.text(1), "profile") }
      return skiers
    }
  }
}
