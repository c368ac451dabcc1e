package import SkiAPI
package import SkiBase

/// The statements of users.
extension SQLConnection {
  /// Returns a user; nil for an unknown or removed one.
  /// - Throws: `SkiError`, see `SQLDriver`.
  package func user(_ id: UserID) throws -> User? {
    guard let row = try row("SELECT name, skier, created_ms FROM trips_users WHERE id = $1", [.id(id)]) else {
      return nil
    }
    let links = try rows(
      "SELECT label, address, audience FROM trips_links WHERE person = $1 ORDER BY place", [.id(id)]
    ).map { try UserLink(label: $0.text(0), address: $0.text(1), audience: $0.word(2)) }
    return User(
      id: id, name: try row.text(0), links: links, skier: try StoredJSON.decode(row.text(1), "profile"),
      created: try row.time(2))
  }

  /// Locks a user until the end of the transaction, so that a removal at the same time waits or has happened.
  ///
  /// Locks come in the order: users ascending, then trips ascending, then others.
  /// - Throws: `SkiError` with code `.notFound` for an unknown or removed user.
  package func lock(_ user: UserID) throws {
    guard try row("SELECT 1 FROM trips_users WHERE id = $1 {lock}", [.id(user)]) != nil else {
      throw SkiError.unknown(user)
    }
  }

  /// Inserts a new user.
  /// - Throws: `SkiError`, see `SQLDriver`.
  func insert(_ user: User) throws {
    try change(
      "INSERT INTO trips_users (id, name, skier, created_ms) VALUES ($1, $2, $3, $4)",
      [.id(user.id), .text(user.name), .text(StoredJSON.text(user.skier)), .time(user.created)])
    try insert(user.links, of: user.id)
  }

  /// Changes a locked user.
  /// - Throws: `SkiError`, see `SQLDriver`.
  func apply(_ patch: UserPatch, to user: UserID) throws {
    if let name = patch.name {
      try change("UPDATE trips_users SET name = $1 WHERE id = $2", [.text(name), .id(user)])
    }
    if let skier = patch.skier {
      try change(
        "UPDATE trips_users SET skier = $1 WHERE id = $2", [.text(StoredJSON.text(skier)), .id(user)])
    }
    if let links = patch.links {
      try change("DELETE FROM trips_links WHERE person = $1", [.id(user)])
      try insert(links, of: user)
    }
  }

  private func insert(_ links: [UserLink], of user: UserID) throws {
    for (place, link) in links.enumerated() {
      try change(
        "INSERT INTO trips_links (person, place, label, address, audience) VALUES ($1, $2, $3, $4, $5)",
        [
          .id(user), .integer(Int64(place)), .text(link.label), .text(link.address),
          .text(link.audience.rawValue),
        ])
    }
  }
}
