import SkiBase
import SkiPeople
import SkiSQLite
import SkiSystem

#if All || Postgres
  import SkiPostgres
#endif

/// The choice of the store.
enum ServerStore {
  /// The store that an option names.
  enum Choice {
    /// A file of SQLite, by its path.
    case file(String)
    /// A database of PostgreSQL, by its address.
    case database(String)
  }

  /// Opens the store that an option names, with the tables of the trip services, where there is one.
  /// - Throws: ``SkiError`` with code `.missingInput` for a file that isn't there, `.invalidArgument` for another text, and the errors of
  ///   opening it.
  static func openExisting(_ text: String) async throws -> any SQLDriver {
    switch try choice(text) {
    case .database(let address): return try database(address)
    case .file(let path):
      guard access(path, F_OK) == 0 else {
        throw SkiError(.missingInput, "there is no store; name the one of the server", subject: path)
      }
      return try await SQLiteDriver.open(path: path)
    }
  }

  private static func database(_ address: String) throws -> any SQLDriver {
    #if All || Postgres
      return try PostgresDriver(address)
    #else
      throw SkiError(
        .invalidArgument,
        "this server is built without PostgreSQL; write sqlite:FILE, or build it with the package's trait Postgres"
      )
    #endif
  }

  /// Reads the text of an option.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for another text.
  static func choice(_ text: String) throws -> Choice {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    switch (parts.first, parts.count) {
    case ("sqlite", 2): return .file(parts[1])
    case ("postgres", 2), ("postgresql", 2):
      return .database(parts[1].hasPrefix("//") ? "postgres:" + parts[1] : parts[1])
    default:
      throw SkiError(
        .invalidArgument, "store \(parts.first ?? "") is unknown; write sqlite:FILE or postgres:ADDRESS")
    }
  }

  /// Opens a store and what is built on it.
  ///
  /// A file that can't be used is refused at every start. With `isNew` it is renamed instead, and an empty store begun; one that can
  /// be used is refused then, so that an option left in place never takes a store away.
  /// - Parameters:
  ///   - choice: The store.
  ///   - isNew: Indicates whether an empty store may take the place of a file that can't be used.
  ///   - build: Builds on the store, and fails for tables that can't be used.
  ///   - renamed: Takes the path of the renamed file.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for `isNew` with a store that can be used, and the errors of opening and
  ///   building.
  static func open<Built>(
    _ choice: Choice, isNew: Bool, renamed: (String) -> Void, build: (any SQLDriver) async throws -> Built
  ) async throws -> Built {
    switch choice {
    case .database(let address):
      try SkiError.require(!isNew, "option --new-store is for files of SQLite; create another database")
      return try await build(database(address))
    case .file(let path):
      guard isNew else { return try await build(SQLiteDriver.open(path: path)) }
      return try await beginAnew(path, renamed, build)
    }
  }

  private static func beginAnew<Built>(
    _ path: String, _ renamed: (String) -> Void, _ build: (any SQLDriver) async throws -> Built
  ) async throws -> Built {
    let wasThere = access(path, F_OK) == 0
    do {
      let driver = try await SQLiteDriver.open(path: path)
      do {
        let built = try await build(driver)
        guard wasThere else { return built }
      } catch {
        await driver.close()
        throw error
      }
      await driver.close()
    } catch let error as SkiError where [.malformedData, .unsupportedFormat].contains(error.code) {
      if let aside = try await SQLiteDriver.setAside(path: path) { renamed(aside) }
      return try await build(SQLiteDriver.open(path: path))
    }
    throw SkiError(
      .invalidArgument, "the store can be used, and is kept; leave --new-store out", subject: path)
  }
}
