/// A line of values between separators, optionally quoted (RFC 4180).
///
/// Values with line breaks are not supported, so that an unbalanced quote affects one line only.
struct CSVLine {
  private(set) var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// The greatest number of values of a line; further ones are ignored.
  private static let limit = 256

  /// The number of values.
  var count: Int { ends.count }

  /// Returns a value without quotes and surrounding blanks; empty beyond the last value.
  subscript(index: Int) -> ArraySlice<UInt8> {
    guard ends.indices.contains(index) else { return [] }
    return DecimalNumber.trimmed(bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]])
  }

  /// Splits a line into values. Complexity: O(length).
  mutating func split(_ line: [UInt8], at separator: UInt8) {
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
}
