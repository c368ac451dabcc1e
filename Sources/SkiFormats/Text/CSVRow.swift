import SkiGeo

/// One row of a table of comma-separated values (RFC 4180), without its line end.
///
/// A text that a spreadsheet would take for a formula, because it begins with `=`, `+`, `-`, `@`, a tabulator or a line break, gets an apostrophe
/// in front, which spreadsheets take for "this is text"; numbers are written as they are. Control characters and marks of
/// direction become U+FFFD.
///
/// **Source:** RFC 4180; OWASP, CSV Injection.
package struct CSVRow: Sendable, Hashable {
  /// What stands in one field.
  package enum Field: Sendable, Hashable {
    /// Foreign text.
    case text(String)
    case integer(Int)
    /// A number with at most so many decimals; empty when it is not finite.
    case decimal(Double, places: Int)
    case empty
  }

  /// The row as text, without its line end.
  package let string: String

  /// Writes the fields in their order. Complexity: O(*n*).
  package init(_ fields: [Field]) { string = fields.map(Self.text).joined(separator: ",") }

  /// Writes the names of columns. Complexity: O(*n*).
  package init(header names: [StaticString]) { self.init(names.map { .text($0.description) }) }

  private static func text(_ field: Field) -> String {
    switch field {
    case .text(let text): guarded(text).terminalSafe().csvField()
    case .integer(let value): String(value)
    case .decimal(let value, let places): decimalText(value, places: places) ?? ""
    case .empty: ""
    }
  }

  /// The characters that make a spreadsheet take a field for a formula, those of full width too.
  private static let formulaStarts: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
  ]

  private static func guarded(_ text: String) -> String {
    text.unicodeScalars.first.map(formulaStarts.contains) == true ? "'" + text : text
  }
}
