import SkiBase

/// The lexical parts of XML below elements.
extension TrackInput {
  /// Returns the next byte without consuming it; the end of the input is an error.
  @inline(__always)
  mutating func need() throws -> UInt8 {
    guard let byte = try peek() else { throw XMLFault.cutOff }
    return byte
  }

  /// Consumes the next byte; the end of the input is an error.
  @inline(__always)
  mutating func take() throws -> UInt8 {
    guard let byte = try next() else { throw XMLFault.cutOff }
    return byte
  }

  /// Skips white space.
  mutating func passBlanks() throws {
    while let byte = try peek(), byte.isXMLBlank { _ = try next() }
  }

  /// Appends a name to a buffer, up to white space or the end of the name.
  mutating func readName(into buffer: inout [UInt8]) throws {
    let start = buffer.count
    while true {
      let byte = try need()
      if byte.isXMLBlank || byte.endsXMLName { break }
      guard byte >= 0x20 && byte != UInt8(ascii: "<") && byte != UInt8(ascii: "&") else {
        throw XMLFault.malformed("a name holds byte \(byte)")
      }
      _ = try next()
      guard buffer.count - start < XMLTokenizer.Limit.nameBytes else {
        throw XMLFault.tooMuch("a name is longer than \(XMLTokenizer.Limit.nameBytes) bytes")
      }
      buffer.append(byte)
    }
    guard buffer.count > start, buffer[start] &- 0x30 > 9, buffer[start] != UInt8(ascii: "-") else {
      throw XMLFault.malformed("a name is expected")
    }
  }

  /// Appends a quoted value to a buffer.
  mutating func readValue(into buffer: inout [UInt8]) throws {
    let quote = try take()
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw XMLFault.malformed("an attribute's value has no quotes")
    }
    while true {
      let byte = try take()
      if byte == quote { return }
      guard byte != UInt8(ascii: "<") else { throw XMLFault.malformed("an attribute's value holds <") }
      guard buffer.count < XMLTokenizer.Limit.valueBytes else {
        throw XMLFault.tooMuch("an attribute's value is longer than \(XMLTokenizer.Limit.valueBytes) bytes")
      }
      if byte == UInt8(ascii: "&") {
        try readReference(into: &buffer)
      } else {
        buffer.append(byte.isXMLBlank ? 0x20 : byte)
      }
    }
  }

  /// Appends the character of a reference, the text between `&` and `;`.
  mutating func readReference(into buffer: inout [UInt8]) throws {
    var word: [UInt8] = []
    while true {
      let byte = try take()
      if byte == UInt8(ascii: ";") { break }
      guard word.count < 12, byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "<") else {
        throw XMLFault.malformed("a bare & stands in text; write &amp;")
      }
      word.append(byte)
    }
    if word.first == UInt8(ascii: "#") {
      guard let scalar = Self.scalar(word.dropFirst()) else {
        throw XMLFault.malformed("reference &\(shown(word[...])); names no character")
      }
      return buffer.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
    guard let byte = Self.predefined.first(where: { word.equals($0.name) })?.byte else {
      throw XMLFault.refused(
        "entity &\(shown(word[...])); is none of XML's own five; write the character itself")
    }
    buffer.append(byte)
  }

  private static var predefined: [(name: StaticString, byte: UInt8)] {
    [("amp", 0x26), ("lt", 0x3C), ("gt", 0x3E), ("quot", 0x22), ("apos", 0x27)]
  }

  /// Returns the character of a numeric reference, `169` or `xA9`; nil where XML 1.0 has none.
  private static func scalar(_ digits: ArraySlice<UInt8>) -> Unicode.Scalar? {
    let isHexadecimal = digits.first == UInt8(ascii: "x")
    let text = String(decoding: isHexadecimal ? digits.dropFirst() : digits, as: UTF8.self)
    guard text.utf8.first != UInt8(ascii: "+"), let value = UInt32(text, radix: isHexadecimal ? 16 : 10),
      value >= 0x20 || [0x09, 0x0A, 0x0D].contains(value), value != 0xFFFE, value != 0xFFFF
    else { return nil }
    return Unicode.Scalar(value)
  }
}
