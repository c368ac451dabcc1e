import SkiAPI
import SkiBase

/// The ends of membership, each with all that depends on it.
extension TripsTransaction {
  /// Takes a member from a locked trip; removes the trip when none is left, and finds a host when none is left.
  /// - Throws: `SkiError`, see `SQLDriver`.
  func leave(_ trip: TripID, _ user: UserID) throws {
    try raise(.memberLeft(trip, user))
    let counts = try connection.counts(of: trip)
    if counts.members == 0 { return try raise(.tripRemoved(trip)) }
    guard counts.hosts == 0 else { return }
    try connection.change(
      """
      UPDATE trips_members SET role = 'host' WHERE trip = $1 AND person = (
        SELECT m.person FROM trips_members m WHERE m.trip = $1 ORDER BY m.joined_ms, m.person LIMIT 1)
      """, [.id(trip)])
    let next = try connection.rows(
      "SELECT person FROM trips_members WHERE trip = $1 AND role = 'host'", [.id(trip)])
    for row in next { try raise(.roleChanged(trip, try row.id(0), .host)) }
  }

  /// Takes a user from all trips, in ascending order.
  /// - Throws: `SkiError`, see `SQLDriver`.
  func leaveAllTrips(_ user: UserID) throws {
    // All locks come before the first end, which takes the lock of live sharing.
    let trips = try connection.rows(
      """
      SELECT t.id FROM trips_trips t WHERE t.id IN (SELECT m.trip FROM trips_members m WHERE m.person = $1)
      ORDER BY t.id {lock}
      """, [.id(user)]
    ).map { try $0.id(0, TripID.self) }
    // Another host may have removed the user meanwhile.
    for trip in trips where try connection.standing(of: user, in: trip) != nil { try leave(trip, user) }
  }

  /// Makes a locked user a member of a locked trip.
  /// - Throws: `SkiError` with code `.limitExceeded` for a user with too many trips; besides, see `SQLDriver`.
  func join(_ trip: TripID, _ user: UserID, as role: TripRole) throws {
    try connection.change(
      "INSERT INTO trips_members (trip, person, role, joined_ms) VALUES ($1, $2, $3, $4)",
      [.id(trip), .id(user), .text(role.rawValue), .time(now)])
    try require(.trips, "trips_members WHERE person = $1", of: user)
    try raise(.memberJoined(trip, user, role))
  }
}
