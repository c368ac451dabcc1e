import SkiBase

extension XMLTokenizer {
  /// Appends text up to the next `<`, the end or the limit of a piece.
  mutating func readText() throws {
    while text.count < Limit.textBytes, let byte = try input.peek(), byte != UInt8(ascii: "<") {
      _ = try input.next()
      guard depth > 0 || byte.isXMLBlank else {
        throw XMLFault.malformed("text is outside of the document")
      }
      if byte == UInt8(ascii: "&") {
        try input.readReference(into: &text)
      } else {
        text.append(byte)
      }
    }
  }

  /// Skips a declaration beginning with `<!`; returns true where it was text (CDATA).
  mutating func passDeclaration() throws -> Bool {
    _ = try input.take()
    switch try input.take() {
    case UInt8(ascii: "-"):
      guard try input.take() == UInt8(ascii: "-") else { throw XMLFault.malformed("a comment begins badly") }
      try passUntil("-->", keeping: false)
      return false
    case UInt8(ascii: "["):
      for expected in "CDATA[".utf8 where try input.take() != expected {
        throw XMLFault.malformed("a CDATA section begins badly")
      }
      guard depth > 0 else { throw XMLFault.malformed("text is outside of the document") }
      try passUntil("]]>", keeping: true)
      return true
    default:
      throw XMLFault.refused(
        "a document type or entity is declared, which is never read; take the declaration out")
    }
  }

  /// Skips bytes up to and including a terminator of three bytes; appends those before it to the text on request.
  private mutating func passUntil(_ end: StaticString, keeping: Bool) throws {
    let mark = [end.utf8Start[0], end.utf8Start[1], end.utf8Start[2]]
    var last: (UInt8, UInt8) = (0, 0)
    var kept = 0
    while true {
      let byte = try input.take()
      if byte == mark[2], last == (mark[0], mark[1]) {
        // The first two bytes of the terminator were appended as text, unless the text was full already.
        if keeping { text.removeLast(max(0, min(2, text.count - (kept - 2)))) }
        return
      }
      if keeping {
        kept += 1
        if text.count < Limit.textBytes { text.append(byte) }
      }
      last = (last.1, byte)
    }
  }

  /// Skips `<?…?>`, and checks the encoding in the XML declaration.
  mutating func passInstruction() throws {
    _ = try input.take()
    var words: [UInt8] = []
    var last: UInt8 = 0
    while true {
      let byte = try input.take()
      if byte == UInt8(ascii: ">"), last == UInt8(ascii: "?") { break }
      if words.count < 256 { words.append(byte) }
      last = byte
    }
    guard words.starts(with: "xml".utf8), words.count > 3, words[3].isXMLBlank,
      let encoding = Self.encoding(in: words)
    else { return }
    let name = encoding.uppercased()
    if Self.latinEncodings.contains(name) { return input.convertFromLatin1() }
    guard ["UTF-8", "UTF8", "US-ASCII", "ASCII", "UTF-16"].contains(name) else {
      throw XMLFault.refused(
        "encoding \(encoding.shortened(toScalars: 40)) is not read; save the file again as UTF-8")
    }
  }

  /// The encodings that are ISO 8859-1 as far as recordings go; further letters of the others become U+FFFD or another.
  private static let latinEncodings: Set<String> = [
    "ISO-8859-1", "ISO8859-1", "ISO_8859-1", "LATIN1", "LATIN-1", "WINDOWS-1252", "CP1252", "ISO-8859-15",
  ]

  /// Returns the value of `encoding="…"` in a declaration.
  private static func encoding(in words: [UInt8]) -> String? {
    let name = Array("encoding".utf8)
    guard let start = words.indices.first(where: { words[$0...].starts(with: name) }) else { return nil }
    let rest = words[start...].drop { $0 != 0x22 && $0 != 0x27 }
    guard let quote = rest.first else { return nil }
    return String(decoding: rest.dropFirst().prefix { $0 != quote }, as: UTF8.self)
  }
}
