extension JSONCursor {
  /// Steps over a quoted string; the opening quote must be next.
  mutating func skipString() throws(JSONFault) {
    let start = position
    position += 1
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return
      case UInt8(ascii: "\\"): position += 2
      default: position += 1
      }
    }
    position = end
    throw JSONFault(offset: start, what: "a string has no end")
  }

  /// Reads a quoted string.
  mutating func string() throws(JSONFault) -> String {
    guard try peek() == UInt8(ascii: "\"") else { throw fault("expected a string") }
    let start = position
    try skipString()
    return try text(start..<position)
  }

  /// Returns the text of a quoted range: escapes resolved, lone surrogates and broken UTF-8 as U+FFFD.
  func text(_ quoted: Range<Int>) throws(JSONFault) -> String {
    guard quoted.count >= 2 else { throw JSONFault(offset: quoted.lowerBound, what: "expected a string") }
    let inner = (quoted.lowerBound + 1)..<(quoted.upperBound - 1)
    guard bytes[inner].contains(UInt8(ascii: "\\")) else {
      return String(decoding: bytes[inner], as: UTF8.self)
    }
    return try unescaped(inner)
  }

  private func unescaped(_ range: Range<Int>) throws(JSONFault) -> String {
    var utf8: [UInt8] = []
    utf8.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      guard byte == UInt8(ascii: "\\") else {
        utf8.append(byte)
        index += 1
        continue
      }
      guard index + 1 < range.upperBound else {
        throw JSONFault(offset: index, what: "a string ends in the middle of an escape")
      }
      if bytes[index + 1] == UInt8(ascii: "u") {
        let scalar = try unicodeEscape(&index, range.upperBound)
        utf8.append(contentsOf: String(Character(scalar)).utf8)
      } else {
        utf8.append(try simpleEscape(bytes[index + 1], at: index))
        index += 2
      }
    }
    return String(decoding: utf8, as: UTF8.self)
  }

  private func simpleEscape(_ letter: UInt8, at index: Int) throws(JSONFault) -> UInt8 {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return letter
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "t"): return 0x09
    default: throw JSONFault(offset: index, what: "a string has an unknown escape")
    }
  }

  /// Reads `\uXXXX`, and its second half where it is the first of a pair.
  private func unicodeEscape(_ index: inout Int, _ limit: Int) throws(JSONFault) -> Unicode.Scalar {
    let replacement: Unicode.Scalar = "\u{FFFD}"
    guard let first = hexUnit(index + 2, limit) else {
      throw JSONFault(offset: index, what: "“\\u” needs four hexadecimal digits")
    }
    index += 6
    guard first & 0xF800 == 0xD800 else { return Unicode.Scalar(first) ?? replacement }
    guard first < 0xDC00, index + 1 < limit, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u"), let second = hexUnit(index + 2, limit),
      (0xDC00..<0xE000).contains(second)
    else { return replacement }
    index += 6
    return Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)) ?? replacement
  }

  private func hexUnit(_ start: Int, _ limit: Int) -> UInt32? {
    guard start + 4 <= limit else { return nil }
    var value: UInt32 = 0
    for byte in bytes[start..<(start + 4)] {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
      default: return nil
      }
    }
    return value
  }
}
