import SkiBase

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
