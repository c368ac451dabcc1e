import Foundation
import SkiGeo
import SkiPostgres
import SkiSQLite
import SkiStore

/// The choice of the store.
enum ServerStore {
  /// Opens the database that an option names, with the tables of the trip services, where there is one.
  /// - Throws: ``SkiError`` with code `.missingInput` for a file that isn't there, besides as ``open(_:)``.
  static func openExisting(_ text: String) async throws -> any SQLDriver {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.first != "sqlite" || parts.count != 2 || FileManager.default.fileExists(atPath: parts[1])
    else {
      throw SkiError(.missingInput, "there is no store; name the one of the server", subject: parts[1])
    }
    return try await open(text)
  }

  /// Opens the database that an option names.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for another text, and the errors of opening it.
  static func open(_ text: String) async throws -> any SQLDriver {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    switch (parts.first, parts.count) {
    case ("sqlite", 2): return try await SQLiteDriver.open(path: parts[1])
    case ("postgres", 2), ("postgresql", 2):
      return try PostgresDriver(parts[1].hasPrefix("//") ? "postgres:" + parts[1] : parts[1])
    default:
      throw SkiError(
        .invalidArgument, "store \(parts.first ?? "") is unknown; write sqlite:FILE or postgres:ADDRESS")
    }
  }
}
