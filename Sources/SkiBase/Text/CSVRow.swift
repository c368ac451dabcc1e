/// A row of comma-separated values (RFC 4180).
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

  /// The row in UTF-8 with its line end, a line feed.
  package let line: [UInt8]

  /// The row as text, without its line end.
  package var string: String { String(decoding: line.dropLast(), as: UTF8.self) }

  /// Creates a row from its fields.
  /// - Complexity: O(*n*) in the fields.
  package init(_ fields: [Field]) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16 * fields.count)
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      Self.append(field, to: &bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
    line = bytes
  }

  /// Creates the header row from the names of columns.
  /// - Complexity: O(*n*) in the names.
  package init(header names: [StaticString]) { self.init(names.map { .text($0.description) }) }

  private static func append(_ field: Field, to bytes: inout [UInt8]) {
    switch field {
    case .text(let text): append(text, to: &bytes)
    case .integer(let value): bytes.append(integer: value)
    case .decimal(let value, let places): _ = bytes.append(decimal: value, places: places)
    case .empty: break
    }
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    let isFormula = isFormula(text)
    guard !isFormula, !text.contains(quoted) else {
      return bytes.append(contentsOf: (isFormula ? "'" + text : text).terminalSafe().csvField().utf8)
    }
    bytes.append(contentsOf: text.utf8)
  }

  /// The characters that can't be written without quotes or replacement.
  private static let quoted = SpecialCharacters(",\"")

  /// Indicates whether the first character of a text begins a formula in a spreadsheet, full-width forms included.
  private static func isFormula(_ text: String) -> Bool {
    switch text.unicodeScalars.first {
    case "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": true
    default: false
    }
  }
}
