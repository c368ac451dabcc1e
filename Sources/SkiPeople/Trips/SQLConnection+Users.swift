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

/// The permissions of members in trips, for all services.
extension SQLConnection {
  /// Returns the standing of a user in a trip; nil for an unknown trip and for one the user does not belong to.
  /// - Throws: `SkiError`, see `SQLDriver`.
  /// - Complexity: O(log *n*) in the members.
  package func standing(of user: UserID, in trip: TripID) throws -> MemberStatus? {
    try row(
      """
      SELECT m.role, t.from_ms, t.until_ms, t.zone, t.ended_ms FROM trips_trips t
      JOIN trips_members m ON m.trip = t.id WHERE t.id = $1 AND m.person = $2
      """, [.id(trip), .id(user)]
    ).map { row in
      MemberStatus(
        trip: trip, user: user, role: try row.word(0),
        window: TimeWindow(fromMilliseconds: try row.integer(1), untilMilliseconds: try row.integer(2)),
        zone: TimeZoneName(stored: try row.text(3)), ended: try row.optionalTime(4))
    }
  }

  /// Returns the standing of a member.
  /// - Throws: `SkiError` with code `.notFound` for an unknown trip and for a user who does not belong to it.
  package func requireMember(_ user: UserID, of trip: TripID) throws -> MemberStatus {
    guard let standing = try standing(of: user, in: trip) else { throw SkiError.unknown(trip) }
    return standing
  }

  /// Returns the standing of a host.
  /// - Throws: `SkiError` with code `.notFound` as ``requireMember(_:of:)``, `.notPermitted` for another member.
  package func requireHost(_ user: UserID, of trip: TripID) throws -> MemberStatus {
    let standing = try requireMember(user, of: trip)
    try standing.requireHost()
    return standing
  }

  /// Locks a trip until the end of the transaction: its members, roles and end do not change meanwhile.
  ///
  /// Locks come in the order: users ascending, then trips ascending, then others.
  /// - Throws: `SkiError` with code `.notFound` for an unknown trip.
  package func lock(_ trip: TripID) throws {
    guard try row("SELECT 1 FROM trips_trips WHERE id = $1 {lock}", [.id(trip)]) != nil else {
      throw SkiError.unknown(trip)
    }
  }

  /// Locks a trip as ``lock(_:)-(TripID)`` and returns the standing of a member.
  /// - Throws: `SkiError` with code `.notFound` for an unknown trip and for a user who does not belong to it.
  package func lockAsMember(_ user: UserID, of trip: TripID) throws -> MemberStatus {
    try lock(trip)
    return try requireMember(user, of: trip)
  }
}

/// The statements of invitations.
extension SQLConnection {
  /// Inserts an invitation, and forgets those of the trip that are over.
  func insert(_ invitation: Invitation, digest: String, at now: UniversalTime) throws {
    try change(
      "DELETE FROM trips_invitations WHERE trip = $1 AND (expires_ms <= $2 OR uses_left = 0)",
      [.id(invitation.trip), .time(now)])
    try change(
      """
      INSERT INTO trips_invitations (id, trip, digest, role, made_by, made_ms, expires_ms, uses_left)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      """,
      [
        .id(invitation.id), .id(invitation.trip), .text(digest), .text(invitation.role.rawValue),
        .id(invitation.madeBy), .time(now), .time(invitation.expires), .integer(Int64(invitation.usesLeft)),
      ])
  }

  /// Returns the invitations to a trip that admit people, in the order of their ends.
  func invitations(to trip: TripID, at now: UniversalTime) throws -> [Invitation] {
    try rows(
      """
      SELECT id, role, made_by, expires_ms, uses_left FROM trips_invitations
      WHERE trip = $1 AND expires_ms > $2 AND uses_left > 0 ORDER BY expires_ms, id
      """, [.id(trip), .time(now)]
    ).map { row in
      Invitation(
        id: try row.id(0), trip: trip, role: try row.word(1), madeBy: try row.id(2), expires: try row.time(3),
        usesLeft: Int(try row.integer(4)))
    }
  }

  /// Returns the trip and the role of an invitation that admits a user; nil when none does.
  ///
  /// One made before the user was removed does not. One that is used up admits members, who use nothing.
  func openInvitation(_ digest: String, for user: UserID, at now: UniversalTime) throws
    -> (trip: TripID, role: TripRole)?
  {
    try row(
      """
      SELECT i.trip, i.role FROM trips_invitations i JOIN trips_trips t ON t.id = i.trip
      LEFT JOIN trips_expelled e ON e.trip = i.trip AND e.person = $2
      LEFT JOIN trips_members m ON m.trip = i.trip AND m.person = $2
      WHERE i.digest = $1 AND i.expires_ms > $3 AND t.ended_ms IS NULL AND t.until_ms > $3
        AND (i.uses_left > 0 OR m.person IS NOT NULL) AND (e.since_ms IS NULL OR e.since_ms < i.made_ms)
      """, [.text(digest), .id(user), .time(now)]
    ).map { (trip: try $0.id(0), role: try $0.word(1)) }
  }
}

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
