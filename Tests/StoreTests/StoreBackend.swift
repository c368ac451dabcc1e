import Foundation
import SkiBase
import SkiPeople
import SkiPostgres
import SkiSQLite
import SkiStoreTestSupport
import Testing

/// A kind of store that the conformance tests run against.
enum StoreBackend: String, CaseIterable, CustomTestStringConvertible {
  case sqliteInMemory
  case sqliteFile
  case postgres

  /// The kinds that can run here.
  static let usable = allCases.filter { $0 != .postgres || PostgresServer.isUsable }
  /// Those of the usable kinds that several drivers can open at the same time.
  static let shared = usable.filter { $0 == .postgres }

  var testDescription: String { rawValue }

  /// Calls a body with a driver of an empty store and closes it afterwards.
  @discardableResult
  func withDriver<T>(_ body: (any SQLDriver) async throws -> T) async throws -> T {
    switch self {
    case .sqliteInMemory: return try await using(try SQLiteDriver.inMemory(), body)
    case .sqliteFile:
      return try await withFolder { folder in
        try await using(try await SQLiteDriver.open(path: folder + "/store.db"), body)
      }
    case .postgres:
      // A loaded machine, or a sanitizer, must not let a transaction end for being idle.
      var options = PostgresOptions()
      (options.idleMilliseconds, options.waitSeconds) = (60_000, 60)
      return try await PostgresServer.withDatabase { address in
        try await using(try PostgresDriver(address, options: options), body)
      }
    }
  }

  @discardableResult
  private func using<T>(_ driver: any SQLDriver, _ body: (any SQLDriver) async throws -> T) async throws -> T
  {
    do {
      let value = try await body(driver)
      await driver.close()
      return value
    } catch {
      await driver.close()
      throw error
    }
  }
}

/// Calls a body with the path of a temporary folder and removes it afterwards.
@discardableResult
func withFolder<T>(_ body: (String) async throws -> T) async throws -> T {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("stores-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder.path)
}
