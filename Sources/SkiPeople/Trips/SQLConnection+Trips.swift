public import SkiAPI
public import SkiBase
import SkiGraph

/// The statements of trips and members.
extension SQLConnection {
  /// Returns a trip; nil for an unknown one. It does not ask who may know of it.
  /// - Throws: `SkiError`, see `SQLDriver`.
  package func trip(_ id: TripID) throws -> Trip? {
    try row("SELECT \(Trip.columns) FROM trips_trips t WHERE t.id = $1", [.id(id)]).map { try $0.trip() }
  }

  /// Returns the trips of a user, the earliest first.
  func trips(of user: UserID) throws -> [OwnTrip] {
    try rows(
      """
      SELECT \(Trip.columns), m.role, m.joined_ms, CASE WHEN c.trip IS NULL THEN 0 ELSE 1 END
      FROM trips_members m JOIN trips_trips t ON t.id = m.trip
      LEFT JOIN trips_chosen c ON c.person = m.person AND c.trip = m.trip
      WHERE m.person = $1 ORDER BY t.from_ms, t.id
      """, [.id(user)]
    ).map { row in
      OwnTrip(
        trip: try row.trip(), role: try row.word(8), joined: try row.time(9), isChosen: try row.boolean(10))
    }
  }

  /// Returns the members of a trip whom a user may know of, without the user, in ascending order: those without a block
  /// between them.
  /// - Throws: `SkiError`, see `SQLDriver`.
  /// - Complexity: O(*n*) in the members; one query.
  package func visibleMembers(of trip: TripID, to user: UserID) throws -> [UserID] {
    try rows(
      """
      SELECT m.person FROM trips_members m WHERE m.trip = $1 AND m.person <> $2 AND \(BlockCondition.none(between: "$2", and: "m.person"))
      ORDER BY m.person
      """, [.id(trip), .id(user)]
    ).map { try $0.id(0) }
  }

  /// Returns the trips that both of two users belong to, in ascending order.
  /// - Throws: `SkiError`, see `SQLDriver`.
  package func commonTrips(of user: UserID, and other: UserID) throws -> [TripID] {
    try rows(
      """
      SELECT a.trip FROM trips_members a JOIN trips_members b ON b.trip = a.trip
      WHERE a.person = $1 AND b.person = $2 ORDER BY a.trip
      """, [.id(user), .id(other)]
    ).map { try $0.id(0) }
  }

  /// Returns the members of a trip whom a user may know of, the user among them, in the order of joining.
  ///
  /// Complexity: O(*n*) in the members; one query.
  func members(of trip: TripID, visibleTo user: UserID) throws -> [TripMember] {
    let rows = try rows(
      """
      SELECT m.person, u.name, m.role, m.joined_ms,
        CASE WHEN \(BlockCondition.none(between: "$2", and: "m.person")) THEN 1 ELSE 0 END
      FROM trips_members m JOIN trips_users u ON u.id = m.person
      WHERE m.trip = $1 ORDER BY m.joined_ms, m.person
      """, [.id(trip), .id(user)])
    let all = try rows.map { row in
      TripMember(
        user: try row.id(0), name: try row.text(1), role: try row.word(2), joined: try row.time(3))
    }
    return try zip(TripMember.marked(all), rows).filter { try $1.boolean(4) }.map(\.0)
  }

  /// Returns the number of members of a trip, and of the hosts among them.
  func counts(of trip: TripID) throws -> (members: Int, hosts: Int) {
    guard
      let row = try row(
        "SELECT COUNT(*), COALESCE(SUM(CASE WHEN role = 'host' THEN 1 ELSE 0 END), 0) FROM trips_members WHERE trip = $1",
        [.id(trip)])
    else { return (0, 0) }
    return (Int(try row.integer(0)), Int(try row.integer(1)))
  }

  /// Inserts a trip without members.
  func insert(_ trip: Trip) throws {
    try change(
      """
      INSERT INTO trips_trips (name, zone, areas, from_ms, until_ms, created_ms, ended_ms, id)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      """, try trip.values)
  }

  /// Stores a changed trip.
  func update(_ trip: Trip) throws {
    try change(
      """
      UPDATE trips_trips SET name = $1, zone = $2, areas = $3, from_ms = $4, until_ms = $5, created_ms = $6,
        ended_ms = $7 WHERE id = $8
      """, try trip.values)
  }
}

extension Trip {
  /// The columns that ``SQLRow/trip()`` reads, of the table `t`.
  fileprivate static let columns =
    "t.id, t.name, t.zone, t.areas, t.from_ms, t.until_ms, t.created_ms, t.ended_ms"

  fileprivate var values: [SQLValue] {
    get throws {
      [
        .text(name), .text(zone.rawValue), .text(try StoredJSON.text(areas.map(\.rawValue))),
        .time(window.from), .time(window.until), .time(created), .time(ended), .id(id),
      ]
    }
  }
}

extension SQLRow {
  fileprivate func trip() throws -> Trip {
    Trip(
      id: try id(0), name: try text(1), zone: TimeZoneName(stored: try text(2)),
      areas: (try StoredJSON.decode(text(3), "list of ski areas") as [String]).map { SourceID($0) },
      window: TimeWindow(fromMilliseconds: try integer(4), untilMilliseconds: try integer(5)),
      created: try time(6), ended: try optionalTime(7))
  }
}

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
