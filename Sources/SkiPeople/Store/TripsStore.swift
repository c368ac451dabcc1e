package import SkiAPI
package import SkiBase

/// The store of the trip services: the database with all parts, the clock and the random source.
///
/// A shared object; `Sendable`. Open it by `TripsStore.open(_:)`, which knows all parts.
package final class TripsStore: Sendable {
  /// The database, the clock, the random source and live sharing.
  package let environment: TripsEnvironment
  /// The parts in their order, those of others last.
  package let parts: [TripsPart]

  /// Opens the store with parts, and brings their tables up to date, and those of live sharing.
  /// - Parameters:
  ///   - environment: The database, the clock and the random source.
  ///   - parts: The parts; each may use the tables of those before it.
  /// - Throws: `SkiError` with code `.unsupportedFormat` if a schema is newer than this program; besides, see `SQLDriver`.
  package init(_ environment: TripsEnvironment, parts: [TripsPart]) async throws {
    (self.environment, self.parts) = (environment, parts + environment.followers)
    _ = try await SharingStorage.sql(environment.driver)
    for part in parts {
      try await environment.driver.migrate(part.migrations, table: "trips_schema_\(part.name)")
    }
  }

  /// The current time.
  package var now: UniversalTime { environment.clock.now() }
  /// The monotonic clock, in milliseconds.
  var monotonicMilliseconds: Int64 { environment.clock.monotonicMilliseconds() }
  /// The source of identifiers and secrets.
  package var random: TripsRandom { environment.random }
  /// The work of live sharing after a commit.
  package var sharing: SharingFollower { environment.sharing }

  /// Runs a read-only transaction; see `SQLDriver.read`.
  package func read<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await environment.driver.read(body)
  }

  /// Runs a transaction, which may run again; see `SQLDriver.write`.
  @discardableResult
  package func write<T: Sendable>(
    _ body: @escaping @Sendable (TripsTransaction) throws -> T
  ) async throws -> T {
    let (now, random, parts, quotas) = (now, random, parts, environment.quotas)
    return try await environment.driver.write { connection in
      try body(TripsTransaction(connection, now: now, random: random, parts: parts, quotas: quotas))
    }
  }

  /// Removes the rows of all parts whose time is over; call it now and then.
  /// - Returns: The number of rows.
  /// - Throws: `SkiError` of the database.
  @discardableResult
  package func removeExpired() async throws -> Int {
    try await write { transaction in
      try transaction.parts.flatMap(\.removals.expired).reduce(0) { sum, statement in
        try sum + transaction.connection.change(statement, [.time(transaction.now)])
      }
    }
  }

  /// Returns what all parts store of a user, in the order of the parts.
  /// - Throws: `SkiError` of the database.
  package func export(_ user: UserID, _ connection: any SQLConnection) throws -> [JSONValue.Member] {
    try parts.flatMap { try $0.export(user, connection) }
  }
}
