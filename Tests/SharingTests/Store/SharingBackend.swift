import Foundation
import SkiAPI
import SkiBase
import SkiPeople
import SkiPostgres
import SkiSQLite
import SkiStoreTestSupport
import Testing

/// A kind of store of live sharing.
enum SharingBackend: String, CaseIterable, CustomTestStringConvertible {
  case memory
  case sqlite
  case postgres

  /// The kinds that can run here.
  static let usable = allCases.filter { $0 != .postgres || PostgresServer.isUsable }

  var testDescription: String { rawValue }

  /// Calls a body with a new store and its clock, ten seconds after the start, and closes the store afterwards.
  @discardableResult
  func withStore<Value>(_ body: (any SharingStore, TestClock) async throws -> Value) async throws -> Value {
    let clock = TestClock()
    clock.advance(10_000)
    let milliseconds: @Sendable () -> Int64 = { clock.now.milliseconds }
    switch self {
    case .memory: return try await body(MemoryStore { clock.now }, clock)
    case .sqlite:
      let driver = try SQLiteDriver.inMemory(options: SQLiteDriver.Options(clock: milliseconds))
      return try await use(driver) { try await body($0, clock) }
    case .postgres:
      var options = PostgresOptions()
      (options.idleMilliseconds, options.waitSeconds, options.connections) = (60_000, 60, 2)
      options.clock = milliseconds
      return try await PostgresServer.withDatabase { address in
        try await use(try PostgresDriver(address, options: options)) { try await body($0, clock) }
      }
    }
  }

  private func use<Value>(
    _ driver: any SQLDriver, _ body: (any SharingStore) async throws -> Value
  ) async throws -> Value {
    let result: Result<Value, any Error>
    do {
      result = .success(try await body(try await SharingStorage.sql(driver).store))
    } catch {
      result = .failure(error)
    }
    await driver.close()
    return try result.get()
  }
}
