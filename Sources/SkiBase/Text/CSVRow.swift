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

/// A line of values between separators, optionally quoted (RFC 4180).
///
/// Values with line breaks are not supported, so that an unbalanced quote affects one line only.
package struct CSVLine {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// The greatest number of values of a line; further ones are ignored.
  private static let limit = 256

  /// Creates an empty line; its memory is used again by each line that is split.
  package init() {}

  /// The number of values.
  package var count: Int { ends.count }

  /// Returns a value without quotes and surrounding blanks; empty beyond the last value.
  package subscript(index: Int) -> ArraySlice<UInt8> {
    guard ends.indices.contains(index) else { return [] }
    var value = bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
    while let first = value.first, Self.isBlank(first) { value.removeFirst() }
    while let last = value.last, Self.isBlank(last) { value.removeLast() }
    return value
  }

  /// Splits a line into values.
  /// - Complexity: O(*n*) in the bytes.
  package mutating func split(_ line: [UInt8], at separator: UInt8) {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    let quote = UInt8(ascii: "\"")
    var isQuoted = false
    var index = 0
    while index < line.count, ends.count < Self.limit {
      let byte = line[index]
      index += 1
      if byte == quote {
        if isQuoted, index < line.count, line[index] == quote {
          bytes.append(quote)
          index += 1
        } else {
          isQuoted.toggle()
        }
      } else if byte == separator, !isQuoted {
        ends.append(bytes.count)
      } else {
        bytes.append(byte)
      }
    }
    if ends.count < Self.limit { ends.append(bytes.count) }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
