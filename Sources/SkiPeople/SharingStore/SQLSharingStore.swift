import SkiAPI
import SkiBase

/// The store of live sharing in an SQL database, by one text of SQL for SQLite and PostgreSQL.
///
/// Changes of grants and renewals of leases lock the row of `sharing`, so that each renewal sees every change that was
/// committed before, and each change sees every lease. Positions lock the row of their trip, so that cursors become
/// visible in their order; trips are locked in ascending order.
final class SQLSharingStore: SharingStore {
  let driver: any SQLDriver

  /// Creates a store on a database whose schema is up to date.
  init(_ driver: any SQLDriver) { self.driver = driver }

  func listen(_ handler: @escaping @Sendable (StoreChange) -> Void) async throws
    -> Subscription
  {
    let listening = try await driver.listen { notice in handler(SharingNotice.change(of: notice)) }
    return Subscription { listening.cancel() }
  }
}

// MARK: Servers

extension SQLSharingStore {
  func renew(_ server: ServerID, applied: Int64) async throws -> SharingChanges {
    try await driver.write { connection in
      try connection.change("UPDATE sharing SET renewals = renewals + 1 WHERE id = 1", [])
      let version = try connection.rows("SELECT version FROM sharing WHERE id = 1", []).integer()
      let now = try connection.nowMilliseconds()
      try connection.change(
        """
        INSERT INTO servers (server, applied, renewed_ms) VALUES ($1, $2, $3)
        ON CONFLICT (server) DO UPDATE SET applied = excluded.applied, renewed_ms = excluded.renewed_ms
        """, [.text(server.rawValue), .integer(applied), .integer(now)])
      guard version > applied else {
        return SharingChanges(version: version, nowMilliseconds: now, trips: [:])
      }
      return SharingChanges(
        version: version, nowMilliseconds: now, trips: try connection.changedTrips(after: applied, now: now),
        erased: try connection.erasedUsers(after: applied))
    }
  }

  func leases() async throws -> ServerLeases {
    try await driver.read { connection in
      let leases = try connection.rows("SELECT server, applied, renewed_ms FROM servers", []).map { row in
        ServerLeases.Lease(
          server: try ServerID(row.text(0)), applied: try row.integer(1),
          renewedMilliseconds: try row.integer(2))
      }
      return ServerLeases(leases: leases, nowMilliseconds: try connection.nowMilliseconds())
    }
  }

  func retire(_ server: ServerID) async throws {
    try await driver.write { connection in
      try connection.change("DELETE FROM servers WHERE server = $1", [.text(server.rawValue)])
    }
  }
}

extension SQLConnection {
  /// Returns the users erased after a version.
  fileprivate func erasedUsers(after version: Int64) throws -> Set<UserDigest> {
    let found = try rows("SELECT digest FROM erasures WHERE version > $1", [.integer(version)])
    return Set(try found.map { UserDigest(stored: try $0.text(0)) })
  }

  /// Returns the grants that have not ended of each trip that changed after a version.
  fileprivate func changedTrips(after version: Int64, now: Int64) throws -> [TripID: [ShareGrant]] {
    var trips: [TripID: [ShareGrant]] = [:]
    for row in try rows("SELECT trip FROM trips WHERE version > $1", [.integer(version)]) {
      trips[try TripID(row.text(0))] = []
    }
    let grants = try rows(
      """
      SELECT g.body FROM grants g JOIN trips t ON t.trip = g.trip
      WHERE t.version > $1 AND g.until_ms > $2 ORDER BY g.trip, g.from_ms, g.id
      """, [.integer(version), .integer(now)])
    for row in grants {
      let grant = try StoredJSON.grant(row.text(0))
      trips[grant.trip, default: []].append(grant)
    }
    return trips
  }
}

/// The error that undoes a recording: a user was erased at a version that the server has not applied.
private struct LaterErasure: Error {}

extension SQLSharingStore {
  func record(_ counts: [AuditCount], applied: Int64) async throws -> Bool {
    // One row of a key, in one order, so that two servers never wait for each other.
    let sums = Dictionary(counts.map { ($0.key, $0.count) }, uniquingKeysWith: +)
    let sorted = sums.sorted { $0.key.isLocked(before: $1.key) }
    do {
      try await driver.write { connection in
        try connection.record(sorted)
        // Asked after the insertion: an erasure locks the table, and is seen by those who waited for it.
        let erasures = try connection.rows(
          "SELECT 1 FROM erasures WHERE version > $1 LIMIT 1", [.integer(applied)])
        if !erasures.isEmpty { throw LaterErasure() }
      }
      return true
    } catch is LaterErasure {
      return false
    }
  }

  func audit(of owner: UserID) async throws -> [AuditCount] {
    try await driver.read { connection in
      try connection.rows(
        "SELECT viewer, trip, grant_id, hour, deliveries FROM audit WHERE owner = $1", [.text(owner.rawValue)]
      )
      .map { row in
        let grant = try row.text(2)
        return AuditCount(
          key: AuditCount.Key(
            owner: owner, viewer: try row.text(0), trip: try TripID(row.text(1)),
            grant: grant.isEmpty ? nil : try GrantID(grant), hour: try row.integer(3)),
          count: try row.integer(4))
      }
    }
    .sorted { $0.key.isOrdered(before: $1.key) }
  }

  func sweep(keepingAuditDays days: Int) async throws {
    try await driver.write { connection in
      let milliseconds = try connection.nowMilliseconds()
      let now = SQLValue.integer(milliseconds)
      try connection.sweepDayCounts(at: UniversalTime(milliseconds: milliseconds))
      try connection.change(
        "DELETE FROM audit WHERE hour < $1",
        [.integer(AuditCount.firstHour(keepingDays: days, nowMilliseconds: milliseconds))])
      try connection.change("DELETE FROM positions WHERE body IS NOT NULL AND expires_ms <= $1", [now])
      try connection.change(
        "DELETE FROM positions WHERE body IS NULL AND observed_ms + \(LiveRow.goneMilliseconds) < $1", [now])
      try connection.deleteGrants(SQLCondition("until_ms <= $1", [now]))
      try connection.change(
        "DELETE FROM servers WHERE renewed_ms + \(ServerLeases.forgottenMilliseconds) <= $1", [now])
      try connection.change(
        "DELETE FROM erasures WHERE erased_ms + \(ServerLeases.forgottenMilliseconds) <= $1", [now])
    }
  }

  func erase(_ user: UserID) async throws -> EraseReceipt {
    var receipt = try await driver.write { connection in
      try connection.lock(table: "audit")
      let version = try connection.increaseVersion()
      return try connection.erase(user, version: version)
    }
    receipt.remainders = try await driver.purge()
    return receipt
  }
}

extension SQLConnection {
  /// The numbers of records of one statement; few, so that statements are prepared once.
  private static var recordSizes: [Int] { [256, 16, 1] }

  /// Adds counts with different keys, in their order.
  fileprivate func record(_ counts: [(key: AuditCount.Key, value: Int64)]) throws {
    var start = 0
    while start < counts.count {
      let size = Self.recordSizes.first { $0 <= counts.count - start } ?? 1
      try record(counts[start..<start + size])
      start += size
    }
  }

  /// Notes that a user is erased at a version.
  func noteErasure(of user: UserID, version: Int64) throws {
    try change(
      "INSERT INTO erasures (version, digest, erased_ms) VALUES ($1, $2, $3)",
      [.integer(version), .text(UserDigest(of: user).text), .integer(try nowMilliseconds())])
  }

  private func record(_ counts: ArraySlice<(key: AuditCount.Key, value: Int64)>) throws {
    let tuples = counts.indices.map { index in
      let first = (index - counts.startIndex) * 6
      return "(" + (1...6).map { "$\(first + $0)" }.joined(separator: ", ") + ")"
    }
    try change(
      """
      INSERT INTO audit (owner, hour, viewer, trip, grant_id, deliveries) VALUES \(tuples.joined(separator: ", "))
      ON CONFLICT (owner, hour, viewer, trip, grant_id)
      DO UPDATE SET deliveries = audit.deliveries + excluded.deliveries
      """,
      counts.flatMap { key, count -> [SQLValue] in
        [
          .text(key.owner.rawValue), .integer(key.hour), .text(key.viewer), .text(key.trip.rawValue),
          .text(key.grant?.rawValue ?? ""), .integer(count),
        ]
      })
  }

  fileprivate func erase(_ user: UserID, version: Int64) throws -> EraseReceipt {
    var receipt = EraseReceipt()
    let person = SQLValue.text(user.rawValue)
    let mentioning = try rows(
      "SELECT g.body FROM grants g JOIN mentions m ON m.grant_id = g.id WHERE m.person = $1 AND g.owner <> $1",
      [person]
    ).map { try StoredJSON.grant($0.text(0)) }
    let own = try rows(
      "SELECT DISTINCT trip FROM grants WHERE owner = $1 UNION SELECT trip FROM positions WHERE traveller = $1",
      [person])
    try note(version, for: Set(try own.map { try TripID($0.text(0)) }).union(mentioning.map(\.trip)))
    for grant in mentioning { try remove(user, from: grant) }
    receipt.mentions = mentioning.count
    receipt.grants = try deleteGrants(SQLCondition("owner = $1", [person]))
    receipt.positions = try change("DELETE FROM positions WHERE traveller = $1", [person])
    try removeDayCounts(of: user)
    receipt.auditRecords = try change("DELETE FROM audit WHERE owner = $1 OR viewer = $1", [person])
    return receipt
  }

  /// Removes a named person from a grant; the grant too where no person is left.
  private func remove(_ user: UserID, from grant: ShareGrant) throws {
    try deleteGrants(SQLCondition("id = $1", [.text(grant.id.rawValue)]))
    guard case .people(let people) = grant.audience, people != [user] else { return }
    var rest = grant
    rest.audience = .people(people.subtracting([user]))
    try insert(rest, body: try StoredJSON.text(rest))
  }
}

extension AuditCount.Key {
  fileprivate func isLocked(before other: Self) -> Bool {
    (owner, hour, viewer, trip, grant?.rawValue ?? "")
      < (other.owner, other.hour, other.viewer, other.trip, other.grant?.rawValue ?? "")
  }
}
