import SkiGeo
import SkiPostgres
import SkiStore
import SkiStoreTestSupport
import Testing

/// PostgreSQL's pool: limits of time, deadlocks, several servers.
@Suite(.enabled(if: PostgresServer.isUsable, "PostgreSQL is not installed"))
struct PostgresDriverTests {
  @discardableResult
  private func withDrivers<T>(
    _ count: Int, _ options: PostgresOptions = PostgresOptions(), _ body: ([PostgresDriver]) async throws -> T
  ) async throws -> T {
    let address = try await PostgresServer.shared().makeDatabase()
    let drivers = try (0..<count).map { _ in try PostgresDriver(address, options: options) }
    do {
      let value = try await body(drivers)
      for driver in drivers { await driver.close() }
      return value
    } catch {
      for driver in drivers { await driver.close() }
      throw error
    }
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
    var options = PostgresOptions()
    (options.connections, options.statementMilliseconds, options.lockMilliseconds) = (2, 300, 100)
    try await withDrivers(1, options) { drivers in
      let driver = drivers[0]
      try await driver.write { connection in
        try connection.change("CREATE TABLE marks (id BIGINT PRIMARY KEY)")
        try connection.change("INSERT INTO marks VALUES (1)")
      }
      await expectError(.unavailable) { _ = try await driver.read { try $0.rows("SELECT pg_sleep(5)") } }
      try await driver.write { connection in
        _ = try connection.rows("SELECT id FROM marks {lock}")
        let other = BlockedWrite(driver)
        #expect(other.errorCode() == .unavailable)
      }
      try await #expect(driver.read { try $0.rows("SELECT id FROM marks").count } == 1)
    }
  }

  @Test func `a transaction that is idle for too long is unavailable and undone`() async throws {
    var options = PostgresOptions()
    (options.connections, options.idleMilliseconds) = (1, 50)
    try await withDrivers(1, options) { drivers in
      try await drivers[0].write { try $0.change("CREATE TABLE marks (id BIGINT PRIMARY KEY)") }
      await expectError(.unavailable) {
        try await drivers[0].write { connection in
          try connection.change("INSERT INTO marks VALUES (1)")
          BlockedWrite.sleep(milliseconds: 400)
          try connection.change("INSERT INTO marks VALUES (2)")
        }
      }
      try await #expect(drivers[0].read { try $0.rows("SELECT id FROM marks").count } == 0)
    }
  }

  @Test func `calls that wait too long or are too many are unavailable, cancelled ones end at once`()
    async throws
  {
    var options = PostgresOptions()
    (options.connections, options.waitSeconds, options.waitingLimit) = (1, 0.2, 2)
    try await withDrivers(1, options) { drivers in
      let driver = drivers[0]
      let started = NoticeLog()
      let holder = Task {
        try await driver.read { connection in
          started.add(.reconnected)
          return try connection.rows("SELECT pg_sleep(1)").count
        }
      }
      _ = try await started.waiting(for: .reconnected)
      let cancelled = Task { try await driver.read { try $0.rows("SELECT 1").count } }
      let late = Task { try await driver.read { try $0.rows("SELECT 1").count } }
      try await Task.sleep(for: .milliseconds(50))
      let tooMany = Task { try await driver.read { try $0.rows("SELECT 1").count } }
      await expectError(.unavailable) { _ = try await tooMany.value }
      cancelled.cancel()
      await expectError(.cancelled) { _ = try await cancelled.value }
      await expectError(.unavailable) { _ = try await late.value }
      try await #expect(holder.value == 1)
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
    var options = PostgresOptions()
    options.waitSeconds = 0.3
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
    let driver = try PostgresDriver(try await server.makeDatabase())
    _ = try await driver.read { try $0.rows("SELECT 1") }
    try await server.crash()
    try await server.restart()
    try await #expect(driver.read { try $0.rows("SELECT 1").count } == 1)
    await driver.close()
    try await server.stop()
  }
}
