package import SkiAPI
package import SkiBase

/// All that the trip services need from outside: a database, a clock, a source of random bytes, and live sharing.
package struct TripsEnvironment: Sendable {
  /// The database; live sharing keeps its tables in the same one.
  package var driver: any SQLDriver
  /// The clocks.
  package var clock: TimeSource
  /// The source of identifiers and secrets.
  package var random: TripsRandom
  /// The work of live sharing that follows a commit.
  package var sharing: SharingFollower
  /// The numbers of what people may make.
  package var quotas: Quotas
  /// The parts of others that follow changes of people and trips in their transactions; their tables are made before.
  package var followers: [TripsPart] = []

  /// Creates an environment.
  /// - Parameters:
  ///   - database: The database; live sharing may keep its tables in the same one.
  ///   - clock: The clocks; the system's by default.
  ///   - shares: The grants of live sharing in this process, which end with memberships, trips and users; nil without it.
  package init(database: StoreDatabase, clock: TimeSource = .system, shares: ShareRepository? = nil) {
    self.init(
      driver: database.driver, clock: clock, sharing: shares.map(SharingFollower.shares) ?? .none)
  }

  /// Creates an environment of a driver.
  /// - Parameters:
  ///   - driver: The database.
  ///   - clock: The clocks; the system's by default.
  ///   - random: The source of random bytes; the system's by default.
  ///   - sharing: The work of live sharing that follows a commit; none by default.
  ///   - quotas: The numbers of what people may make.
  package init(
    driver: any SQLDriver, clock: TimeSource = .system, random: TripsRandom = .system,
    sharing: SharingFollower = .none, quotas: Quotas = .standard
  ) {
    (self.driver, self.clock, self.random, self.sharing) = (driver, clock, random, sharing)
    self.quotas = quotas
  }
}

/// A source of random bytes for identifiers and secrets.
package struct TripsRandom: Sendable {
  private let source: @Sendable (Int) -> [UInt8]

  /// Creates a source from a function that returns a number of bytes.
  package init(_ bytes: @escaping @Sendable (_ count: Int) -> [UInt8]) { source = bytes }

  /// The system's source, which cannot be guessed.
  package static let system = TripsRandom { count in
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }

  /// Returns a number of random bytes.
  package func bytes(_ count: Int) -> [UInt8] { source(count) }

  /// Returns a number of random bytes as lower-case hexadecimal digits.
  package func hexadecimal(bytes count: Int) -> String { source(count).hexadecimal }

  /// Returns a new identifier of 128 random bits.
  /// - Throws: Nothing for the identifiers of this package, which accept 32 hexadecimal digits.
  package func identifier<ID: Identifier>(_ type: ID.Type = ID.self) throws -> ID {
    try ID(hexadecimal(bytes: 16))
  }
}

/// The work of live sharing that follows a committed change of people: it returns when no server shows what it must not.
///
/// Grants and stored positions end in the transaction of the change; this waits for the servers that hold copies.
package struct SharingFollower: Sendable {
  /// Follows a member who left a trip or was removed.
  package var memberLeft: @Sendable (UserID, TripID) async throws -> Void
  /// Follows a change of members, roles or the end of a trip.
  package var membershipChanged: @Sendable (TripID) async throws -> Void
  /// Follows the end of a trip.
  package var tripEnded: @Sendable (TripID) async throws -> Void
  /// Erases all of and about a removed user; it may be called again for one it has erased.
  package var userRemoved: @Sendable (UserID) async throws -> Void

  /// Returns what live sharing stores of a user; nil where there is none.
  package var export: @Sendable (UserID) async throws -> SharingExport?

  /// Creates the work from its functions; nothing is exported by default.
  package init(
    memberLeft: @escaping @Sendable (UserID, TripID) async throws -> Void,
    membershipChanged: @escaping @Sendable (TripID) async throws -> Void,
    tripEnded: @escaping @Sendable (TripID) async throws -> Void,
    userRemoved: @escaping @Sendable (UserID) async throws -> Void,
    export: @escaping @Sendable (UserID) async throws -> SharingExport? = { _ in nil }
  ) {
    (self.memberLeft, self.membershipChanged) = (memberLeft, membershipChanged)
    (self.tripEnded, self.userRemoved, self.export) = (tripEnded, userRemoved, export)
  }

  /// No work, for installations without live sharing.
  package static let none = SharingFollower(
    memberLeft: { _, _ in }, membershipChanged: { _ in }, tripEnded: { _ in }, userRemoved: { _ in })

  /// The work of the services of live sharing in this process.
  package static func shares(_ shares: ShareRepository) -> SharingFollower {
    SharingFollower(
      memberLeft: { user, trip in
        try await shares.stopSharing(as: user, in: trip)
        try await shares.membershipChanged(in: trip)
      },
      membershipChanged: { try await shares.membershipChanged(in: $0) },
      tripEnded: { try await shares.tripEnded($0) },
      userRemoved: { _ = try await shares.erase($0) }, export: { try await shares.export(of: $0) })
  }
}

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
