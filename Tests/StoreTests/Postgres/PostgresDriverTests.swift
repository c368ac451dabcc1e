import SkiBase
import SkiPeople
import SkiPostgres
import SkiStoreTestSupport
import Testing

/// PostgreSQL's pool: limits of time, deadlocks, several servers.
@Suite(.enabled(if: PostgresServer.isUsable, "PostgreSQL is not installed"))
struct PostgresDriverTests {
  /// Limits that a loaded machine doesn't exceed.
  private static let patient: PostgresOptions = {
    var options = PostgresOptions()
    (options.waitSeconds, options.idleMilliseconds) = (60, 60_000)
    (options.statementMilliseconds, options.lockMilliseconds) = (60_000, 60_000)
    return options
  }()

  /// Calls a body with drivers of one database, one for each of several options.
  private func withDrivers(
    _ options: [PostgresOptions], _ body: ([PostgresDriver]) async throws -> Void
  ) async throws {
    try await PostgresServer.withDatabase { address in
      let drivers = try options.map { try PostgresDriver(address, options: $0) }
      let result: Result<Void, any Error>
      do {
        result = .success(try await body(drivers))
      } catch {
        result = .failure(error)
      }
      for driver in drivers { await driver.close() }
      try result.get()
    }
  }

  private func withDrivers(_ count: Int, _ body: ([PostgresDriver]) async throws -> Void) async throws {
    try await withDrivers(Array(repeating: Self.patient, count: count), body)
  }

  @Test func `eight servers that start at the same time run each migration once`() async throws {
    let migrations = (1...5).map {
      SQLMigration(
        $0, ["CREATE TABLE part\($0) (id BIGINT PRIMARY KEY)", "INSERT INTO part\($0) VALUES (\($0))"])
    }
    try await withDrivers(8) { drivers in
      let ran = try await withThrowingTaskGroup(of: [Int].self) { group in
        for driver in drivers { group.addTask { try await driver.migrate(migrations) } }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(ran == [1, 2, 3, 4, 5])
    }
  }

  @Test func `a notice of one server reaches another`() async throws {
    try await withDrivers(2) { drivers in
      let log = NoticeLog()
      _ = try await drivers[0].listen { log.add($0) }
      try await drivers[1].write { try $0.notify("from the other") }
      try await #expect(log.waiting(for: .committed("from the other")) == [.committed("from the other")])
    }
  }

  @Test func `large values are compressed by LZ4 where the server has it`() async throws {
    try await withDrivers(1) { drivers in
      let text = String(repeating: "a lift, a run; ", count: 10_000)
      try await drivers[0].write { connection in
        try connection.change("CREATE TABLE texts (content {text} NOT NULL)")
        try connection.change("INSERT INTO texts VALUES ($1)", [.text(text)])
      }
      let (kept, method, hasLZ4) = try await drivers[0].read { connection in
        let row = try #require(
          try connection.row("SELECT content, pg_column_compression(content) FROM texts"))
        let setting = try connection.row(
          """
          SELECT CASE WHEN 'lz4' = ANY (enumvals) THEN 1 ELSE 0 END FROM pg_settings
          WHERE name = 'default_toast_compression'
          """)
        return (try row.text(0), try row.text(1), try setting?.integer(0) == 1)
      }
      #expect(kept == text)
      #expect(method == (hasLZ4 ? "lz4" : "pglz"))
    }
  }

  @Test func `transactions that lock rows in opposite orders all succeed`() async throws {
    try await withDrivers(2) { drivers in
      try await drivers[0].write { connection in
        try connection.change("CREATE TABLE pairs (id BIGINT PRIMARY KEY, number BIGINT NOT NULL)")
        try connection.change("INSERT INTO pairs VALUES (0, 0), (1, 0)")
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (turn, driver) in (drivers + drivers).enumerated() {
          group.addTask {
            for _ in 0..<10 {
              try await driver.write { connection in
                for step in 0..<2 {
                  try connection.change(
                    "UPDATE pairs SET number = number + 1 WHERE id = $1", [.integer(Int64((turn + step) % 2))]
                  )
                }
              }
            }
          }
        }
        try await group.waitForAll()
      }
      let numbers = try await drivers[0].read {
        try $0.rows("SELECT number FROM pairs").map { try $0.integer(0) }
      }
      #expect(numbers == [40, 40])
    }
  }

  @Test func `statements and locks that exceed their limits are unavailable, and the connection goes on`()
    async throws
  {
    var (brief, impatient) = (Self.patient, Self.patient)
    (brief.connections, brief.statementMilliseconds) = (1, 1_000)
    (impatient.connections, impatient.lockMilliseconds) = (1, 100)
    try await withDrivers([Self.patient, brief, impatient]) { drivers in
      try await drivers[0].write { connection in
        try connection.change("CREATE TABLE marks (id BIGINT PRIMARY KEY)")
        try connection.change("INSERT INTO marks VALUES (1)")
      }
      await expectError(.unavailable) { _ = try await drivers[1].read { try $0.rows("SELECT pg_sleep(60)") } }
      try await #expect(drivers[1].read { try $0.rows("SELECT id FROM marks").count } == 1)
      let blocked = BlockedWrite(drivers[2])
      try await drivers[0].write { connection in
        _ = try connection.rows("SELECT id FROM marks {lock}")
        #expect(blocked.errorCode() == .unavailable)
      }
      try await #expect(drivers[2].read { try $0.rows("SELECT id FROM marks").count } == 1)
    }
  }

  @Test func `a transaction that is idle for too long is unavailable and undone`() async throws {
    var restless = Self.patient
    (restless.connections, restless.idleMilliseconds) = (1, 50)
    try await withDrivers([Self.patient, restless]) { drivers in
      try await drivers[0].write { try $0.change("CREATE TABLE marks (id BIGINT PRIMARY KEY)") }
      await expectError(.unavailable) {
        try await drivers[1].write { connection in
          try connection.change("INSERT INTO marks VALUES (1)")
          BlockedWrite.sleep(milliseconds: 2_000)
          try connection.change("INSERT INTO marks VALUES (2)")
        }
      }
      try await #expect(drivers[0].read { try $0.rows("SELECT id FROM marks").count } == 0)
    }
  }

  @Test func `a call that waits longer than the limit is unavailable`() async throws {
    var options = Self.patient
    (options.connections, options.waitSeconds) = (1, 0.2)
    try await withDrivers([options]) { drivers in
      let holder = HeldConnection(drivers[0])
      await holder.hold()
      let error = await expectError(.unavailable) {
        _ = try await drivers[0].read { try $0.rows("SELECT 1") }
      }
      #expect(error?.message.contains("time limit") == true)
      await holder.release()
      try await #expect(drivers[0].read { try $0.rows("SELECT 1").count } == 1)
    }
  }

  @Test func `a call beyond the number of waiting calls is unavailable, a cancelled one stops waiting`()
    async throws
  {
    var options = Self.patient
    (options.connections, options.waitingLimit) = (1, 1)
    try await withDrivers([options]) { drivers in
      let (driver, holder) = (drivers[0], HeldConnection(drivers[0]))
      await holder.hold()
      let codes = await withTaskGroup(of: SkiError.Code?.self) { group in
        for _ in 0..<2 {
          group.addTask {
            do {
              _ = try await driver.read { try $0.rows("SELECT 1") }
              return nil
            } catch {
              return (error as? SkiError)?.code
            }
          }
        }
        let first = await group.next() ?? nil
        group.cancelAll()
        return [first, await group.next() ?? nil]
      }
      #expect(codes == [.unavailable, .cancelled])
      await holder.release()
      try await #expect(driver.read { try $0.rows("SELECT 1").count } == 1)
    }
  }

  @Test func `a prepared statement goes on after its table was changed`() async throws {
    try await withDrivers(2) { drivers in
      let select = "SELECT * FROM marks"
      try await drivers[0].write { connection in
        try connection.change("CREATE TABLE marks (id BIGINT PRIMARY KEY)")
        try connection.change("INSERT INTO marks VALUES (1)")
      }
      _ = try await drivers[0].read { try $0.rows(select) }
      try await drivers[1].write { try $0.change("ALTER TABLE marks ADD COLUMN note TEXT") }
      try await #expect(drivers[0].read { try $0.rows(select).map(\.values) } == [[.integer(1), .null]])
    }
  }

  @Test func `an address that can't be read is refused without being repeated`() async throws {
    for address in ["postgresql://anna:secret@[host/x", "secret", "dbname='secret"] {
      let error = await expectError(.invalidArgument) { _ = try PostgresDriver(address) }
      #expect(error?.description.contains("secret") == false)
    }
    var options = PostgresOptions()
    options.channel = "a\"; DROP"
    await expectError(.invalidArgument) { _ = try PostgresDriver("postgresql://host/x", options: options) }
  }

  @Test func `a server that isn't there is unavailable after the time limit`() async throws {
    var options = PostgresOptions()
    options.waitSeconds = 0.2
    let driver = try PostgresDriver("postgresql://postgres@127.0.0.1:1/x", options: options)
    await expectError(.unavailable) { _ = try await driver.read { try $0.rows("SELECT 1") } }
    await expectError(.unavailable) { _ = try await driver.listen { _ in } }
    await driver.close()
  }

  @Test
  func `after a crash of the server calls are unavailable, then work again, and listeners are informed`()
    async throws
  {
    let server = try await PostgresServer.start()
    let address = try await server.makeDatabase()
    var options = Self.patient
    // The time that the call during the crash waits; a busy machine may need seconds for the calls after it.
    options.waitSeconds = 10
    let driver = try PostgresDriver(address, options: options)
    let log = NoticeLog()
    _ = try await driver.listen { log.add($0) }
    try await driver.write { try $0.change("CREATE TABLE marks (id BIGINT PRIMARY KEY)") }
    try await server.crash()
    await expectError(.unavailable) {
      _ = try await driver.write { try $0.change("INSERT INTO marks VALUES (1)") }
    }
    try await server.restart()
    try await #expect(log.waiting(for: .reconnected) == [.reconnected])
    try await driver.write { connection in
      try connection.change("INSERT INTO marks VALUES (2)")
      try connection.notify("again")
    }
    try await #expect(log.waiting(for: .committed("again")) == [.reconnected, .committed("again")])
    try await #expect(driver.read { try $0.rows("SELECT id FROM marks").map(\.values) } == [[.integer(2)]])
    await driver.close()
    try await server.stop()
  }

  @Test func `connections that a restart ended are replaced without an error`() async throws {
    let server = try await PostgresServer.start()
    let driver = try PostgresDriver(try await server.makeDatabase(), options: Self.patient)
    _ = try await driver.read { try $0.rows("SELECT 1") }
    try await server.crash()
    try await server.restart()
    try await #expect(driver.read { try $0.rows("SELECT 1").count } == 1)
    await driver.close()
    try await server.stop()
  }
}
