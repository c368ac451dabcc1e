import Foundation
package import SkiAPI
import SkiBase

/// The users: each sees, changes, exports and removes themselves.
///
/// Users begin to exist at their first login; see `LoginService`. What others may see of a user comes from `FriendService`.
package final class UserService: Sendable {
  /// The store.
  let store: TripsStore

  /// Creates the service over a store.
  package init(_ store: TripsStore) { self.store = store }

  /// Returns the acting user.
  ///
  /// See ``UserServing``.
  package func get(as user: UserID) async throws -> User {
    guard let found = try await store.read({ try $0.user(user) }) else { throw SkiError.unknown(user) }
    return found
  }

  /// Changes the acting user.
  ///
  /// See ``UserServing``.
  @discardableResult
  package func patch(_ patch: UserPatch, as user: UserID) async throws -> User {
    let patch = try patch.checked()
    return try await store.write { transaction in
      try transaction.connection.lock(user)
      try transaction.connection.apply(patch, to: user)
      guard let found = try transaction.connection.user(user) else { throw SkiError.unknown(user) }
      return found
    }
  }

  /// Returns all that the trip services and live sharing store of the acting user, as a JSON object in UTF-8.
  ///
  /// See ``UserServing``.
  /// - Complexity: O(*n*) memory in what is stored.
  package func export(as user: UserID) async throws -> [UInt8] {
    let store = store
    var members = try await store.read { connection in
      guard try connection.user(user) != nil else { throw SkiError.unknown(user) }
      return try store.export(user, connection)
    }
    if let sharing = try await store.sharing.export(user) {
      let text = String(decoding: try JSONEncoder().encode(sharing), as: UTF8.self)
      members.append(JSONValue.Member("sharing", .encoded(text)))
    }
    var bytes: [UInt8] = []
    JSONValue.object(members).write(to: &bytes)
    return bytes
  }

  /// Removes the acting user from every table, in one transaction, and erases what live sharing holds.
  ///
  /// See ``UserServing``.
  package func delete(as user: UserID) async throws {
    try await store.write { transaction in
      try transaction.connection.lock(user)
      try transaction.raise(.userLeaving(user))
      try transaction.raise(.userRemoved(user))
    }
    try await finish(user)
  }

  /// Repeats erasures of live sharing that were not confirmed when their users were removed; call it now and then.
  /// - Returns: The number of erasures that were finished.
  /// - Throws: `SkiError` with code `.unavailable` when one can't be finished now.
  @discardableResult
  package func finishRemovals() async throws -> Int {
    let users = try await store.read { connection in
      try connection.rows("SELECT person FROM trips_erasures ORDER BY asked_ms, person LIMIT 100")
        .map { try $0.id(0, UserID.self) }
    }
    for user in users { try await finish(user) }
    return users.count
  }

  private func finish(_ user: UserID) async throws {
    try await store.sharing.userRemoved(user)
    try await store.write { transaction in
      try transaction.connection.change("DELETE FROM trips_erasures WHERE person = $1", [.id(user)])
    }
  }
}

extension UserService {
  /// Returns the profiles of users, for routes of the server; unknown and removed users are left out.
  ///
  /// Profiles stay inside: callers show others only what follows from them.
  /// - Parameter users: At most some hundred users.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be read now.
  /// - Complexity: One query.
  package func skiers(of users: [UserID]) async throws -> [UserID: SkierSettings] {
    let users = Set(users).sorted()
    guard !users.isEmpty else { return [:] }
    let places = users.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    return try await store.read { connection in
      let rows = try connection.rows(
        "SELECT id, skier FROM trips_users WHERE id IN (\(places))", users.map(SQLValue.id))
      var skiers: [UserID: SkierSettings] = [:]
      for row in rows { skiers[try row.id(0)] = try StoredJSON.decode(row.text(1), "profile") }
      return skiers
    }
  }
}
