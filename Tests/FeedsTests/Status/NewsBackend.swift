import SkiBase
import SkiPeople
import SkiPostgres
import SkiSQLite
import SkiStoreTestSupport
import SkiTestSupport
import Testing

/// A kind of store of lift news.
enum NewsBackend: String, CaseIterable, CustomTestStringConvertible {
  case sqliteInMemory
  case sqliteFile
  case postgres

  /// The kinds that can run here.
  static let usable = allCases.filter { $0 != .postgres || PostgresServer.isUsable }

  var testDescription: String { rawValue }

  /// Calls a body with a driver of an empty store and closes it afterwards.
  func withDriver(_ body: (any SQLDriver) async throws -> Void) async throws {
    switch self {
    case .sqliteInMemory: try await use(try SQLiteDriver.inMemory(), body)
    case .sqliteFile:
      let folder = ScratchFolder()
      try await use(try await SQLiteDriver.open(path: folder.path + "/store.db"), body)
    case .postgres:
      // A loaded machine, or a sanitizer, must not let a transaction end for being idle.
      var options = PostgresOptions()
      (options.idleMilliseconds, options.waitSeconds) = (60_000, 60)
      try await PostgresServer.withDatabase { address in
        try await use(try PostgresDriver(address, options: options), body)
      }
    }
  }

  private func use(
    _ driver: any SQLDriver, _ body: (any SQLDriver) async throws -> Void
  ) async throws {
    let result: Result<Void, any Error>
    do {
      result = .success(try await body(driver))
    } catch {
      result = .failure(error)
    }
    await driver.close()
    try result.get()
  }
}
