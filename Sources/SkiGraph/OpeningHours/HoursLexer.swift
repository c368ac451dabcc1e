/// A lexer of `opening_hours`: words, numbers and signs.
struct HoursLexer {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the tokens, the last of kind `.end`.
  /// - Complexity: O(*n*) in the bytes.
  consuming func tokens() throws(HoursFault) -> [HoursToken] {
    var tokens: [HoursToken] = []
    while true {
      let start = position
      while position < bytes.count, Self.isSpace(bytes[position]) || isWideSpace {
        position += isWideSpace ? 2 : 1
      }
      let (begin, followsSpace) = (position, position > start)
      guard position < bytes.count else {
        tokens.append(HoursToken(kind: .end, position: begin, followsSpace: followsSpace))
        return tokens
      }
      tokens.append(HoursToken(kind: try next(), position: begin, followsSpace: followsSpace))
    }
  }

  private mutating func next() throws(HoursFault) -> HoursToken.Kind {
    let byte = bytes[position]
    if byte &- 0x30 < 10 { return try number() }
    if Self.isLetter(byte) { return try word() }
    if byte == UInt8(ascii: "\"") { return try comment() }
    if byte == UInt8(ascii: "|") {
      guard position + 1 < bytes.count, bytes[position + 1] == byte else { throw fault("a single bar") }
      position += 2
      return .bars
    }
    // Typographic dashes, U+2010 to U+2015: three bytes each.
    if byte == 0xE2, position + 2 < bytes.count, bytes[position + 1] == 0x80,
      (0x90...0x95).contains(bytes[position + 2])
    {
      position += 3
      return .sign(UInt8(ascii: "-"))
    }
    guard Self.signs.contains(byte) else { throw fault("an unknown character") }
    position += 1
    return .sign(byte)
  }

  private static let signs = Array(";,:-+/[]()".utf8)

  private mutating func number() throws(HoursFault) -> HoursToken.Kind {
    let start = position
    var value = 0
    while position < bytes.count, bytes[position] &- 0x30 < 10 {
      guard position - start < 4 else {
        throw HoursFault(position: start, reason: "a number of more than four digits")
      }
      value = value * 10 + Int(bytes[position] - 0x30)
      position += 1
    }
    return .number(value, digits: position - start)
  }

  private mutating func word() throws(HoursFault) -> HoursToken.Kind {
    let start = position
    while position < bytes.count, Self.isLetter(bytes[position]) { position += 1 }
    let text = String(decoding: bytes[start..<position].lazy.map { $0 | 0x20 }, as: UTF8.self)
    guard let word = HoursKeyword.named(text) else {
      throw HoursFault(position: start, reason: "an unknown word")
    }
    // A point may end an abbreviation: `Dec. 15`.
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") { position += 1 }
    return .word(word)
  }

  private mutating func comment() throws(HoursFault) -> HoursToken.Kind {
    let start = position
    guard let end = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "\"")) else {
      throw fault("a comment without its closing quote")
    }
    position = end + 1
    return .comment
  }

  private func fault(_ reason: String) -> HoursFault { HoursFault(position: position, reason: reason) }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// Indicates whether the next character is a no-break space (U+00A0).
  private var isWideSpace: Bool {
    position + 1 < bytes.count && bytes[position] == 0xC2 && bytes[position + 1] == 0xA0
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
