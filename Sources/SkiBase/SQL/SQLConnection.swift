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
