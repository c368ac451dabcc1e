/// A transaction's access to the database; valid until the body that received it returns.
///
/// Not `Sendable`. A statement is a single one, with placeholders `$1` to `$n`. After a statement failed, the others of the
/// same transaction fail with the same error.
package protocol SQLConnection: AnyObject {
  /// Runs a statement and returns its rows: those of a query, or of `RETURNING`.
  /// - Parameters:
  ///   - sql: The statement; see the module's README for its rules.
  ///   - values: The values of the placeholders, `$1` first.
  /// - Throws: `SkiError`, see ``SQLDriver``.
  /// - Complexity: O(rows) memory; all rows are returned at once.
  func rows(_ sql: String, _ values: [SQLValue]) throws -> [SQLRow]

  /// Runs a statement and returns the number of rows it inserted, updated or deleted; 0 for a query or a definition.
  ///
  /// Rows that foreign keys or triggers change besides are not counted.
  /// - Parameters:
  ///   - sql: The statement; see the module's README for its rules.
  ///   - values: The values of the placeholders, `$1` first.
  /// - Throws: `SkiError`, see ``SQLDriver``.
  @discardableResult func change(_ sql: String, _ values: [SQLValue]) throws -> Int

  /// Waits for the transactions that change a table, and excludes others that would until the end of this one; readers go on.
  ///
  /// Statements after it see what those transactions committed. SQLite's only writer excludes others anyway.
  /// - Parameter table: The name of the table: letters, digits and underscores.
  /// - Throws: `SkiError`, see ``SQLDriver``.
  func lock(table: StaticString) throws

  /// Returns the names of the tables that statements can use.
  /// - Throws: `SkiError`, see ``SQLDriver``.
  func tables() throws -> Set<String>

  /// Returns the time of the store's clock, in milliseconds since 1970-01-01 00:00 UTC.
  ///
  /// All servers of one store share that clock. It may advance within a transaction.
  /// - Throws: `SkiError`, see ``SQLDriver``.
  func nowMilliseconds() throws -> Int64

  /// Reports a payload to all listeners when the transaction commits; equal payloads of one transaction are reported once.
  /// - Parameter payload: 1 to 7,999 bytes of UTF-8 without U+0000.
  /// - Throws: `SkiError` with code `.limitExceeded` or `.invalidArgument` for another payload.
  func notify(_ payload: String) throws
}

extension SQLConnection {
  /// Runs a statement without placeholders and returns its rows.
  /// - Throws: `SkiError`, see ``SQLDriver``.
  package func rows(_ sql: String) throws -> [SQLRow] { try rows(sql, []) }

  /// Runs a statement without placeholders and returns the number of rows it changed.
  /// - Throws: `SkiError`, see ``SQLDriver``.
  @discardableResult package func change(_ sql: String) throws -> Int { try change(sql, []) }

  /// Returns the first row of a query; nil if there is none.
  /// - Throws: `SkiError`, see ``SQLDriver``.
  package func row(_ sql: String, _ values: [SQLValue] = []) throws -> SQLRow? { try rows(sql, values).first }
}

/// A value of a column or a placeholder.
///
/// Booleans are integers 0 and 1; times are integers of milliseconds.
package enum SQLValue: Sendable, Hashable {
  /// No value.
  case null
  /// A column of type `BIGINT`.
  case integer(Int64)
  /// A column of type `DOUBLE PRECISION`; infinities are allowed, not-a-number is refused. The sign of −0 may be lost.
  case real(Double)
  /// A column of type `{text}`; without U+0000.
  case text(String)
  /// A column of type `{bytes}`.
  case blob([UInt8])

  /// The value of a boolean: integer 1 or 0.
  package static func boolean(_ value: Bool) -> SQLValue { .integer(value ? 1 : 0) }

  /// An integer, or null for nil.
  package static func optional(_ value: Int64?) -> SQLValue { value.map(SQLValue.integer) ?? .null }

  /// A real, or null for nil.
  package static func optional(_ value: Double?) -> SQLValue { value.map(SQLValue.real) ?? .null }

  /// A text, or null for nil.
  package static func optional(_ value: String?) -> SQLValue { value.map(SQLValue.text) ?? .null }

  /// Bytes, or null for nil.
  package static func optional(_ value: [UInt8]?) -> SQLValue { value.map(SQLValue.blob) ?? .null }

  /// The name of the value's type, for messages.
  var kind: String {
    switch self {
    case .null: "no value"
    case .integer: "an integer"
    case .real: "a real"
    case .text: "a text"
    case .blob: "bytes"
    }
  }
}

/// The state of a transaction that is the same for all drivers: the error that ended it, its notices, its end.
///
/// Not `Sendable`; it belongs to the thread of its transaction.
package final class SQLTransactionState {
  /// The first error of a statement; nil while there is none.
  package private(set) var failure: (any Error)?
  /// The payloads to report at the commit, each once.
  package private(set) var notices: [String] = []
  private var isEnded = false

  /// The most bytes of a payload: PostgreSQL's limit.
  package static let payloadLimit = 7_999

  /// Creates the state of a transaction that has begun.
  package init() {}

  /// Checks that the transaction can run a statement.
  /// - Throws: The error of an earlier statement; `SkiError` with code `.internalInconsistency` after the end.
  package func check() throws {
    guard !isEnded else {
      throw SkiError(
        .internalInconsistency,
        "a connection is used after its transaction; use it within the body that receives it")
    }
    if let failure { throw failure }
  }

  /// Keeps the error of a statement, which ends the transaction.
  package func fail(_ error: any Error) {
    if failure == nil { failure = error }
  }

  /// Runs a statement, unless an earlier one failed or the transaction has ended.
  package func run<T>(_ statement: () throws -> T) throws -> T {
    try check()
    do {
      return try statement()
    } catch {
      fail(error)
      throw error
    }
  }

  /// Calls the body of the transaction.
  /// - Throws: The error of the body, or the one of a statement that the body caught.
  package func call<T>(
    _ body: (any SQLConnection) throws -> T, with connection: any SQLConnection
  ) throws -> T {
    defer { isEnded = true }
    let value = try body(connection)
    if let failure { throw failure }
    return value
  }

  /// Adds a notice; returns false if the transaction has it already.
  /// - Throws: `SkiError` with code `.limitExceeded` or `.invalidArgument`.
  package func addNotice(_ payload: String) throws -> Bool {
    let count = payload.utf8.count
    guard count <= Self.payloadLimit else {
      throw SkiError(
        .limitExceeded,
        "a notice has \(count) bytes, at most \(Self.payloadLimit) are allowed; name the rows to read instead"
      )
    }
    guard count > 0, !payload.utf8.contains(0) else {
      throw SkiError(.invalidArgument, "a notice is empty or contains U+0000; name the rows to read")
    }
    guard !notices.contains(payload) else { return false }
    notices.append(payload)
    return true
  }
}
