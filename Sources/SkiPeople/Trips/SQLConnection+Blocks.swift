package import SkiAPI
package import SkiBase

/// The statements of blocks: what people may know of each other.
extension SQLConnection {
  /// Returns whether one of two users blocks the other, so that neither may know of the other.
  /// - Throws: `SkiError`, see `SQLDriver`.
  package func isBlocked(_ user: UserID, _ other: UserID) throws -> Bool {
    try row(
      "SELECT 1 FROM trips_blocks WHERE (person = $1 AND blocked = $2) OR (person = $2 AND blocked = $1)",
      [.id(user), .id(other)]) != nil
  }

  /// Returns the blocks that a user made, for an export; those made against the user are others' to know.
  func blockRecords(of user: UserID) throws -> [JSONValue] {
    try rows("SELECT blocked, since_ms FROM trips_blocks WHERE person = $1 ORDER BY blocked", [.id(user)])
      .map { row in
        .object(["person": .string(try row.text(0)), "since": .time(try row.time(1))])
      }
  }
}
