import SkiBase
import SkiPeople
import Testing

/// Transactions are kept as a whole or not at all, in every database.
struct TransactionTests {
  private struct Refusal: Error {}

  @discardableResult
  private func withCounter<T>(
    _ backend: StoreBackend, _ body: (any SQLDriver) async throws -> T
  ) async throws -> T {
    try await backend.withDriver { driver in
      try await driver.write { connection in
        try connection.change("CREATE TABLE counters (name {text} PRIMARY KEY, number BIGINT NOT NULL)")
        try connection.change("INSERT INTO counters VALUES ('runs', 0)")
      }
      return try await body(driver)
    }
  }

  private func number(_ driver: any SQLDriver) async throws -> Int64? {
    try await driver.read { try $0.row("SELECT number FROM counters WHERE name = 'runs'")?.integer(0) }
  }

  @Test(arguments: StoreBackend.usable)
  func `an error of the body undoes its changes and reaches the caller`(backend: StoreBackend) async throws {
    try await withCounter(backend) { driver in
      await #expect(throws: Refusal.self) {
        try await driver.write { connection in
          try connection.change("UPDATE counters SET number = 7")
          throw Refusal()
        }
      }
      try await #expect(number(driver) == 0)
    }
  }

  @Test(arguments: StoreBackend.usable)
  func `an error of a statement undoes all changes even if the body catches it`(backend: StoreBackend)
    async throws
  {
    try await withCounter(backend) { driver in
      await expectError(.conflict) {
        try await driver.write { connection in
          try connection.change("UPDATE counters SET number = 7")
          _ = try? connection.change("INSERT INTO counters VALUES ('runs', 1)")
        }
      }
      await expectError(.invalidArgument) {
        try await driver.write { connection in
          try connection.change("UPDATE counters SET number = 7")
          _ = try? connection.change("UPDATE counters SET number = $1")
          _ = try? connection.change("UPDATE counters SET number = 8")
        }
      }
      try await #expect(number(driver) == 0)
      try await driver.write { try $0.change("UPDATE counters SET number = 9") }
      try await #expect(number(driver) == 9)
    }
  }

  @Test(arguments: StoreBackend.usable)
  func `eight tasks count to four thousand`(backend: StoreBackend) async throws {
    try await withCounter(backend) { driver in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            for _ in 0..<500 {
              try await driver.write { try $0.change("UPDATE counters SET number = number + 1") }
            }
          }
        }
        try await group.waitForAll()
      }
      try await #expect(number(driver) == 4_000)
    }
  }

  @Test(arguments: StoreBackend.usable)
  func `a number that is read under a lock and written again loses no count`(backend: StoreBackend)
    async throws
  {
    try await withCounter(backend) { driver in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            for _ in 0..<50 {
              try await driver.write { connection in
                let row = try connection.row("SELECT number FROM counters WHERE name = 'runs' {lock}")
                try connection.change(
                  "UPDATE counters SET number = $1", [.integer((row?.integer(0) ?? 0) + 1)])
              }
            }
          }
        }
        try await group.waitForAll()
      }
      try await #expect(number(driver) == 400)
    }
  }

  @Test(arguments: StoreBackend.usable)
  func `a reading transaction sees one snapshot while others write`(backend: StoreBackend) async throws {
    try await withCounter(backend) { driver in
      let writer = Task {
        for _ in 0..<200 {
          try await driver.write { try $0.change("UPDATE counters SET number = number + 1") }
        }
      }
      for _ in 0..<50 {
        let pairs = try await driver.read { connection in
          try (0..<3).map { _ in try connection.row("SELECT number FROM counters")?.integer(0) }
        }
        #expect(Set(pairs).count == 1)
      }
      try await writer.value
    }
  }

  @Test(arguments: StoreBackend.usable)
  func `a connection is refused after its transaction`(backend: StoreBackend) async throws {
    try await withCounter(backend) { driver in
      let kept = Kept()
      try await driver.write { kept.connection = $0 }
      await expectError(.internalInconsistency) { try kept.connection?.change("DELETE FROM counters") }
      kept.connection = nil
      try await #expect(number(driver) == 0)
    }
  }

  @Test(arguments: StoreBackend.usable)
  func `a cancelled task changes nothing`(backend: StoreBackend) async throws {
    try await withCounter(backend) { driver in
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await driver.write { try $0.change("UPDATE counters SET number = 7") }
      }
      await expectError(.cancelled) { _ = try await task.value }
      try await #expect(number(driver) == 0)
    }
  }

  @Test(arguments: StoreBackend.usable)
  func `a closed driver is unavailable`(backend: StoreBackend) async throws {
    try await withCounter(backend) { driver in
      await driver.close()
      await driver.close()
      await expectError(.unavailable) { _ = try await driver.read { try $0.rows("SELECT 1") } }
      await expectError(.unavailable) { _ = try await driver.write { try $0.rows("SELECT 1") } }
      await expectError(.unavailable) { _ = try await driver.listen { _ in } }
    }
  }

  @Test(arguments: StoreBackend.usable)
  func `the store's clock is the time of this machine and doesn't go back`(backend: StoreBackend) async throws
  {
    try await backend.withDriver { driver in
      let times = try await driver.write { connection in
        try (0..<3).map { _ in try connection.nowMilliseconds() }
      }
      #expect(times == times.sorted())
      #expect(times[0] > 1_700_000_000_000 && times[2] < 10_000_000_000_000)
    }
  }

  /// Keeps a connection against the rules.
  private final class Kept: @unchecked Sendable {
    var connection: (any SQLConnection)?
  }
}
