package import SkiAPI
package import SkiBase

/// The permissions of members in trips, for all services.
extension SQLConnection {
  /// Returns the standing of a user in a trip; nil for an unknown trip and for one the user does not belong to.
  /// - Throws: `SkiError`, see `SQLDriver`.
  /// - Complexity: O(log *n*) in the members.
  package func standing(of user: UserID, in trip: TripID) throws -> TripStanding? {
    try row(
      """
      SELECT m.role, t.from_ms, t.until_ms, t.zone, t.ended_ms FROM trips_trips t
      JOIN trips_members m ON m.trip = t.id WHERE t.id = $1 AND m.person = $2
      """, [.id(trip), .id(user)]
    ).map { row in
      TripStanding(
        trip: trip, user: user, role: try row.word(0),
        window: TimeWindow(fromMilliseconds: try row.integer(1), untilMilliseconds: try row.integer(2)),
        zone: TimeZoneName(stored: try row.text(3)), ended: try row.optionalTime(4))
    }
  }

  /// Returns the standing of a member.
  /// - Throws: `SkiError` with code `.notFound` for an unknown trip and for a user who does not belong to it.
  package func requireMember(_ user: UserID, of trip: TripID) throws -> TripStanding {
    guard let standing = try standing(of: user, in: trip) else { throw SkiError.unknown(trip) }
    return standing
  }

  /// Returns the standing of a host.
  /// - Throws: `SkiError` with code `.notFound` as ``requireMember(_:of:)``, `.notPermitted` for another member.
  package func requireHost(_ user: UserID, of trip: TripID) throws -> TripStanding {
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
  package func lockAsMember(_ user: UserID, of trip: TripID) throws -> TripStanding {
    try lock(trip)
    return try requireMember(user, of: trip)
  }
}
