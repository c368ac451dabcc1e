import Foundation
import SkiAPI
import SkiBase
import SkiPeople
import SkiPostgres
import SkiSQLite
import SkiStoreTestSupport
import Testing

/// A kind of store that the suites run on.
enum TripsBackend: String, CaseIterable, CustomTestStringConvertible {
  case sqliteInMemory
  case sqliteFile
  case postgres

  /// The kinds that can run here.
  static let usable = allCases.filter { $0 != .postgres || PostgresServer.isUsable }

  var testDescription: String { rawValue }

  /// Calls a body with the services over an empty store, and closes it afterwards.
  @discardableResult
  func withTrips<Value>(
    _ quotas: Quotas = .standard, _ body: (TripsWorld) async throws -> Value
  ) async throws -> Value {
    let clock = TestClock()
    switch self {
    case .sqliteInMemory:
      return try await use(try SQLiteDriver.inMemory(options: Self.options(clock)), clock, quotas, body)
    case .sqliteFile:
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("trips-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let path = folder.appendingPathComponent("store.db").path
      return try await use(
        try await SQLiteDriver.open(path: path, options: Self.options(clock)), clock, quotas, body)
    case .postgres:
      var options = PostgresOptions()
      (options.idleMilliseconds, options.waitSeconds, options.connections) = (60_000, 60, 4)
      options.clock = { clock.milliseconds }
      return try await PostgresServer.withDatabase { address in
        try await use(try PostgresDriver(address, options: options), clock, quotas, body)
      }
    }
  }

  private static func options(_ clock: TestClock) -> SQLiteDriver.Options {
    SQLiteDriver.Options(clock: { clock.milliseconds })
  }

  private func use<Value>(
    _ driver: any SQLDriver, _ clock: TestClock, _ quotas: Quotas,
    _ body: (TripsWorld) async throws -> Value
  ) async throws -> Value {
    let result: Result<Value, any Error>
    do {
      result = .success(try await body(try await TripsWorld(driver, clock, quotas: quotas)))
    } catch {
      result = .failure(error)
    }
    await driver.close()
    return try result.get()
  }
}
