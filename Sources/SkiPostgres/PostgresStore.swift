import SkiBase

/// The parts of a driver that its transactions share.
struct PostgresStore: Sendable {
  let texts = SQLTextCache(.postgres)
  let channel: String
  let clock: (@Sendable () -> Int64)?

  /// Runs a transaction on a connection, once.
  func run<T>(
    _ kind: PostgresTransaction, on session: PostgresSession, _ body: (any SQLConnection) throws -> T
  ) -> PostgresOutcome<T> {
    let connection = PostgresConnection(session, self)
    session.forgetFailure()
    let usual = session.limitMilliseconds
    if kind == .maintain { session.limitMilliseconds = nil }
    defer { session.limitMilliseconds = usual }
    do {
      for command in kind.preparation { try session.execute(command) }
      let value = try connection.state.call(body, with: connection)
      return try commit(value, session)
    } catch {
      let isHindered =
        connection.state.failure != nil && PostgresFailure.retried.contains(session.failureState ?? "")
      rollBack(session, isHindered)
      return isHindered ? .hindered(connection.state.failure ?? error) : .failed(error)
    }
  }

  private func commit<T>(_ value: T, _ session: PostgresSession) throws -> PostgresOutcome<T> {
    do {
      let tag = try session.execute("COMMIT")
      guard tag == "COMMIT" else {
        return .failed(SkiError(.internalInconsistency, "a transaction ended with \(tag); report this"))
      }
      return .committed(value)
    } catch var error as SkiError {
      if !session.isIdle {
        error.message =
          "the connection to PostgreSQL was lost while committing, and the changes may be kept; read them again"
        return .failed(error)
      }
      return PostgresFailure.retried.contains(session.failureState ?? "") ? .hindered(error) : .failed(error)
    }
  }

  /// Undoes a transaction; a session that can't is not idle afterwards and is closed by its worker.
  private func rollBack(_ session: PostgresSession, _ isHindered: Bool) {
    guard (try? session.execute("ROLLBACK")) != nil else { return }
    if isHindered, session.failureState == "0A000" { try? session.forgetStatements() }
  }
}

/// A transaction on a connection to PostgreSQL.
final class PostgresConnection: SQLConnection {
  let state = SQLTransactionState()
  private let session: PostgresSession
  private let store: PostgresStore

  init(_ session: PostgresSession, _ store: PostgresStore) {
    self.session = session
    self.store = store
  }

  func rows(_ sql: String, _ values: [SQLValue]) throws -> [SQLRow] { try run(sql, values).rows(of: sql) }

  func change(_ sql: String, _ values: [SQLValue]) throws -> Int { try run(sql, values).changes }

  func lock(table: StaticString) throws {
    _ = try run("LOCK TABLE \(table) IN SHARE ROW EXCLUSIVE MODE", [])
  }

  func tables() throws -> Set<String> {
    let names = try rows(
      "SELECT CAST(tablename AS TEXT) FROM pg_tables WHERE schemaname = ANY (current_schemas(false))")
    return try Set(names.map { try $0.text(0) })
  }

  func nowMilliseconds() throws -> Int64 {
    if let clock = store.clock { return try state.run { clock() } }
    let rows = try rows("SELECT CAST(FLOOR(EXTRACT(EPOCH FROM clock_timestamp()) * 1000) AS BIGINT)", [])
    return try rows[0].integer(0)
  }

  func notify(_ payload: String) throws {
    guard try state.run({ try state.addNotice(payload) }) else { return }
    _ = try run("SELECT pg_notify($1, $2)", [.text(store.channel), .text(payload)])
  }

  private func run(_ sql: String, _ values: [SQLValue]) throws -> PostgresResult {
    try state.check()
    do {
      let text = try store.texts.text(sql)
      try text.check(values)
      return try session.run(text, values)
    } catch {
      state.fail(error)
      throw error
    }
  }
}

/// A kind of transaction.
enum PostgresTransaction {
  case read
  case write
  case maintain

  /// The command that begins it.
  var begin: String {
    switch self {
    case .read: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    case .write, .maintain: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
    }
  }

  /// The commands that follow: maintenance is alone and without limits.
  ///
  /// The number of the lock is "SkiRoute" in ASCII.
  var preparation: [String] {
    switch self {
    case .read, .write: []
    case .maintain:
      [
        "SET LOCAL statement_timeout = 0", "SET LOCAL lock_timeout = 0",
        "SELECT pg_advisory_xact_lock(x'536B69526F757465'::bigint)",
      ]
    }
  }
}

/// The end of an attempt to run a transaction.
enum PostgresOutcome<Value: Sendable>: Sendable {
  case committed(Value)
  /// An error after which nothing is kept, unless its message says otherwise.
  case failed(any Error)
  /// An error after which the transaction may run again.
  case hindered(any Error)
}
