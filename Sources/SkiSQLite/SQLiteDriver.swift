import Dispatch
import Foundation
import GRDB
public import SkiBase

/// A store in one SQLite file, for one server process; or in memory, for tests.
///
/// A shared object; `Sendable`. Reading transactions run at the same time, each on its snapshot; writing ones one after the
/// other. A commit has reached the disk when its method returns. Deleted bytes are overwritten.
package final class SQLiteDriver: SQLDriver {
  /// The settings of a store.
  package struct Options: Sendable {
    /// The clock of `SQLConnection.nowMilliseconds`, in milliseconds since 1970-01-01 00:00 UTC.
    package var clock: @Sendable () -> Int64
    /// The most reading transactions at the same time, at least 1.
    package var readers = 4

    /// Creates settings with a clock, by default the system's.
    package init(clock: @escaping @Sendable () -> Int64 = { Options.systemMilliseconds() }) {
      self.clock = clock
    }

    /// The system's time, in milliseconds since 1970-01-01 00:00 UTC.
    package static func systemMilliseconds() -> Int64 {
      Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))
    }
  }

  private let writer: any DatabaseWriter
  private let file: StoreFile?
  private let options: Options
  private let texts = SQLTextCache(.sqlite)
  private let hub = NoticeHub()
  private let noticeQueue = DispatchQueue(label: "SkiSQLite.notices")
  private let isClosed = Locked(false)

  private init(_ writer: any DatabaseWriter, _ file: StoreFile?, _ options: Options) {
    self.writer = writer
    self.file = file
    self.options = options
  }

  /// Opens the store in a file, which is created if it is missing, readable by its owner only.
  ///
  /// The file `PATH.lock` beside it is kept locked until the driver is closed. The whole store is checked: one that can't be
  /// used is refused at every opening and left as it is, until ``setAside(path:)`` renames it.
  /// - Throws: `SkiError` with code `.conflict` if another process or driver has the store open; `.malformedData` if the file
  ///   is corrupted, empty, or not an SQLite database, or only its log is there; `.unsupportedFormat` if it is another program's
  ///   database. `.missingInput` or `.unwritableOutput` if the folder is missing or read-only, `.unavailable` if the disk is full
  ///   or fails.
  package static func open(path: String, options: Options = Options()) async throws -> SQLiteDriver {
    try await BlockingWork.run {
      let file = try StoreFile(path: path)
      let pool = try SQLiteFailure.translated {
        let pool = try DatabasePool(path: file.path, configuration: Self.configuration(options))
        // GRDB sets NORMAL, which may lose the last commits with the power.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        return pool
      }
      return SQLiteDriver(pool, file, options)
    }
  }

  /// Renames the files of a store to `PATH.broken-TIME`, so that the next opening begins with an empty one; nothing is lost.
  /// - Returns: The new path; nil when there is no file.
  /// - Throws: `SkiError` with code `.conflict` if a process or driver has the store open, `.unsupportedFormat` if it is another
  ///   program's database, `.inputOutput` if it can't be renamed.
  package static func setAside(path: String) async throws -> String? {
    try await BlockingWork.run { try StoreFile.setAside(path) }
  }

  /// Creates an empty store in memory, which is lost when the driver is closed.
  /// - Throws: `SkiError` with code `.unavailable`.
  package static func inMemory(options: Options = Options()) throws -> SQLiteDriver {
    let queue = try SQLiteFailure.translated { try DatabaseQueue(configuration: configuration(options)) }
    return SQLiteDriver(queue, nil, options)
  }

  private static func configuration(_ options: Options) -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    configuration.maximumReaderCount = max(1, options.readers)
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA secure_delete = ON")
      try database.execute(sql: "PRAGMA trusted_schema = OFF")
      // No rows in temporary files: of sorting, and of rewriting the store.
      try database.execute(sql: "PRAGMA temp_store = MEMORY")
    }
    return configuration
  }

  /// Runs a read-only transaction; see `SQLDriver.read`.
  package func read<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws
    -> T
  {
    try await access { [self] in
      try await writer.read { database in
        let connection = SQLiteConnection(database, texts, options.clock)
        return try connection.state.call(body, with: connection)
      }
    }
  }

  /// Runs a transaction; see `SQLDriver.write`.
  @discardableResult
  package func write<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws
    -> T
  {
    try await access { [self] in
      try await writer.write { database in
        let connection = SQLiteConnection(database, texts, options.clock)
        let value = try connection.state.call(body, with: connection)
        report(connection.state.notices, afterCommitOf: database)
        return value
      }
    }
  }

  /// Runs a transaction for changes of the schema; see `SQLDriver.maintain`.
  @discardableResult
  package func maintain<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await write(body)
  }

  /// Begins to report notices of this process; see `SQLDriver.listen`.
  package func listen(_ handler: @escaping @Sendable (StoreNotice) -> Void) async throws -> any StoreListening
  {
    try requireOpen()
    return hub.add(handler)
  }

  /// Moves all changes from the log into the store's file and empties the log; rewrites the file before.
  ///
  /// No byte of what was deleted before the call is left in the file or in its log when it returns. Overwriting deleted bytes is not
  /// enough for that: pages keep copies of rows that were moved to other pages before they were deleted.
  /// - Parameter isRewriting: False to empty the log only, which is fast but leaves such copies.
  /// - Throws: `SkiError` with code `.unavailable` if a reading transaction lasts longer than 5 s, or there is no room for a
  ///   second copy of the store on the disk; trying again helps.
  /// - Complexity: O(bytes of the store) time and memory; other writers wait.
  package func checkpoint(isRewriting: Bool = true) async throws {
    guard file != nil else { return try requireOpen() }
    try await access { [self] in
      try await writer.writeWithoutTransaction { database in
        if isRewriting { try database.execute(sql: "VACUUM") }
        _ = try database.checkpoint(.truncate)
      }
    }
  }

  /// Rewrites the store without deleted rows, and empties its log; see `SQLDriver.purge`.
  package func purge() async throws -> [String] {
    try await checkpoint()
    return []
  }

  /// Waits for running transactions and closes the store; see `SQLDriver.close`.
  package func close() async {
    let wasClosed = isClosed.withLock { isClosed in
      defer { isClosed = true }
      return isClosed
    }
    guard !wasClosed else { return }
    hub.removeAll()
    try? await BlockingWork.run { [self] in
      try writer.barrierWriteWithoutTransaction { _ in }
      try writer.close()
    }
    file?.unlock()
  }

  /// Hands notices over to the listeners when the transaction has committed, in the order of commits.
  private func report(_ payloads: [String], afterCommitOf database: Database) {
    guard !payloads.isEmpty else { return }
    let (hub, queue) = (hub, noticeQueue)
    database.afterNextTransaction { _ in
      queue.async {
        for payload in payloads { hub.deliver(.committed(payload)) }
      }
    }
  }

  private func access<T: Sendable>(_ work: @Sendable () async throws -> T) async throws -> T {
    try requireOpen()
    guard !Task.isCancelled else { throw SQLiteFailure.cancelled }
    do {
      return try await work()
    } catch {
      // A closed connection is reported as misuse.
      if isClosed.withLock({ $0 }), error is DatabaseError { throw SQLiteFailure.closed }
      throw SQLiteFailure.error(error)
    }
  }

  private func requireOpen() throws {
    if isClosed.withLock({ $0 }) { throw SQLiteFailure.closed }
  }
}

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
