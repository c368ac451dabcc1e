import SkiGeo

/// A row of comma-separated values (RFC 4180), without its line end.
///
/// A text that a spreadsheet would evaluate as a formula, because it begins with `=`, `+`, `-`, `@`, a tab or a line
/// break, is prefixed with an apostrophe, which marks it as text; numbers are unchanged. Control characters and
/// bidirectional formatting characters become U+FFFD.
package struct CSVRow: Sendable, Hashable {
  /// The contents of one field.
  package enum Field: Sendable, Hashable {
    /// Untrusted text.
    case text(String)
    case integer(Int)
    /// A number with a maximum number of decimals; empty when it is not finite.
    case decimal(Double, places: Int)
    case empty
  }

  /// The row as text, without its line end.
  package let string: String

  /// Creates a row from its fields.
  /// - Complexity: O(*n*) in the fields.
  package init(_ fields: [Field]) { string = fields.map(Self.text).joined(separator: ",") }

  /// Creates the header row from the names of columns.
  /// - Complexity: O(*n*) in the names.
  package init(header names: [StaticString]) { self.init(names.map { .text($0.description) }) }

  private static func text(_ field: Field) -> String {
    switch field {
    case .text(let text): guarded(text).terminalSafe().csvField()
    case .integer(let value): String(value)
    case .decimal(let value, let places): decimalText(value, places: places) ?? ""
    case .empty: ""
    }
  }

  /// The first characters of a formula in a spreadsheet, full-width forms included.
  private static let formulaStarts: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
  ]

  private static func guarded(_ text: String) -> String {
    text.unicodeScalars.first.map(formulaStarts.contains) == true ? "'" + text : text
  }
}
