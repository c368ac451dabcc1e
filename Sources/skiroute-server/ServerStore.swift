import SkiGeo
import SkiPostgres
import SkiSQLite
import SkiStore

/// The choice of the store.
enum ServerStore {
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
