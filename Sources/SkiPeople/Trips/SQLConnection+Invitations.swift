import SkiAPI
import SkiBase

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
