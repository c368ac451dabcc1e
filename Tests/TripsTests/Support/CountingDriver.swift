import SkiBase
import SkiPeople

/// A driver that counts the statements of all transactions.
final class CountingDriver: SQLDriver {
  private let driver: any SQLDriver
  private let count = Locked(0)

  init(_ driver: any SQLDriver) { self.driver = driver }

  /// Returns the number of statements that work runs.
  func statements(of work: () async throws -> Void) async throws -> Int {
    let before = count.withLock { $0 }
    try await work()
    return count.withLock { $0 } - before
  }

  func read<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T {
    try await driver.read { [count] in try body(CountingConnection($0, count)) }
  }

  func write<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T {
    try await driver.write { [count] in try body(CountingConnection($0, count)) }
  }

  func maintain<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T {
    try await driver.maintain(body)
  }

  func listen(_ handler: @escaping @Sendable (StoreNotice) -> Void) async throws -> any StoreListening {
    try await driver.listen(handler)
  }

  func purge() async throws -> [String] { try await driver.purge() }

  func close() async { await driver.close() }
}

/// A connection that counts its statements.
private final class CountingConnection: SQLConnection {
  private let connection: any SQLConnection
  private let count: Locked<Int>

  init(_ connection: any SQLConnection, _ count: Locked<Int>) {
    (self.connection, self.count) = (connection, count)
  }

  func rows(_ sql: String, _ values: [SQLValue]) throws -> [SQLRow] {
    count.withLock { $0 += 1 }
    return try connection.rows(sql, values)
  }

  func change(_ sql: String, _ values: [SQLValue]) throws -> Int {
    count.withLock { $0 += 1 }
    return try connection.change(sql, values)
  }

  func lock(table: StaticString) throws { try connection.lock(table: table) }
  func tables() throws -> Set<String> { try connection.tables() }
  func nowMilliseconds() throws -> Int64 { try connection.nowMilliseconds() }
  func notify(_ payload: String) throws { try connection.notify(payload) }
}
