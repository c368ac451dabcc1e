package import SkiAPI
public import SkiBase

/// The storage of live sharing, as it is handed to ``SkiEnvironment``: in memory, in SQLite or in PostgreSQL.
///
/// It has no members, because positions leave it through the repositories alone.
public struct SharingStorage: Sendable {
  package let store: any SharingStore

  package init(_ store: any SharingStore) { self.store = store }
}

/// The operations of a store of live sharing.
///
/// Each is one transaction: it happens as a whole or not at all. All servers of an installation use one store. The times
/// of a store are those of its own clock, in milliseconds since 1970.
///
/// Every operation throws ``SkiError`` with code `.unavailable` when the store can't be reached now.
package protocol SharingStore: Sendable {
  // MARK: Servers

  /// Renews the lease of a server, and returns the changes of grants and memberships that it has not applied.
  ///
  /// Conflicts with ``end(_:)``, ``insert(_:)`` and ``touch(_:)``: those that commit later see the lease, those before are
  /// part of the changes.
  /// - Parameters:
  ///   - server: The server.
  ///   - applied: The version that the server has applied, and to which it confirms that it delivers nothing that the
  ///     version forbids; 0 for a server that begins.
  func renew(_ server: ServerID, applied: Int64) async throws -> SharingChanges
  /// Returns the leases of all servers.
  func leases() async throws -> ServerLeases
  /// Removes the lease of a server that delivers nothing any more.
  func retire(_ server: ServerID) async throws

  // MARK: Grants

  /// Stores a grant; returns the version that contains it.
  /// - Throws: ``SkiError`` with code `.conflict` for an identifier that exists, `.limitExceeded` beyond ``Quota/grants``,
  ///   `.rateLimited` beyond ``Quota/grantsADay``.
  func insert(_ grant: ShareGrant, within quotas: Quotas) async throws -> Int64
  /// Ends grants and removes positions; returns the version without them.
  func end(_ ending: Ending) async throws -> Int64
  /// Notes that the memberships of a trip changed; returns the version from which they hold.
  func touch(_ trip: TripID) async throws -> Int64
  /// Returns the grants of an owner that have not ended, in order of their beginning.
  func grants(of owner: UserID) async throws -> [ShareGrant]
  /// Returns the grants in a trip that have not ended.
  func grants(in trip: TripID) async throws -> [ShareGrant]
  /// Returns the grant whose audience is a link, unless it has ended.
  func grant(ofLink link: LinkHash) async throws -> ShareGrant?

  // MARK: Positions

  /// Stores rows, each only when it is later than the stored one and its user has a grant that may show it.
  /// - Returns: The outcome of each row, in order.
  func write(_ rows: [LiveRow]) async throws -> [RowOutcome]
  /// Returns the rows of a trip that changed after a cursor, expired ones not included.
  /// - Parameter cursor: The cursor of an earlier call; 0 for all rows.
  func rows(of trip: TripID, after cursor: Int64) async throws -> TripRows

  /// Returns the rows of several trips that changed after the cursor of each, as ``rows(of:after:)`` does, read at once.
  func rows(after cursors: [TripID: Int64]) async throws -> [TripID: TripRows]

  // MARK: Audit

  /// Adds counts of deliveries and refusals, all or none.
  /// - Parameter applied: The version that the server has applied.
  /// - Returns: `false`, and nothing is stored, when a user was erased at a later version: the counts may name them.
  func record(_ counts: [AuditCount], applied: Int64) async throws -> Bool
  /// Returns the counts for an owner in ascending order of hour, viewer and grant.
  func audit(of owner: UserID) async throws -> [AuditCount]

  // MARK: Hygiene

  /// Removes everything of and about a user whose sharing ended with ``Ending/erasure(_:)``.
  func erase(_ user: UserID) async throws -> EraseReceipt
  /// Removes expired rows, grants ended for long, leases of servers that are gone, digests of users erased for as long, and records
  /// of the audit that are older than a number of days.
  func sweep(keepingAuditDays days: Int) async throws

  /// Calls a function whenever another server or this one committed a change, until the returned value is released.
  ///
  /// Calls may be lost: servers read again after some time anyway.
  func listen(_ handler: @escaping @Sendable (StoreChange) -> Void) async throws -> Subscription
}

extension SharingStore {
  /// Stores a grant within the standard quotas.
  package func insert(_ grant: ShareGrant) async throws -> Int64 {
    try await insert(grant, within: .standard)
  }

  /// Reads one trip after the other.
  package func rows(after cursors: [TripID: Int64]) async throws -> [TripID: TripRows] {
    var read: [TripID: TripRows] = [:]
    for (trip, cursor) in cursors { read[trip] = try await rows(of: trip, after: cursor) }
    return read
  }
}

/// A committed change, told to other servers.
package enum StoreChange: Hashable, Sendable {
  /// Grants or memberships changed.
  case sharing
  /// Positions of trips changed.
  case trips([TripID])
  /// Anything may have changed, as after a lost connection.
  case unknown
}

/// The changes of grants and memberships since a version.
package struct SharingChanges: Hashable, Sendable {
  /// The version of the state that is returned.
  package var version: Int64
  /// The time of the store.
  package var nowMilliseconds: Int64
  /// The grants that have not ended of each trip with a change.
  package var trips: [TripID: [ShareGrant]]
  /// The users erased since the version.
  package var erased: Set<UserDigest>

  package init(
    version: Int64, nowMilliseconds: Int64, trips: [TripID: [ShareGrant]], erased: Set<UserDigest> = []
  ) {
    (self.version, self.nowMilliseconds, self.trips, self.erased) = (version, nowMilliseconds, trips, erased)
  }
}

/// The leases of all servers.
package struct ServerLeases: Hashable, Sendable {
  /// The lease of one server.
  package struct Lease: Hashable, Sendable {
    package var server: ServerID
    /// The greatest version that the server has applied.
    package var applied: Int64
    /// The time of the store at the last renewal.
    package var renewedMilliseconds: Int64

    package init(server: ServerID, applied: Int64, renewedMilliseconds: Int64) {
      (self.server, self.applied, self.renewedMilliseconds) = (server, applied, renewedMilliseconds)
    }
  }

  package var leases: [Lease]
  /// The time of the store.
  package var nowMilliseconds: Int64

  package init(leases: [Lease], nowMilliseconds: Int64) {
    (self.leases, self.nowMilliseconds) = (leases, nowMilliseconds)
  }
}

/// The grants to end and the positions to remove.
package enum Ending: Hashable, Sendable {
  /// One grant of an owner; positions stay, for those who may still see them.
  case grant(GrantID, owner: UserID)
  /// The position of a user in a trip, or in all; grants stay.
  case position(UserID, TripID?)
  /// The grants and the position of a user in a trip, or in all.
  case sharing(UserID, TripID?)
  /// All grants and positions of a trip.
  case trip(TripID)
  /// The grants and positions of a user in all trips, for good: servers forget what they hold of and about the user.
  case erasure(UserID)
}

/// The outcome of storing a row.
package enum RowOutcome: Hashable, Sendable {
  /// The row is stored durably, with this cursor.
  case stored(cursor: Int64)
  /// A later row of the user is stored.
  case older
  /// The user has no grant that may show the row.
  case notSharing
}

/// The rows of a trip that changed after a cursor.
package struct TripRows: Hashable, Sendable {
  package var rows: [LiveRow]
  /// The cursor after these rows.
  package var cursor: Int64
  /// The time of the store.
  package var nowMilliseconds: Int64

  package init(rows: [LiveRow], cursor: Int64, nowMilliseconds: Int64) {
    (self.rows, self.cursor, self.nowMilliseconds) = (rows, cursor, nowMilliseconds)
  }
}

extension SharingStorage {
  /// Opens the storage of live sharing in a database, and brings its schema up to date.
  /// - Parameter database: The database; it may hold other stores as well. Closing it ends the storage.
  /// - Throws: `SkiError` with code `.unsupportedFormat` if the schema is newer than this program, `.unavailable`
  ///   if the database can't be reached.
  public static func database(_ database: StoreDatabase) async throws -> SharingStorage {
    try await sql(database.driver)
  }

  /// Opens the storage of live sharing in the database of a driver.
  package static func sql(_ driver: any SQLDriver) async throws -> SharingStorage {
    try await driver.migrate(SharingSchema.migrations)
    try await driver.openDayCounts()
    return SharingStorage(SQLSharingStore(driver))
  }
}

/// The tables of live sharing, for SQLite and PostgreSQL alike; see ``SQLMigration``.
///
/// Times are whole milliseconds since 1970. One row of `positions` is all that is kept of a traveller in a trip: the
/// latest position, or, without a body, that they are gone.
enum SharingSchema {
  /// All migrations.
  static let migrations = [SQLMigration(1, first), SQLMigration(2, erasures), SQLMigration(3, ages)]

  /// The digests of erased users, for servers that hold counts of their deliveries.
  private static let erasures = [
    "CREATE TABLE erasures (version BIGINT PRIMARY KEY, digest {text} NOT NULL, erased_ms BIGINT NOT NULL)"
  ]

  /// The order of the audit by which its end is found.
  private static let ages = ["CREATE INDEX audit_by_hour ON audit (hour)"]

  /// The statements of the first version.
  private static let first = [
    // One row; its lock orders changes of grants and renewals of leases.
    "CREATE TABLE sharing (id BIGINT PRIMARY KEY, version BIGINT NOT NULL, renewals BIGINT NOT NULL)",
    "INSERT INTO sharing (id, version, renewals) VALUES (1, 0, 0)",
    "CREATE TABLE trips (trip {text} PRIMARY KEY, cursor_number BIGINT NOT NULL, version BIGINT NOT NULL)",
    "CREATE INDEX trips_by_version ON trips (version)",
    """
    CREATE TABLE grants (
      id {text} PRIMARY KEY, trip {text} NOT NULL, owner {text} NOT NULL, link {text}, is_hidden BIGINT NOT NULL,
      from_ms BIGINT NOT NULL, until_ms BIGINT NOT NULL, body {text} NOT NULL)
    """,
    "CREATE INDEX grants_by_trip ON grants (trip, owner)",
    "CREATE INDEX grants_by_owner ON grants (owner)",
    "CREATE INDEX grants_by_link ON grants (link)",
    "CREATE TABLE mentions (person {text} NOT NULL, grant_id {text} NOT NULL, PRIMARY KEY (person, grant_id))",
    """
    CREATE TABLE positions (
      trip {text} NOT NULL, traveller {text} NOT NULL, observed_ms BIGINT NOT NULL, sequence BIGINT NOT NULL,
      revision BIGINT NOT NULL, expires_ms BIGINT NOT NULL, cursor_number BIGINT NOT NULL, body {text},
      PRIMARY KEY (trip, traveller))
    """,
    "CREATE TABLE servers (server {text} PRIMARY KEY, applied BIGINT NOT NULL, renewed_ms BIGINT NOT NULL)",
    """
    CREATE TABLE audit (
      owner {text} NOT NULL, hour BIGINT NOT NULL, viewer {text} NOT NULL, trip {text} NOT NULL, grant_id {text} NOT NULL,
      deliveries BIGINT NOT NULL, PRIMARY KEY (owner, hour, viewer, trip, grant_id))
    """,
    "CREATE INDEX audit_by_viewer ON audit (viewer)",
  ]
}
