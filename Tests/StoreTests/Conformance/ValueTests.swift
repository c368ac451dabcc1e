import SkiBase
import SkiPeople
import Testing

/// Values written are read back equal, by every driver.
struct ValueTests {
  private static let definition = """
    CREATE TABLE samples (
      id BIGINT PRIMARY KEY, whole BIGINT, ratio DOUBLE PRECISION, words {text}, data {bytes})
    """
  private static let columns = "whole, ratio, words, data"

  /// Writes rows and reads them back.
  private func roundTrip(_ rows: [[SQLValue]], _ backend: StoreBackend) async throws -> [[SQLValue]] {
    try await backend.withDriver { driver in
      try await driver.write { connection in
        try connection.change(Self.definition)
        for (number, row) in rows.enumerated() {
          try connection.change(
            "INSERT INTO samples (id, \(Self.columns)) VALUES ($1, $2, $3, $4, $5)",
            [.integer(Int64(number))] + row)
        }
      }
      return try await driver.read { connection in
        try connection.rows("SELECT \(Self.columns) FROM samples ORDER BY id").map(\.values)
      }
    }
  }

  @Test(arguments: StoreBackend.usable)
  func `extreme integers, reals and missing values are read as written`(backend: StoreBackend) async throws {
    let integers: [Int64] = [.min, .min + 1, -1, 0, 1, 9_007_199_254_740_993, .max]
    let reals: [Double] = [
      0, 1, -1.5, 0.1, 1e15, 123_456_789.123_456_79, .pi, Double.leastNonzeroMagnitude,
      -Double.leastNormalMagnitude,
      Double.greatestFiniteMagnitude, -.infinity, .infinity,
    ]
    let rows: [[SQLValue]] =
      integers.map { [.integer($0), .null, .null, .null] } + reals.map { [.null, .real($0), .null, .null] }
      + [[.null, .null, .null, .null]]
    try await #expect(roundTrip(rows, backend) == rows)
  }

  @Test(arguments: StoreBackend.usable)
  func `texts and bytes of all kinds are read as written`(backend: StoreBackend) async throws {
    let texts = [
      "", " ", "piste", "👩‍👩‍👧 ⛷️", "a\u{308}ä", "'\"\\ $1 ?1 {bytes} ; -- /*", "one\ntwo\r\n\t",
      "\u{1}\u{7F}\u{FFFD}\u{10FFFF}",
      String(repeating: "é", count: 50_000),
    ]
    var state: UInt64 = 1
    let megabyte = (0..<1_048_576).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    let blobs: [[UInt8]] = [[], [0], [0, 0, 0], Array(0...255), Array("\\x41".utf8), megabyte]
    let rows: [[SQLValue]] =
      texts.map { [.null, .null, .text($0), .null] } + blobs.map { [.null, .null, .null, .blob($0)] }
    let read = try await roundTrip(rows, backend)
    #expect(read.count == rows.count)
    for (written, found) in zip(rows, read) { #expect(written == found) }
    // Equal texts may differ in their scalars; these must not.
    for (text, row) in zip(texts, read) {
      guard case .text(let found) = row[2] else { continue }
      #expect(Array(found.utf8) == Array(text.utf8))
    }
  }

  @Test(arguments: StoreBackend.usable)
  func `a text with U+0000 and a real that is not a number are refused`(backend: StoreBackend) async throws {
    for row in [[SQLValue.null, .null, .text("a\u{0}b"), .null], [.null, .real(.nan), .null, .null]] {
      await expectError(.invalidArgument) { _ = try await roundTrip([row], backend) }
    }
  }

  @Test(arguments: StoreBackend.usable)
  func `texts are ordered by their bytes`(backend: StoreBackend) async throws {
    let texts = ["b", "a", "B", "ä", "a b", "ab", "Z", "_", "🎿", "～"]
    let sorted = texts.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    let read = try await backend.withDriver { driver in
      try await driver.write { connection in
        try connection.change("CREATE TABLE words (word {text} PRIMARY KEY)")
        for text in texts { try connection.change("INSERT INTO words VALUES ($1)", [.text(text)]) }
        return try connection.rows("SELECT word FROM words ORDER BY word").map { try $0.text(0) }
      }
    }
    #expect(read == sorted)
  }

  @Test(arguments: StoreBackend.usable)
  func `comparisons, counts, sums and values without a table have the same types everywhere`(
    backend: StoreBackend
  ) async throws {
    let row = try await backend.withDriver { driver in
      try await driver.read { connection in
        try connection.rows(
          """
          SELECT $1, $2, $3, $4, 1 < 2, 1 > 2, COUNT(*), SUM(column1), MIN(column2)
          FROM (VALUES (CAST($5 AS BIGINT), CAST($6 AS DOUBLE PRECISION)), (2, 0.5)) AS pairs
          """, [.integer(7), .real(0.25), .text("x"), .blob([1, 2]), .integer(40), .real(1.5)])
      }
    }
    #expect(
      row.map(\.values) == [
        [
          .integer(7), .real(0.25), .text("x"), .blob([1, 2]), .integer(1), .integer(0), .integer(2),
          .integer(42), .real(0.5),
        ]
      ])
  }

  @Test(arguments: StoreBackend.usable)
  func `a column of another type or without a value is malformed data, named by its number`(
    backend: StoreBackend
  ) async throws {
    let row = try await backend.withDriver { driver in
      try await driver.read { try $0.row("SELECT $1, $2, $3", [.integer(5), .text("secret"), .null]) }
    }
    let found = try #require(row)
    #expect(try found.integer(0) == 5)
    #expect(try found.real(0) == 5)
    #expect(try found.text(1) == "secret")
    #expect(try found.optionalInteger(2) == nil)
    #expect(try found.optionalText(2) == nil)
    for access in [
      { _ = try found.integer(1) }, { _ = try found.text(0) }, { _ = try found.blob(1) },
      { _ = try found.real(1) },
      { _ = try found.text(2) }, { _ = try found.integer(3) }, { _ = try found.integer(-1) },
      { _ = try found.boolean(0) },
    ] {
      let error = await expectError(.malformedData) { try access() }
      #expect(error?.message.contains("column") == true)
      #expect(error?.description.contains("secret") == false)
      #expect(error?.subject == "SELECT $1, $2, $3")
    }
  }
}
