/// One line of values between separators; quotes may stand around them (RFC 4180).
///
/// A line ends where it ends: values with line breaks inside are not read, so that one stray quote costs one line.
struct CSVLine {
  private(set) var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// The most values of a line; further ones are passed over.
  private static let limit = 256

  /// How many values there are.
  var count: Int { ends.count }

  /// A value without its quotes and the blanks around it; empty where there are fewer.
  subscript(index: Int) -> ArraySlice<UInt8> {
    guard ends.indices.contains(index) else { return [] }
    return DecimalNumber.trimmed(bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]])
  }

  /// Takes a line apart. Complexity: O(length).
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
