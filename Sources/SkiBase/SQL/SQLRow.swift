/// A row of a result, read by column and type.
///
/// Columns count from 0. Each accessor throws `SkiError` with code `.malformedData` if the column doesn't exist or holds a
/// value of another type; those without `optional` also if it holds none. The error names the column and the beginning of the
/// statement, not the value.
package struct SQLRow: Sendable {
  /// The values of all columns.
  package let values: [SQLValue]
  private let statement: String

  /// Creates a row from the values of its columns and the statement that returned it.
  package init(_ values: [SQLValue], of statement: String) {
    self.values = values
    self.statement = statement
  }

  /// The integer of a column.
  package func integer(_ column: Int) throws -> Int64 {
    try required(optionalInteger(column), column, "an integer")
  }

  /// The integer of a column; nil where there is no value.
  package func optionalInteger(_ column: Int) throws -> Int64? {
    switch try value(column) {
    case .null: nil
    case .integer(let integer): integer
    case let other: throw unexpected(other, column, "an integer")
    }
  }

  /// The boolean of a column, an integer 0 or 1.
  package func boolean(_ column: Int) throws -> Bool {
    switch try integer(column) {
    case 0: false
    case 1: true
    default: throw unexpected(.integer(2), column, "0 or 1")
    }
  }

  /// The real of a column; integers are converted.
  package func real(_ column: Int) throws -> Double { try required(optionalReal(column), column, "a real") }

  /// The real of a column; nil where there is no value. Integers are converted.
  package func optionalReal(_ column: Int) throws -> Double? {
    switch try value(column) {
    case .null: nil
    case .real(let real): real
    case .integer(let integer): Double(integer)
    case let other: throw unexpected(other, column, "a real")
    }
  }

  /// The text of a column.
  package func text(_ column: Int) throws -> String { try required(optionalText(column), column, "a text") }

  /// The text of a column; nil where there is no value.
  package func optionalText(_ column: Int) throws -> String? {
    switch try value(column) {
    case .null: nil
    case .text(let text): text
    case let other: throw unexpected(other, column, "a text")
    }
  }

  /// The bytes of a column.
  package func blob(_ column: Int) throws -> [UInt8] { try required(optionalBlob(column), column, "bytes") }

  /// The bytes of a column; nil where there is no value.
  package func optionalBlob(_ column: Int) throws -> [UInt8]? {
    switch try value(column) {
    case .null: nil
    case .blob(let bytes): bytes
    case let other: throw unexpected(other, column, "bytes")
    }
  }

  private func value(_ column: Int) throws -> SQLValue {
    guard values.indices.contains(column) else {
      throw malformed(
        "the row has no column \(column), it has \(values.count); name the column in the statement")
    }
    return values[column]
  }

  private func required<Value>(_ value: Value?, _ column: Int, _ expected: String) throws -> Value {
    guard let value else { throw unexpected(.null, column, expected) }
    return value
  }

  private func unexpected(_ value: SQLValue, _ column: Int, _ expected: String) -> SkiError {
    malformed(
      "column \(column) of a row holds \(value.kind) where \(expected) is expected; the store was changed by another program"
    )
  }

  private func malformed(_ message: String) -> SkiError {
    SkiError(.malformedData, message, subject: SQLText.head(of: statement))
  }
}
