import SkiSystem

extension JSONCursor {
  /// Reads a string without decoding it.
  package mutating func readToken() throws(JSONFault) -> Token {
    guard take(UInt8(ascii: "\"")) else { throw unexpected("a string") }
    var token = Token(start: position, end: position, hasEscapes: false, isASCII: true)
    var seen: UInt64 = 0
    while true {
      passPlainText(&seen)
      guard position < end else { throw fault("the text ends inside a string") }
      let byte = base[position]
      if byte == UInt8(ascii: "\"") {
        token.end = position
        token.isASCII = seen & EightBytes.highBits == 0
        position &+= 1
        return token
      }
      guard byte == UInt8(ascii: "\\") else {
        throw fault("a control character (byte \(byte)) is in a string; it must be escaped")
      }
      token.hasEscapes = true
      try passEscape()
    }
  }

  /// Advances to the next quote, backslash or control character, or to the end, and adds the bytes passed to `seen`.
  @inline(__always)
  private mutating func passPlainText(_ seen: inout UInt64) {
    while end &- position >= 8 {
      // Eight bytes remain before the end.
      let word = EightBytes.load(base + position)
      let marks =
        EightBytes.marks(of: UInt8(ascii: "\""), in: word)
        | EightBytes.marks(of: UInt8(ascii: "\\"), in: word)
        | EightBytes.controlMarks(in: word)
      guard marks == 0 else {
        let count = EightBytes.firstIndex(marks)
        seen |= EightBytes.prefix(word, count: count)
        position &+= count
        return
      }
      seen |= word
      position &+= 8
    }
    while position < end {
      let byte = base[position]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { return }
      seen |= UInt64(byte)
      position &+= 1
    }
  }

  private mutating func passEscape() throws(JSONFault) {
    guard position + 1 < end else { throw fault("the text ends inside a string") }
    switch base[position + 1] {
    case UInt8(ascii: "u"):
      guard hexUnit(at: position + 2) != nil else {
        throw fault("an escape \\u needs four hexadecimal digits")
      }
      position &+= 6
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position &+= 2
    default: throw fault("an escape \\\(describe(byte: base[position + 1])) is unknown")
    }
  }

  /// Returns the value of four hexadecimal digits at a position, or nil.
  private func hexUnit(at start: Int) -> UInt32? {
    guard start >= 0, start + 4 <= end else { return nil }
    var unit: UInt32 = 0
    for index in start..<start + 4 {
      switch base[index] {
      case let digit where (0x30...0x39).contains(digit): unit = unit << 4 | UInt32(digit - 0x30)
      case let digit where (0x41...0x46).contains(digit): unit = unit << 4 | UInt32(digit - 0x37)
      case let digit where (0x61...0x66).contains(digit): unit = unit << 4 | UInt32(digit - 0x57)
      default: return nil
      }
    }
    return unit
  }

  /// Returns whether a token equals a word of ASCII without quotes and backslashes.
  package func matches(_ token: Token, _ word: StaticString) -> Bool {
    if token.hasEscapes {
      var copy = self
      return word.withUTF8Buffer { copy.text(of: token).utf8.elementsEqual($0) }
    }
    guard token.end - token.start == word.utf8CodeUnitCount else { return false }
    return memcmp(base + token.start, word.utf8Start, word.utf8CodeUnitCount) == 0
  }

  /// Decodes a string token.
  /// - Complexity: O(*n*) in the bytes.
  package mutating func text(of token: Token) -> String {
    if token.hasEscapes { return unescaped(token) }
    let bytes = UnsafeBufferPointer(start: base + token.start, count: token.end - token.start)
    let text = String(decoding: bytes, as: UTF8.self)
    if !token.isASCII && !Self.isExact(text, bytes) { hasRepairedText = true }
    return text
  }

  /// Returns whether a text decoded from bytes has just these, so that nothing was replaced by U+FFFD.
  private static func isExact(_ text: String, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { decoded in
      decoded.count == bytes.count
        && decoded.elementsEqual(bytes)
    } ?? text.utf8.elementsEqual(bytes)
  }

  private mutating func unescaped(_ token: Token) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(token.end - token.start)
    var index = token.start
    while index < token.end {
      let byte = base[index]
      guard byte == UInt8(ascii: "\\"), index + 1 < token.end else {
        bytes.append(byte)
        index += 1
        continue
      }
      let escape = base[index + 1]
      index += 2
      if escape == UInt8(ascii: "u") {
        append(surrogatesAt: &index, limit: token.end, to: &bytes)
      } else {
        bytes.append(Self.plainByte(for: escape))
      }
    }
    return bytes.withUnsafeBufferPointer { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      if !Self.isExact(text, bytes) { hasRepairedText = true }
      return text
    }
  }

  /// Decodes `\uXXXX`, whose digits start at `index`, together with a following low surrogate.
  private mutating func append(surrogatesAt index: inout Int, limit: Int, to bytes: inout [UInt8]) {
    let unit = hexUnit(at: index) ?? 0xFFFD
    index += 4
    var code = unit
    if (0xD800..<0xDC00).contains(unit), index + 6 <= limit, base[index] == UInt8(ascii: "\\"),
      base[index + 1] == UInt8(ascii: "u"), let low = hexUnit(at: index + 2), (0xDC00..<0xE000).contains(low)
    {
      code = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
      index += 6
    }
    if let scalar = UnicodeScalar(code) {
      bytes.append(contentsOf: Character(scalar).utf8)
    } else {
      hasRepairedText = true
      bytes.append(contentsOf: [0xEF, 0xBF, 0xBD])
    }
  }

  private static func plainByte(for escape: UInt8) -> UInt8 {
    switch escape {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: escape
    }
  }
}
