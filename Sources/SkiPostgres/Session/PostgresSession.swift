import CPQ
import SkiGeo
import SkiStore

/// A connection to PostgreSQL, used by one thread at a time, which it blocks.
///
/// Not `Sendable`.
final class PostgresSession {
  private struct Key: Hashable {
    let sql: String
    let types: [Oid]
  }

  /// Longer statements are not kept prepared: there are many different ones, of multiple rows.
  private static let preparedLength = 2_048
  private static let preparedLimit = 256

  /// The connection; valid while the session exists.
  let handle: OpaquePointer
  /// The state of the last failed statement since ``forgetFailure()``, five letters; nil before the first.
  private(set) var failureState: String?
  private var prepared: [Key: String] = [:]

  /// Connects and applies the settings.
  /// - Throws: `SkiError` with code `.unavailable`, or `.unsupportedFormat` for a database that isn't in UTF-8 or a server
  ///   older than PostgreSQL 12.
  init(_ address: PostgresAddress) throws {
    guard let handle = address.connect() else { throw PostgresFailure.connecting(nil) }
    self.handle = handle
    guard PQstatus(handle) == CONNECTION_OK else { throw PostgresFailure.connecting(handle) }
    PQsetNoticeProcessor(handle, { _, _ in }, nil)
    guard PQserverVersion(handle) >= 120_000 else {
      throw SkiError(
        .unsupportedFormat, "PostgreSQL's version \(PQserverVersion(handle)) is too old; use 12 or newer")
    }
    let encoding = PQparameterStatus(handle, "server_encoding").map { String(cString: $0) } ?? "unknown"
    guard encoding == "UTF8" else {
      throw SkiError(
        .unsupportedFormat, "the database has the encoding \(encoding); create it with ENCODING 'UTF8'")
    }
    try execute(address.settings)
  }

  deinit { PQfinish(handle) }

  /// True if a transaction can begin.
  var isIdle: Bool { PQstatus(handle) == CONNECTION_OK && PQtransactionStatus(handle) == PQTRANS_IDLE }

  /// Runs a command without values and returns its tag.
  /// - Throws: `SkiError`.
  @discardableResult
  func execute(_ command: String) throws -> String { try checked(PQexec(handle, command), command).tag }

  /// Runs a statement with values.
  /// - Throws: `SkiError`.
  func run(_ text: SQLText, _ values: [SQLValue]) throws -> PostgresResult {
    let parameters = PostgresParameters(values)
    guard text.sql.utf8.count <= Self.preparedLength else {
      let result = parameters.call { count, pointers, lengths, formats in
        PQexecParams(handle, text.sql, count, parameters.types, pointers, lengths, formats, 0)
      }
      return try checked(result, text.sql)
    }
    let name = try statement(text.sql, parameters.types)
    let result = parameters.call { count, pointers, lengths, formats in
      PQexecPrepared(handle, name, count, pointers, lengths, formats, 0)
    }
    return try checked(result, text.sql)
  }

  /// Clears ``failureState`` before another transaction.
  func forgetFailure() { failureState = nil }

  /// Forgets prepared statements after a change of the schema outdated one; outside of transactions.
  func forgetStatements() throws {
    prepared.removeAll()
    try execute("DEALLOCATE ALL")
  }

  /// The name of a prepared statement, which is prepared if it is new.
  private func statement(_ sql: String, _ types: [Oid]) throws -> String {
    let key = Key(sql: sql, types: types)
    if let known = prepared[key] { return known }
    if prepared.count >= Self.preparedLimit { try forgetStatements() }
    let name = "s\(prepared.count)"
    _ = try checked(PQprepare(handle, name, sql, Int32(types.count), types), sql)
    prepared[key] = name
    return name
  }

  private func checked(_ result: OpaquePointer?, _ sql: String) throws -> PostgresResult {
    guard let result else { throw PostgresFailure.lost(handle, sql) }
    let owned = PostgresResult(result)
    switch PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return owned
    case PGRES_FATAL_ERROR:
      guard let state = PostgresFailure.state(result) else { throw PostgresFailure.lost(handle, sql) }
      failureState = state
      throw PostgresFailure.error(result, state, sql)
    default:
      throw SkiError(
        .internalInconsistency,
        "the statement copies or streams data, which the store doesn't support; use INSERT",
        subject: SQLText.head(of: sql))
    }
  }
}
