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
