/// A step from one version of a schema to the next.
///
/// A value; `Sendable`. Once released, a migration must not change.
package struct SQLMigration: Sendable {
  /// The version that the schema has afterwards; 1 for the first migration.
  package let number: Int
  /// The statements, in order, without placeholders.
  package let statements: [String]

  /// Creates a migration to a version.
  package init(_ number: Int, _ statements: [String]) {
    self.number = number
    self.statements = statements
  }

  /// Returns the tables that are there after migrations.
  /// - Complexity: O(*n*) in the statements.
  static func tables(after migrations: some Sequence<SQLMigration>) -> Set<String> {
    var tables: Set<String> = []
    for statement in migrations.lazy.flatMap(\.statements) {
      let words = statement.split { $0.isWhitespace || $0 == "(" }.prefix(6).map(String.init)
      guard words.count > 2, words[1] == "TABLE" else { continue }
      switch words[0] {
      case "CREATE": tables.insert(words[2])
      case "DROP": tables.remove(words[2])
      case "ALTER" where words.count > 5 && words[3...4] == ["RENAME", "TO"]:
        tables.remove(words[2])
        tables.insert(words[5])
      default: break
      }
    }
    return tables
  }
}

extension SQLDriver {
  /// Brings the schema to the version of the last migration.
  ///
  /// All missing migrations run in one transaction, once however many servers start at the same time. The table
  /// `skiroute_schema` holds the versions and the times of their migrations.
  /// - Parameters:
  ///   - migrations: All migrations, numbered from 1.
  ///   - table: The name of the table of versions, if it is another one: schemata of one database have a table each. It has
  ///     lower-case letters, digits and underscores only.
  /// - Returns: The numbers of the migrations that ran.
  /// - Throws: `SkiError` with code `.unsupportedFormat` if the schema is newer than the last migration, `.malformedData` if a
  ///   table is missing that a migration has made, or the table of versions, `.invalidArgument` for numbers that are not 1, 2, 3,
  ///   …; besides, see ``SQLDriver``. Nothing is changed then.
  @discardableResult
  package func migrate(_ migrations: [SQLMigration], table: String = "skiroute_schema") async throws -> [Int]
  {
    guard migrations.map(\.number) == Array(1..<(migrations.count + 1)) else {
      throw SkiError(
        .invalidArgument, "migrations have the numbers \(migrations.map(\.number)); number them from 1")
    }
    let versions = try SchemaVersions(table: table)
    return try await maintain { connection in
      let tables = try connection.tables()
      if !tables.contains(table) { try versions.requireNone(of: migrations, in: tables) }
      try versions.create(connection)
      let version = try versions.current(connection)
      guard version <= migrations.count else {
        throw SkiError(
          .unsupportedFormat,
          "the store's schema has version \(version), this program knows \(migrations.count); use a newer program"
        )
      }
      try versions.requireAll(of: migrations[..<version], in: tables)
      for migration in migrations[version...] { try versions.run(migration, connection) }
      return Array((version + 1)..<(migrations.count + 1))
    }
  }
}

/// The table of the migrations that have run.
private struct SchemaVersions {
  private let table: String

  init(table: String) throws {
    let isName = table.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
    }
    try SkiError.require(
      isName && !table.isEmpty,
      "the table of versions has the name \(table); use lower-case letters, digits and _")
    self.table = table
  }

  func create(_ connection: any SQLConnection) throws {
    try connection.change(
      "CREATE TABLE IF NOT EXISTS \(table) (number BIGINT PRIMARY KEY, migrated_ms BIGINT NOT NULL)")
  }

  func current(_ connection: any SQLConnection) throws -> Int {
    try Int(connection.row("SELECT COALESCE(MAX(number), 0) FROM \(table)")?.integer(0) ?? 0)
  }

  /// Refuses tables without the one that tells their version.
  func requireNone(of migrations: [SQLMigration], in tables: Set<String>) throws {
    guard let first = SQLMigration.tables(after: migrations).intersection(tables).min() else { return }
    throw SkiError(
      .malformedData,
      "the store lacks the table \(table), which tells the version of its table \(first); restore a copy, or use another store"
    )
  }

  /// Refuses a store without a table that its migrations have made.
  func requireAll(of migrations: ArraySlice<SQLMigration>, in tables: Set<String>) throws {
    guard let missing = SQLMigration.tables(after: migrations).subtracting(tables).min() else { return }
    throw SkiError(
      .malformedData,
      "the store lacks the table \(missing), which version \(migrations.count) of \(table) has; restore a copy, or use another store"
    )
  }

  func run(_ migration: SQLMigration, _ connection: any SQLConnection) throws {
    for statement in migration.statements { try connection.change(statement) }
    try connection.change(
      "INSERT INTO \(table) (number, migrated_ms) VALUES ($1, $2)",
      [.integer(Int64(migration.number)), .integer(connection.nowMilliseconds())])
  }
}

/// A database that keeps the rows of a store.
///
/// Repositories are written once over this protocol, in SQL that both drivers run; see the module's README for its rules.
/// `Sendable`: any number of tasks may use a driver at the same time. Bodies run outside of Swift's task pool, on a thread of
/// the driver, and may run more than once; they must have no effects besides those on the connection.
///
/// Every failure of the database is a `SkiError`:
/// - `.unavailable`: the store can't be reached, a connection was lost, the disk is full, a time limit was exceeded, or the
///   driver is closed;
/// - `.conflict`: a constraint is violated;
/// - `.malformedData`: the database file is corrupted, or a row has values of other types than expected;
/// - `.invalidArgument`: a wrong number of values, a text with U+0000, a real that is not a number, a wrong placeholder;
/// - `.limitExceeded`: too many or too long values;
/// - `.cancelled`: the calling task was cancelled, and nothing is changed;
/// - `.internalInconsistency`: a statement that the database doesn't understand, or a change in a reading transaction.
///
/// Messages and subjects contain names of tables and constraints and the beginning of statements, never values of rows.
package protocol SQLDriver: Sendable {
  /// Runs a read-only transaction, whose statements all see one snapshot.
  /// - Parameter body: Receives the connection, which is valid until the body returns.
  /// - Returns: The result of the body.
  /// - Throws: `SkiError`, see ``SQLDriver``, and errors of the body unchanged.
  func read<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T

  /// Runs a transaction: all of its changes are kept, or none.
  ///
  /// The body runs again (up to 8 times, with pauses in between) after a deadlock or a failure of serialisation. An error of
  /// the body, and an error of any statement even if the body catches it, undoes all changes. After `.unavailable` with a
  /// message that says so, a connection was lost while committing, and the changes may be kept.
  /// - Parameter body: Receives the connection, which is valid until the body returns.
  /// - Returns: The result of the body.
  /// - Throws: `SkiError`, see ``SQLDriver``, and errors of the body unchanged.
  @discardableResult
  func write<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T

  /// Runs a transaction as ``write(_:)`` that excludes other maintenance of the same store, by any process, and whose
  /// statements have no time limits: for changes of the schema.
  /// - Parameter body: Receives the connection, which is valid until the body returns.
  /// - Returns: The result of the body.
  /// - Throws: `SkiError`, see ``SQLDriver``, and errors of the body unchanged.
  @discardableResult
  func maintain<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T

  /// Begins to report the notices of transactions that commit after this method returns, by any process, in the order of
  /// their commits.
  ///
  /// A notice may be lost with a connection: readers poll as well, and read again after ``StoreNotice/reconnected``.
  /// - Parameter handler: Called on a thread of the driver, one call at a time; it must return soon and not wait for the driver.
  /// - Returns: A token that ends the reports.
  /// - Throws: `SkiError` with code `.unavailable` if the store can't be reached.
  func listen(_ handler: @escaping @Sendable (StoreNotice) -> Void) async throws -> any StoreListening

  /// Removes what deleted rows left in the files of the store, as far as the database can.
  /// - Returns: The places where bytes of deleted rows may remain, each with the reason and the remedy; empty when there are
  ///   none.
  /// - Throws: `SkiError`, see ``SQLDriver``.
  /// - Complexity: O(bytes of the store); others may wait.
  func purge() async throws -> [String]

  /// Waits for running transactions, refuses waiting ones, and ends all reports, threads and connections.
  ///
  /// Later uses fail with `.unavailable`. Closing again has no effect.
  func close() async
}

/// A database that keeps the rows of stores: SQLite by the product SkiSQLite, or PostgreSQL by SkiPostgres.
///
/// Any number of tasks may use it at the same time, and several stores may share it.
public struct StoreDatabase: Sendable {
  /// The driver of the database.
  package let driver: any SQLDriver

  /// Creates a database of a driver.
  package init(_ driver: any SQLDriver) { self.driver = driver }

  /// Waits for running transactions, refuses waiting ones, and closes the database; stores over it end.
  public func close() async { await driver.close() }
}
