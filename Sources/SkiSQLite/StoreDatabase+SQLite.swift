public import SkiStore

extension StoreDatabase {
  /// Opens the database in a file, which is created if it is missing, readable by its owner only.
  ///
  /// The file `PATH.lock` beside it is kept locked until the database is closed.
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - readers: The most reading transactions at the same time, at least 1.
  /// - Throws: `SkiError` with code `.conflict` if another process has the database open; `.malformedData` if the file is
  ///   corrupted, empty, or not an SQLite database, or only its log is there; `.unsupportedFormat` if it is another program's
  ///   database. `.missingInput` or `.unwritableOutput` if the folder is missing or read-only, `.unavailable` if the disk is
  ///   full or fails.
  public static func sqlite(path: String, readers: Int = 4) async throws -> StoreDatabase {
    var options = SQLiteDriver.Options()
    options.readers = readers
    return StoreDatabase(try await SQLiteDriver.open(path: path, options: options))
  }

  /// Creates an empty database in memory, which is lost when it is closed.
  /// - Throws: `SkiError` with code `.unavailable`.
  public static func sqliteInMemory() throws -> StoreDatabase { StoreDatabase(try SQLiteDriver.inMemory()) }
}
