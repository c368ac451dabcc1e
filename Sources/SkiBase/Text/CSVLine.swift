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
