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
