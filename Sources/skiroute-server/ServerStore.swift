import SkiGeo
import SkiPostgres
import SkiSQLite
import SkiSharing
import SkiStore

/// The choice of the store of live positions.
enum ServerStore {
  /// Opens the store that an option names.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for another text, and the errors of opening it.
  static func open(_ text: String?) async throws -> SharingStorage {
    guard let text else { return .memory() }
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    switch (parts.first, parts.count) {
    case ("sqlite", 2): return try await .sql(try await SQLiteDriver.open(path: parts[1]))
    case ("postgres", 2), ("postgresql", 2):
      return try await .sql(try PostgresDriver(parts[1].hasPrefix("//") ? "postgres:" + parts[1] : parts[1]))
    default:
      throw SkiError(
        .invalidArgument, "store \(parts.first ?? "") is unknown; write sqlite:FILE or postgres:ADDRESS")
    }
  }
}
