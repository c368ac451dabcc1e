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
