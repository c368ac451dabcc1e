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
