public import SkiBase

/// A store in a PostgreSQL database, for any number of servers.
///
/// A shared object; `Sendable`. It keeps ``PostgresOptions/connections`` connections, each with a thread, and one for notices
/// after the first ``listen(_:)``. Lost connections are made again. Connection poolers between must keep sessions, not only
/// transactions, since statements are prepared.
package final class PostgresDriver: SQLDriver {
  private static let attempts = 8
  /// The most milliseconds of rewriting the tables.
  private static let purgeMilliseconds: Int64 = 3_600_000

  private let store: PostgresStore
  private let pool: WorkerPool
  private let listener: PostgresListener

  /// Creates a driver, which connects at its first use.
  ///
  /// TLS is a parameter of the address: `sslmode=verify-full` for a server that isn't on the same machine.
  /// - Parameters:
  ///   - address: A URL (`postgresql://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=…`) or keywords as libpq reads them.
  ///   - options: The settings.
  /// - Throws: `SkiError` with code `.invalidArgument` for an address that can't be read (which is not repeated, since it may
  ///   hold a password), or a channel with other characters than a–z, 0–9 and _, or more than 60; `.unavailable`.
  package init(_ address: String, options: PostgresOptions = PostgresOptions()) throws {
    let isName = options.channel.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    try SkiError.require(
      isName && (1...60).contains(options.channel.utf8.count),
      "the channel \(options.channel) is not a name; use 1 to 60 of a–z, 0–9 and _")
    let parsed = try PostgresAddress(address, options)
    store = PostgresStore(channel: options.channel, clock: options.clock)
    listener = try PostgresListener(parsed, options)
    pool = WorkerPool(parsed, options)
  }

  /// Runs a read-only transaction; see `SQLDriver.read`.
  package func read<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws
    -> T
  {
    try await run(.read, body)
  }

  /// Runs a transaction; see `SQLDriver.write`.
  @discardableResult
  package func write<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws
    -> T
  {
    try await run(.write, body)
  }

  /// Runs a transaction for changes of the schema; see `SQLDriver.maintain`.
  @discardableResult
  package func maintain<T: Sendable>(
    _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    try await run(.maintain, body)
  }

  /// Rewrites the tables of the store without deleted rows; see `SQLDriver.purge`.
  ///
  /// PostgreSQL's log of changes and its copies elsewhere are not under this driver's control.
  package func purge() async throws -> [String] {
    try await pool.run { worker, call in
      let session = try worker.begin("SET statement_timeout = 0", for: call)
      let usual = session.limitMilliseconds
      session.limitMilliseconds = Self.purgeMilliseconds
      defer {
        session.limitMilliseconds = usual
        _ = try? session.execute("RESET statement_timeout")
      }
      try session.execute("VACUUM (FULL)")
    }
    return [
      "PostgreSQL's write-ahead log, until its files are recycled; run CHECKPOINT and let wal_keep_size pass",
      "PostgreSQL's replicas, archived logs and backups, which the database doesn't control",
    ]
  }

  /// Begins to report notices; see `SQLDriver.listen`.
  package func listen(_ handler: @escaping @Sendable (StoreNotice) -> Void) async throws -> any StoreListening
  {
    try await listener.add(handler)
  }

  /// Waits for running transactions and ends all connections; see `SQLDriver.close`.
  package func close() async {
    await listener.close()
    await pool.close()
  }

  /// Runs a transaction until it isn't hindered by others, with pauses in between.
  private func run<T: Sendable>(
    _ kind: PostgresTransaction, _ body: @escaping @Sendable (any SQLConnection) throws -> T
  ) async throws -> T {
    var pause = 5.0
    for attempt in 1... {
      let outcome = try await pool.run { [store] worker, call in
        store.run(kind, on: try worker.begin(kind.begin, for: call), body)
      }
      switch outcome {
      case .committed(let value): return value
      case .failed(let error): throw error
      case .hindered(let error):
        guard attempt < Self.attempts else { throw error }
        do {
          try await Task.sleep(for: .milliseconds(Double.random(in: pause / 2...pause)))
        } catch {
          throw PostgresFailure.cancelled
        }
        pause = min(2 * pause, 500)
      }
    }
    throw PostgresFailure.waitedTooLong
  }
}

extension StoreDatabase {
  /// Creates a database of PostgreSQL for any number of servers, which connects at its first use.
  ///
  /// TLS is a parameter of the address: `sslmode=verify-full` for a server that isn't on the same machine. Connection poolers
  /// between must keep sessions, not only transactions, since statements are prepared.
  /// - Parameters:
  ///   - address: A URL (`postgresql://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=…`) or keywords as libpq reads them.
  ///   - options: The settings.
  /// - Throws: `SkiError` with code `.invalidArgument` for an address that can't be read (which is not repeated, since it may
  ///   hold a password), or a channel with other characters than a–z, 0–9 and _, or more than 60; `.unavailable`.
  public static func postgres(_ address: String, options: PostgresOptions = PostgresOptions()) throws
    -> StoreDatabase
  {
    StoreDatabase(try PostgresDriver(address, options: options))
  }
}

/// Threads with a connection each, and the calls that wait for them.
///
/// A shared object; `Sendable`.
final class WorkerPool: Sendable {
  private let list: WaitingList
  private let waitMilliseconds: Int64
  private let threads: Locked<WorkerThreads?>

  /// Starts the threads; connections are made by the first calls.
  init(_ address: PostgresAddress, _ options: PostgresOptions) {
    let list = WaitingList(limit: max(1, options.waitingLimit))
    self.list = list
    waitMilliseconds = Int64(max(0, min(options.waitSeconds, 3_600)) * 1_000)
    let started = WorkerThreads(0..<max(1, options.connections) + 1) { number in
      if number == 0 { list.expireCalls() } else { Worker(address, list).work() }
    }
    threads = Locked(started)
  }

  deinit {
    list.close()
    threads.withLock { $0?.detach() }
  }

  /// Runs work on a thread with a connection and waits for its result.
  /// - Throws: `SkiError` with code `.unavailable` after the time limit or when the pool is closed, `.cancelled` if the task
  ///   is cancelled while it waits; errors of the work unchanged.
  func run<T: Sendable>(_ work: @escaping @Sendable (Worker, Call) throws -> T) async throws -> T {
    let call = Call(deadline: Monitor.milliseconds() + waitMilliseconds)
    return try await withTaskCancellationHandler {
      try await ThreadResult.wait { finish in
        call.set { [unowned call] worker in
          finish(Result { try work(worker.get(), call) })
        }
        list.add(call)
      }
    } onCancel: {
      list.cancel(call)
    }
  }

  /// Refuses waiting calls and waits until the running ones have ended.
  func close() async {
    list.close()
    let running = threads.withLock { threads in
      defer { threads = nil }
      return threads
    }
    try? await BlockingWork.run { running?.join() }
  }
}
