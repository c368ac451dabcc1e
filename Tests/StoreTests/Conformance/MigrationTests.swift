import SkiBase
import SkiPeople
import Testing

/// Migrations run once, in order, as a whole, in every database.
struct MigrationTests {
  private static let first = SQLMigration(1, ["CREATE TABLE people (name {text} PRIMARY KEY, data {bytes})"])
  private static let second = SQLMigration(
    2,
    [
      "ALTER TABLE people ADD COLUMN seen_ms BIGINT NOT NULL DEFAULT 0",
      "INSERT INTO people (name, seen_ms) VALUES ('anna', 5)",
    ])

  @Test(arguments: StoreBackend.usable)
  func `only missing migrations run`(backend: StoreBackend) async throws {
    try await backend.withDriver { driver in
      try await #expect(driver.migrate([]) == [])
      try await #expect(driver.migrate([Self.first]) == [1])
      try await #expect(driver.migrate([Self.first, Self.second]) == [2])
      try await #expect(driver.migrate([Self.first, Self.second]) == [])
      try await #expect(
        driver.read { try $0.rows("SELECT seen_ms FROM people").map(\.values) } == [[.integer(5)]])
    }
  }

  @Test(arguments: StoreBackend.usable)
  func `a schema that is newer than the program is refused`(backend: StoreBackend) async throws {
    try await backend.withDriver { driver in
      try await driver.migrate([Self.first, Self.second])
      let error = await expectError(.unsupportedFormat) { try await driver.migrate([Self.first]) }
      #expect(error?.message.contains("version 2") == true)
    }
  }

  @Test(arguments: StoreBackend.usable)
  func `a table that is missing or without its version is refused by its name`(backend: StoreBackend)
    async throws
  {
    let more = SQLMigration(3, ["CREATE TABLE kept (id BIGINT)", "ALTER TABLE kept RENAME TO places"])
    let last = SQLMigration(4, ["CREATE TABLE brief (id BIGINT)", "DROP TABLE brief"])
    let all = [Self.first, Self.second, more, last]
    try await backend.withDriver { driver in
      try await driver.migrate(all)
      try await #expect(driver.migrate(all) == [])
      for (table, message) in [
        ("places", "lacks the table places"), ("skiroute_schema", "lacks the table skiroute_schema"),
      ] {
        try await driver.write { try $0.change("DROP TABLE \(table)") }
        for _ in 0..<2 {
          let error = await expectError(.malformedData) { try await driver.migrate(all) }
          #expect(error?.message.contains(message) == true)
        }
      }
    }
  }

  @Test(arguments: StoreBackend.usable)
  func `a failing migration undoes all migrations of its run`(backend: StoreBackend) async throws {
    let failing = SQLMigration(
      3, ["CREATE TABLE places (id BIGINT PRIMARY KEY)", "INSERT INTO absent VALUES (1)"])
    try await backend.withDriver { driver in
      try await driver.migrate([Self.first])
      await expectError(.internalInconsistency) {
        try await driver.migrate([Self.first, Self.second, failing])
      }
      await expectError(.internalInconsistency) {
        _ = try await driver.read { try $0.rows("SELECT id FROM places") }
      }
      try await #expect(driver.migrate([Self.first, Self.second]) == [2])
    }
  }

  @Test(arguments: StoreBackend.usable)
  func `migrations with gaps in their numbers are refused`(backend: StoreBackend) async throws {
    try await backend.withDriver { driver in
      await expectError(.invalidArgument) { try await driver.migrate([Self.second]) }
      await expectError(.invalidArgument) { try await driver.migrate([Self.first, Self.first]) }
    }
  }

  @Test(arguments: StoreBackend.usable)
  func `eight starters of one driver run each migration once`(backend: StoreBackend) async throws {
    try await backend.withDriver { driver in
      let ran = try await withThrowingTaskGroup(of: [Int].self) { group in
        for _ in 0..<8 { group.addTask { try await driver.migrate([Self.first, Self.second]) } }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(ran == [1, 2])
    }
  }

  @Test(arguments: StoreBackend.usable)
  func `schemata with a table of versions each are independent`(backend: StoreBackend) async throws {
    let places = SQLMigration(1, ["CREATE TABLE places (id BIGINT PRIMARY KEY)"])
    try await backend.withDriver { driver in
      try await #expect(driver.migrate([Self.first, Self.second]) == [1, 2])
      try await #expect(driver.migrate([places], table: "other_schema") == [1])
      try await #expect(driver.migrate([places], table: "other_schema") == [])
      try await #expect(driver.migrate([Self.first, Self.second]) == [])
      for name in ["", "Other", "a b", "x; DROP TABLE places"] {
        await expectError(.invalidArgument) { try await driver.migrate([places], table: name) }
      }
    }
  }
}
