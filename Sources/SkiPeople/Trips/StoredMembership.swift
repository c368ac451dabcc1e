public import SkiAPI
public import SkiBase

/// The memberships of trips for live sharing, read from the store.
///
/// Each change of people, roles, blocks or ends increases the version of live sharing in its transaction, so that every
/// server of the installation reads the people again before it confirms the change.
package final class StoredMembership: TripMembership {
  private let driver: any SQLDriver

  /// Creates the memberships over the database of a `TripsStore`, which is opened before the first question.
  ///
  /// They need no store, since its environment needs live sharing, which needs them.
  package init(_ driver: any SQLDriver) { self.driver = driver }

  /// Returns the people of a trip, with the blocks among them; nil for an unknown trip.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be read now.
  /// - Complexity: O(*n*) in the members and blocks; two queries.
  package func roster(of trip: TripID) async throws -> TripRoster? {
    try await driver.read { try $0.roster(of: trip) }
  }

  /// Returns whether a person is a member of a trip.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be read now.
  /// - Complexity: O(log *n*) in the members of all trips; one query.
  package func isMember(_ person: UserID, of trip: TripID) async throws -> Bool {
    try await driver.read { connection in
      try connection.row(
        "SELECT 1 FROM trips_members WHERE trip = $1 AND person = $2", [.id(trip), .id(person)]) != nil
    }
  }
}

extension StoreDatabase {
  /// The memberships of the trips of a `TripsStore` over this database, for live sharing beside it.
  ///
  /// The store is opened before the first question.
  public var tripMembership: any TripMembership { StoredMembership(driver) }
}

extension SQLConnection {
  /// Returns the people of a trip with the blocks among them; nil for an unknown trip.
  func roster(of trip: TripID) throws -> TripRoster? {
    let people = try rows(
      """
      SELECT t.until_ms, t.ended_ms, m.person, m.role FROM trips_trips t
      LEFT JOIN trips_members m ON m.trip = t.id WHERE t.id = $1
      """, [.id(trip)])
    guard let first = people.first else { return nil }
    let planned = try first.time(0)
    var roster = TripRoster(members: [], until: try first.optionalTime(1).map { min($0, planned) } ?? planned)
    for row in people {
      guard let person = try row.optionalText(2) else { continue }
      let member = try UserID(person)
      roster.members.insert(member)
      if try row.word(3, TripRole.self) == .host { roster.hosts.insert(member) }
    }
    roster.blocks = try blocks(in: trip)
    return roster
  }

  private func blocks(in trip: TripID) throws -> [UserID: Set<UserID>] {
    let found = try rows(
      """
      SELECT b.person, b.blocked FROM trips_blocks b JOIN trips_members m ON m.person = b.person
      JOIN trips_members o ON o.person = b.blocked AND o.trip = m.trip WHERE m.trip = $1
      """, [.id(trip)])
    return try found.reduce(into: [:]) { blocks, row in
      blocks[try row.id(0), default: []].insert(try row.id(1))
    }
  }
}
