import CPQ
import SkiBase
import SkiSystem

/// A connection to PostgreSQL, used by one thread at a time, which it blocks.
///
/// It does not wait for a server that has stopped without closing its connections, as a frozen one does: that takes no longer
/// than ``limitMilliseconds``. Not `Sendable`.
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
  /// The most milliseconds of waiting for an answer; nil for no limit.
  var limitMilliseconds: Int64?
  private var prepared: [Key: String] = [:]

  /// Connects and applies the settings.
  /// - Throws: `SkiError` with code `.unavailable`, or `.unsupportedFormat` for a database that isn't in UTF-8 or a server
  ///   older than PostgreSQL 12.
  init(_ address: PostgresAddress) throws {
    guard let handle = address.connect() else { throw PostgresFailure.connecting(nil) }
    self.handle = handle
    limitMilliseconds = address.answerMilliseconds
    guard PQstatus(handle) == CONNECTION_OK, PQsetnonblocking(handle, 1) == 0 else {
      throw PostgresFailure.connecting(handle)
    }
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
  func execute(_ command: String) throws -> String { try checked(PQsendQuery(handle, command), command).tag }

  /// Runs a statement with values.
  /// - Throws: `SkiError`.
  func run(_ text: SQLText, _ values: [SQLValue]) throws -> PostgresResult {
    let parameters = PostgresParameters(values)
    guard text.sql.utf8.count <= Self.preparedLength else {
      let sent = parameters.call { count, pointers, lengths, formats in
        PQsendQueryParams(handle, text.sql, count, parameters.types, pointers, lengths, formats, 0)
      }
      return try checked(sent, text.sql)
    }
    let name = try statement(text.sql, parameters.types)
    let sent = parameters.call { count, pointers, lengths, formats in
      PQsendQueryPrepared(handle, name, count, pointers, lengths, formats, 0)
    }
    return try checked(sent, text.sql)
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
    _ = try checked(PQsendPrepare(handle, name, sql, Int32(types.count), types), sql)
    prepared[key] = name
    return name
  }

  /// Waits for the result of what was sent, and checks it.
  private func checked(_ sent: Int32, _ sql: String) throws -> PostgresResult {
    guard sent == 1, let result = try answer(sql) else { throw PostgresFailure.lost(handle, sql) }
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

  /// Returns the last result of what was sent, as `PQexec` does; nil when the connection is lost.
  /// - Throws: `SkiError` with code `.unavailable` when the server does not answer in time; the connection is of no use then.
  private func answer(_ sql: String) throws -> OpaquePointer? {
    let end = limitMilliseconds.map { Monitor.milliseconds() + $0 }
    var last: OpaquePointer?
    do {
      guard try flush(until: end, sql) else { return nil }
      while true {
        while PQisBusy(handle) == 1 {
          try wait(for: POLLIN, until: end, sql)
          guard PQconsumeInput(handle) == 1 else { break }
        }
        guard let next = PQgetResult(handle) else { return last }
        PQclear(last)
        last = next
        // Copying goes on until the connection is closed; nothing here copies.
        if [PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH].contains(PQresultStatus(next)) { return last }
      }
    } catch {
      PQclear(last)
      throw error
    }
  }

  /// Sends what waits to be sent; false when the connection is lost.
  private func flush(until end: Int64?, _ sql: String) throws -> Bool {
    while true {
      let state = PQflush(handle)
      guard state == 1 else { return state == 0 }
      // The server may write before it reads the rest.
      try wait(for: POLLIN | POLLOUT, until: end, sql)
      guard PQconsumeInput(handle) == 1 else { return false }
    }
  }

  private func wait(for events: Int32, until end: Int64?, _ sql: String) throws {
    while true {
      let left = end.map { max(0, $0 - Monitor.milliseconds()) } ?? -1
      var descriptor = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
      let count = poll(&descriptor, 1, Int32(clamping: left))
      if count > 0 || (count < 0 && errno != EINTR) { return }
      if count == 0, let end, Monitor.milliseconds() >= end { throw PostgresFailure.silent(sql) }
    }
  }
}

/// The values of a statement as libpq takes them: texts, but bytes as they are.
struct PostgresParameters {
  /// The types of the values in PostgreSQL's catalogue; 0, to be inferred, for no value.
  let types: [Oid]
  private var bytes: [UInt8] = []
  private var offsets: [Int?] = []
  private var lengths: [Int32] = []
  private var formats: [Int32] = []

  init(_ values: [SQLValue]) {
    types = values.map(Self.type)
    for value in values {
      switch value {
      case .null: add(nil, isBinary: false)
      case .integer(let integer): add(Array("\(integer)".utf8), isBinary: false)
      case .real(let real): add(Array("\(real)".utf8), isBinary: false)
      case .text(let text): add(Array(text.utf8), isBinary: false)
      case .blob(let blob): add(blob, isBinary: true)
      }
    }
  }

  /// Calls a body with libpq's four arguments: number, values, lengths, formats.
  func call<T>(
    _ body: (Int32, UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>, UnsafePointer<Int32>) -> T
  ) -> T {
    bytes.withUnsafeBytes { buffer in
      let start = buffer.baseAddress
      let pointers = offsets.map { offset in
        offset.flatMap { start?.advanced(by: $0).assumingMemoryBound(to: CChar.self) }
      }
      return body(Int32(pointers.count), pointers, lengths, formats)
    }
  }

  private mutating func add(_ value: [UInt8]?, isBinary: Bool) {
    offsets.append(value == nil ? nil : bytes.count)
    lengths.append(Int32(value?.count ?? 0))
    formats.append(isBinary ? 1 : 0)
    if let value {
      bytes += value
      bytes.append(0)
    }
  }

  private static func type(_ value: SQLValue) -> Oid {
    switch value {
    case .null: 0
    case .integer: PostgresType.int8
    case .real: PostgresType.float8
    case .text: PostgresType.text
    case .blob: PostgresType.bytea
    }
  }
}
