package import SkiAPI
import SkiBase

extension SQLSharingStore {
  func insert(_ grant: ShareGrant, within quotas: Quotas) async throws -> Int64 {
    let body = try StoredJSON.text(grant)
    return try await driver.write { connection in
      // Its lock orders all insertions, so that no other is counted later.
      let version = try connection.increaseVersion()
      try connection.requireRoom(for: grant, within: quotas)
      try connection.insert(grant, body: body)
      try connection.note(version, for: [grant.trip])
      return version
    }
  }

  func touch(_ trip: TripID) async throws -> Int64 {
    try await driver.write { try $0.noteMembership(of: [trip]) }
  }

  func end(_ ending: Ending) async throws -> Int64 {
    try await driver.write { try $0.endSharing(ending) }
  }

  func grants(of owner: UserID) async throws -> [ShareGrant] {
    try await grants(SQLCondition("owner = $1", [.text(owner.rawValue)]))
  }

  func grants(in trip: TripID) async throws -> [ShareGrant] {
    try await grants(SQLCondition("trip = $1", [.text(trip.rawValue)]))
  }

  func grant(ofLink link: LinkHash) async throws -> ShareGrant? {
    try await grants(SQLCondition("link = $1", [.text(link.text)])).first
  }

  private func grants(_ condition: SQLCondition) async throws -> [ShareGrant] {
    try await driver.read { try $0.grants(condition) }
  }
}

extension SQLConnection {
  /// Returns the grants that fulfil a condition and have not ended, in order of their beginning.
  func grants(_ condition: SQLCondition) throws -> [ShareGrant] {
    let values = condition.values + [.integer(try nowMilliseconds())]
    return try rows(
      "SELECT body FROM grants WHERE \(condition.sql) AND until_ms > $\(values.count) ORDER BY from_ms, id",
      values
    ).map { try StoredJSON.grant($0.text(0)) }
  }
}

/// The endings of sharing as parts of larger transactions.
extension SQLConnection {
  /// Notes that the people or the end of trips changed, and tells other servers when the transaction commits.
  /// - Returns: The version that holds the change, as `SharingStore.touch` returns it.
  /// - Throws: `SkiError`, see ``SQLDriver``.
  @discardableResult
  package func noteMembership(of trips: Set<TripID>) throws -> Int64 {
    let version = try increaseVersion()
    try note(version, for: trips)
    return version
  }

  /// Ends sharing within a transaction, and tells other servers when it commits.
  /// - Returns: The version that excludes what ended, as `SharingStore.end` returns it.
  /// - Throws: `SkiError`, see ``SQLDriver``.
  @discardableResult
  package func endSharing(_ ending: Ending) throws -> Int64 {
    let version = try increaseVersion()
    let (grants, positions) = (ending.grantsCondition, ending.positionsCondition)
    var trips: Set<TripID> = []
    if let grants {
      for row in try rows("SELECT DISTINCT trip FROM grants WHERE \(grants.sql)", grants.values) {
        trips.insert(try TripID(row.text(0)))
      }
    }
    if let positions {
      let found = try rows(
        "SELECT DISTINCT trip FROM positions WHERE body IS NOT NULL AND \(positions.sql)", positions.values)
      for row in found { trips.insert(try TripID(row.text(0))) }
    }
    // The locks of the trips come first, in their order: positions on their way are stored before, or see the end.
    try note(version, for: trips)
    if let grants { try deleteGrants(grants) }
    if let positions { for trip in trips.sorted() { try removePositions(of: trip, positions) } }
    if case .erasure(let user) = ending { try noteErasure(of: user, version: version) }
    return version
  }
}

/// A condition with its values, from `$1` on.
struct SQLCondition: Sendable {
  var sql: String
  var values: [SQLValue]

  init(_ sql: String, _ values: [SQLValue]) { (self.sql, self.values) = (sql, values) }
}

extension Ending {
  /// The condition on the grants that end; nil when none does.
  fileprivate var grantsCondition: SQLCondition? {
    switch self {
    case .grant(let id, let owner):
      SQLCondition("id = $1 AND owner = $2", [.text(id.rawValue), .text(owner.rawValue)])
    case .position: nil
    case .sharing(let user, let trip?):
      SQLCondition("owner = $1 AND trip = $2", [.text(user.rawValue), .text(trip.rawValue)])
    case .sharing(let user, nil), .erasure(let user): SQLCondition("owner = $1", [.text(user.rawValue)])
    case .trip(let trip): SQLCondition("trip = $1", [.text(trip.rawValue)])
    }
  }

  /// The condition on the positions that are removed; nil when none is.
  fileprivate var positionsCondition: SQLCondition? {
    switch self {
    case .grant: nil
    case .position(let user, let trip?), .sharing(let user, let trip?):
      SQLCondition("traveller = $1 AND trip = $2", [.text(user.rawValue), .text(trip.rawValue)])
    case .position(let user, nil), .sharing(let user, nil), .erasure(let user):
      SQLCondition("traveller = $1", [.text(user.rawValue)])
    case .trip(let trip): SQLCondition("trip = $1", [.text(trip.rawValue)])
    }
  }
}

extension SQLConnection {
  /// Increments the version of grants and memberships, and returns it; holds the lock until the end of the transaction.
  func increaseVersion() throws -> Int64 {
    try rows("UPDATE sharing SET version = version + 1 WHERE id = 1 RETURNING version", []).integer()
  }

  /// Notes a version for trips, and tells other servers.
  func note(_ version: Int64, for trips: Set<TripID>) throws {
    for trip in trips.sorted() {
      try change(
        """
        INSERT INTO trips (trip, cursor_number, version) VALUES ($1, 0, $2)
        ON CONFLICT (trip) DO UPDATE SET version = excluded.version
        """, [.text(trip.rawValue), .integer(version)])
    }
    try notify(SharingNotice.sharing)
  }

  /// Counts a new grant, and refuses it when its owner has too many, or made too many on the day.
  fileprivate func requireRoom(for grant: ShareGrant, within quotas: Quotas) throws {
    let now = UniversalTime(milliseconds: try nowMilliseconds())
    try count(.grantsADay, of: grant.owner, within: quotas, at: now)
    let held = try rows(
      "SELECT COUNT(*) FROM grants WHERE owner = $1 AND until_ms > $2",
      [.text(grant.owner.rawValue), .integer(now.milliseconds)])
    try quotas.require(Int(try held.integer()) + 1, of: .grants)
  }

  func insert(_ grant: ShareGrant, body: String) throws {
    let link: SQLValue = if case .link(let hash) = grant.audience { .text(hash.text) } else { .null }
    let inserted = try change(
      """
      INSERT INTO grants (id, trip, owner, link, is_hidden, from_ms, until_ms, body)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING
      """,
      [
        .text(grant.id.rawValue), .text(grant.trip.rawValue), .text(grant.owner.rawValue), link,
        .integer(grant.precision == .hidden ? 1 : 0), .integer(grant.from.milliseconds),
        .integer(grant.until.milliseconds), .text(body),
      ])
    guard inserted == 1 else {
      throw SkiError(.conflict, "grant \(grant.id) exists already; give another identifier")
    }
    guard case .people(let people) = grant.audience else { return }
    for person in people.sorted() {
      try change(
        "INSERT INTO mentions (person, grant_id) VALUES ($1, $2)",
        [.text(person.rawValue), .text(grant.id.rawValue)])
    }
  }

  @discardableResult
  func deleteGrants(_ condition: SQLCondition) throws -> Int {
    try change(
      "DELETE FROM mentions WHERE grant_id IN (SELECT id FROM grants WHERE \(condition.sql))",
      condition.values)
    return try change("DELETE FROM grants WHERE \(condition.sql)", condition.values)
  }

  /// Replaces positions in a trip by rows that say that the traveller is gone.
  func removePositions(of trip: TripID, _ condition: SQLCondition) throws {
    let cursor = try rows(
      "UPDATE trips SET cursor_number = cursor_number + 1 WHERE trip = $1 RETURNING cursor_number",
      [.text(trip.rawValue)]
    ).integer()
    let next = condition.values.count
    try change(
      """
      UPDATE positions SET observed_ms = $\(next + 1), sequence = $\(next + 2), revision = 0, expires_ms = 0,
        cursor_number = $\(next + 3), body = NULL
      WHERE \(condition.sql) AND trip = $\(next + 4) AND body IS NOT NULL
      """,
      condition.values + [
        .integer(try nowMilliseconds()), .integer(.max), .integer(cursor), .text(trip.rawValue),
      ])
  }
}

extension [SQLRow] {
  /// Returns the integer of the only row.
  func integer() throws -> Int64 {
    guard let row = first, count == 1 else {
      throw SkiError(
        .malformedData, "the store has \(count) rows where one is expected; restore it from a copy")
    }
    return try row.integer(0)
  }
}

/// The permissions of live sharing as parts of larger transactions.
extension SQLConnection {
  /// Returns those of some people to whom a person shows the exact position in a trip now, by a grant in force.
  ///
  /// With a lock the answer holds until the end of the transaction: ends of sharing in the trip come before, or wait for it. A grant that
  /// holds only inside ski areas counts while the stored position, if it has not expired, is inside.
  /// - Parameters:
  ///   - owner: The person who shares.
  ///   - people: The people.
  ///   - trip: The trip.
  ///   - roster: The people of the trip, as this transaction reads them.
  ///   - isLocking: Indicates whether the trip is locked, in a transaction that writes.
  /// - Returns: The people, in their order.
  /// - Throws: `SkiError`, see ``SQLDriver``.
  /// - Complexity: O(*n* *g*) in the people and the person's grants; a number of statements that depends on neither.
  package func exactViewers(
    of owner: UserID, among people: [UserID], in trip: TripID, _ roster: TripRoster, isLocking: Bool = true
  ) throws -> [UserID] {
    let (trip, person) = (SQLValue.text(trip.rawValue), SQLValue.text(owner.rawValue))
    // The lock that an end of sharing takes, too.
    let lock = isLocking ? "{lock}" : ""
    guard try row("SELECT trip FROM trips WHERE trip = $1 \(lock)", [trip]) != nil else { return [] }
    let now = UniversalTime(milliseconds: try nowMilliseconds())
    let held = try grants(SQLCondition("trip = $1 AND owner = $2", [trip, person]))
    guard !held.isEmpty else { return [] }
    let position = try row(
      """
      SELECT body FROM positions
      WHERE trip = $1 AND traveller = $2 AND body IS NOT NULL AND expires_ms > $3
      """, [trip, person, .integer(now.milliseconds)]
    ).map { try StoredJSON.position($0.text(0)) }
    return people.filter { viewer in
      let question = AccessQuestion(
        viewer: .member(viewer), roster: roster, now: now, isInSkiArea: position?.isInSkiArea ?? false,
        isCoarseInSkiArea: position?.coarse.shown?.isInSkiArea ?? false)
      return Access.decide(owner: owner, grants: held, question)?.precision == .exact
    }
  }
}
