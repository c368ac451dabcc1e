import SkiBase
import SkiPeople
import Testing

/// One text of a statement does the same in every database.
struct StatementTests {
  private static let definition = """
    CREATE TABLE positions (
      person {text} NOT NULL, device BIGINT NOT NULL, seen_ms BIGINT NOT NULL, note {text},
      PRIMARY KEY (person, device))
    """

  private func withPositions<T: Sendable>(
    _ backend: StoreBackend, _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await backend.withDriver { driver in
      try await driver.write { try $0.change(Self.definition) }
      return try await driver.write(body)
    }
  }

  @Test(arguments: StoreBackend.usable)
  func `an upsert with a condition changes newer rows only`(backend: StoreBackend) async throws {
    let upsert = """
      INSERT INTO positions (person, device, seen_ms) VALUES ($1, $2, $3)
      ON CONFLICT (person, device) DO UPDATE SET seen_ms = excluded.seen_ms WHERE positions.seen_ms < excluded.seen_ms
      """
    let (counts, seen) = try await withPositions(backend) { connection in
      let counts = try [10, 5, 20, 20].map {
        try connection.change(upsert, [.text("anna"), .integer(1), .integer($0)])
      }
      return (counts, try connection.row("SELECT seen_ms FROM positions")?.integer(0))
    }
    #expect(counts == [1, 0, 1, 0])
    #expect(seen == 20)
  }

  @Test(arguments: StoreBackend.usable)
  func `returning gives the rows of insertions, updates and deletions`(backend: StoreBackend) async throws {
    let results = try await withPositions(backend) { connection in
      try [
        connection.rows(
          "INSERT INTO positions (person, device, seen_ms) VALUES ($1, 1, 5), ($1, 2, 6) RETURNING device, seen_ms",
          [.text("anna")]),
        connection.rows("UPDATE positions SET seen_ms = seen_ms + 1 WHERE device = 2 RETURNING seen_ms"),
        connection.rows("DELETE FROM positions WHERE device = 1 RETURNING person"),
        connection.rows("DELETE FROM positions WHERE device = 1 RETURNING person"),
      ].map { $0.map(\.values) }
    }
    #expect(
      results == [
        [[.integer(1), .integer(5)], [.integer(2), .integer(6)]], [[.integer(7)]], [[.text("anna")]], [],
      ])
  }

  @Test(arguments: StoreBackend.usable)
  func `row values select the rows after a cursor`(backend: StoreBackend) async throws {
    let devices = try await withPositions(backend) { connection in
      try connection.change(
        "INSERT INTO positions (person, device, seen_ms) VALUES ('a', 1, 5), ('a', 2, 5), ('b', 1, 5), ('b', 2, 4)"
      )
      return try connection.rows(
        "SELECT person, device FROM positions WHERE (seen_ms, person, device) > ($1, $2, $3) ORDER BY seen_ms, person, device LIMIT $4",
        [.integer(5), .text("a"), .integer(1), .integer(10)]
      ).map { try "\($0.text(0))\($0.integer(1))" }
    }
    #expect(devices == ["a2", "b1"])
  }

  @Test(arguments: StoreBackend.usable)
  func `many rows are inserted by one statement that selects from its values`(backend: StoreBackend)
    async throws
  {
    let count = 300
    let tuples = (0..<count).map { row in
      let first = 3 * row + 1
      return "(CAST($\(first) AS TEXT), CAST($\(first + 1) AS BIGINT), CAST($\(first + 2) AS TEXT))"
    }
    let insert = """
      INSERT INTO positions (person, device, seen_ms, note)
      SELECT column1, column2, 0, column3 FROM (VALUES \(tuples.joined(separator: ", "))) AS rows
      WHERE column2 >= 10
      ON CONFLICT (person, device) DO NOTHING
      """
    let values = (0..<count).flatMap { row -> [SQLValue] in
      [.text("p\(row % 7)"), .integer(Int64(row)), row % 3 == 0 ? .null : .text("n\(row)")]
    }
    let (first, second, notes) = try await withPositions(backend) { connection in
      (
        try connection.change(insert, values), try connection.change(insert, values),
        try connection.rows("SELECT COUNT(*), COUNT(note) FROM positions").map(\.values)
      )
    }
    #expect(first == count - 10)
    #expect(second == 0)
    #expect(notes == [[.integer(290), .integer(Int64((10..<count).filter { $0 % 3 != 0 }.count))]])
  }

  @Test(arguments: StoreBackend.usable)
  func `placeholders may occur in any order and several times`(backend: StoreBackend) async throws {
    let values = try await backend.withDriver { driver in
      try await driver.read {
        try $0.rows(
          "SELECT $2, $1, '$3', $2 -- $4\n, $11 + $3 + $4 + $5 + $6 + $7 + $8 + $9 + $10 /* $12 */",
          [.text("one"), .text("two")] + (3...11).map { .integer($0) }
        ).map(\.values)
      }
    }
    #expect(values == [[.text("two"), .text("one"), .text("$3"), .text("two"), .integer(63)]])
  }

  @Test(arguments: StoreBackend.usable)
  func `a definition and a query change no rows`(backend: StoreBackend) async throws {
    let counts = try await withPositions(backend) { connection in
      try [
        connection.change("INSERT INTO positions (person, device, seen_ms) VALUES ('a', 1, 5), ('a', 2, 5)"),
        connection.change("CREATE INDEX positions_seen ON positions (seen_ms)"),
        connection.change("SELECT person FROM positions"),
        connection.change("UPDATE positions SET seen_ms = 6"),
        connection.change("UPDATE positions SET seen_ms = 6 WHERE device = 9"),
        connection.change("DELETE FROM positions"),
      ]
    }
    #expect(counts == [2, 0, 0, 2, 0, 2])
  }

  @Test(arguments: StoreBackend.usable)
  func `rows are locked by the same text`(backend: StoreBackend) async throws {
    let count = try await withPositions(backend) { connection in
      try connection.change("INSERT INTO positions (person, device, seen_ms) VALUES ('a', 1, 5)")
      return try connection.rows("SELECT person FROM positions WHERE device = $1 {lock}", [.integer(1)]).count
    }
    #expect(count == 1)
  }

  @Test(arguments: StoreBackend.usable)
  func `a wrong number of values, a wrong placeholder and several statements are refused`(
    backend: StoreBackend
  ) async throws {
    try await backend.withDriver { driver in
      let refused: [(String, [SQLValue])] = [
        ("SELECT $1", []), ("SELECT $1", [.integer(1), .integer(2)]), ("SELECT 1", [.null]),
        ("SELECT $1 + $3", [.null, .null]),
        ("SELECT $0", []), ("SELECT ?", [.null]), ("SELECT {blob}", []), ("SELECT 1; SELECT 2", []),
        ("SELECT '\u{0}'", []),
      ]
      for (sql, values) in refused {
        await expectError(.invalidArgument) { _ = try await driver.read { try $0.rows(sql, values) } }
      }
      await expectError(.limitExceeded) { _ = try await driver.read { try $0.rows("SELECT $40000", []) } }
    }
  }

  @Test(arguments: StoreBackend.usable)
  func `an unknown table and a change while reading are errors of the program`(backend: StoreBackend)
    async throws
  {
    try await backend.withDriver { driver in
      try await driver.write { try $0.change(Self.definition) }
      for sql in ["SELECT missing FROM absent", "SELEC 1", "DELETE FROM positions"] {
        let error = await expectError(.internalInconsistency) {
          _ = try await driver.read { try $0.change(sql) }
        }
        #expect(error?.subject == sql)
      }
    }
  }

  @Test(arguments: StoreBackend.usable)
  func `a violated constraint is a conflict whose error holds no values`(backend: StoreBackend) async throws {
    try await backend.withDriver { driver in
      try await driver.write { connection in
        try connection.change(Self.definition)
        try connection.change(
          "CREATE TABLE owners (id BIGINT PRIMARY KEY, share BIGINT CHECK (share < 4242))")
        try connection.change("CREATE TABLE parts (owner BIGINT NOT NULL REFERENCES owners (id))")
        try connection.change("INSERT INTO positions (person, device, seen_ms) VALUES ('secret', 4711, 5)")
      }
      let violations: [(String, [SQLValue])] = [
        (
          "INSERT INTO positions (person, device, seen_ms) VALUES ($1, $2, 6)",
          [.text("secret"), .integer(4711)]
        ),
        (
          "INSERT INTO positions (person, device, seen_ms) VALUES ($1, $2, $3)",
          [.text("secret"), .integer(4712), .null]
        ),
        ("INSERT INTO owners (id, share) VALUES (1, $1)", [.integer(4713)]),
        ("INSERT INTO parts (owner) VALUES ($1)", [.integer(4714)]),
      ]
      for (sql, values) in violations {
        let error = await expectError(.conflict) { _ = try await driver.write { try $0.change(sql, values) } }
        #expect(error?.description.contains("secret") == false)
        #expect(error?.description.contains("471") == false)
      }
    }
  }
}
