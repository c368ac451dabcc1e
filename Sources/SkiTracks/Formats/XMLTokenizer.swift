import SkiBase

/// Reads XML as tokens from a stream of bytes, in bounded memory.
///
/// Supports a subset of XML 1.0: elements, attributes, text, CDATA, comments, processing instructions, predefined and
/// numeric references. Document types and custom entities are refused, so that nothing external is loaded or expanded.
/// End tags must match. Depth, names, attributes and values are limited; long text comes in pieces.
struct XMLTokenizer: ~Copyable {
  /// The limits of a document.
  enum Limit {
    static let depth = 64
    static let nameBytes = 256
    static let attributes = 64
    static let valueBytes = 4096
    static let textBytes = 4096
  }

  var input: TrackInput
  /// The local name of the last element started or ended.
  private(set) var name: [UInt8] = []
  /// The attributes of the last element started, in the first ``attributeCount`` items.
  private(set) var attributes: [XMLAttribute] = []
  /// The number of valid items of ``attributes``.
  private(set) var attributeCount = 0
  /// The text of the last text token.
  var text: [UInt8] = []
  /// The number of open elements.
  var depth: Int { ends.count }
  /// Indicates whether the root element was started.
  private var hasSeenRoot = false
  /// The qualified names of the open elements, concatenated.
  private var open: [UInt8] = []
  /// The end of each name in `open`.
  private var ends: [Int] = []
  private var closesItself = false

  init(_ input: consuming TrackInput) { self.input = input }

  /// Returns the value of an attribute of the last element started, by local name.
  func attribute(_ name: StaticString) -> ArraySlice<UInt8>? {
    for index in 0..<attributeCount where attributes[index].name.equals(name) {
      return attributes[index].value[...]
    }
    return nil
  }

  /// Reads the next token.
  /// - Throws: ``XMLFault``, and the errors of the input.
  mutating func next() throws -> XMLToken {
    if closesItself {
      closesItself = false
      return try popped()
    }
    text.removeAll(keepingCapacity: true)
    while let byte = try input.peek() {
      if byte != UInt8(ascii: "<") {
        try readText()
        if depth > 0 && !text.isEmpty { return .text }
        text.removeAll(keepingCapacity: true)
        continue
      }
      _ = try input.next()
      if let token = try markup() { return token }
    }
    guard depth == 0 && hasSeenRoot else { throw XMLFault.cutOff }
    return .finished
  }

  /// Reads markup after `<`; nil where it produces no token.
  private mutating func markup() throws -> XMLToken? {
    switch try input.need() {
    case UInt8(ascii: "?"):
      try passInstruction()
      return nil
    case UInt8(ascii: "!"):
      return try passDeclaration() ? .text : nil
    case UInt8(ascii: "/"):
      _ = try input.next()
      return try endTag()
    default:
      return try startTag()
    }
  }

  private mutating func startTag() throws -> XMLToken {
    guard depth > 0 || !hasSeenRoot else { throw XMLFault.malformed("a second root element begins") }
    guard depth < Limit.depth else { throw XMLFault.tooMuch("elements nest deeper than \(Limit.depth)") }
    hasSeenRoot = true
    let start = open.count
    try input.readName(into: &open)
    ends.append(open.count)
    name.removeAll(keepingCapacity: true)
    name.append(contentsOf: open[start...].withoutPrefix)
    attributeCount = 0
    while true {
      let blanks = try input.need().isXMLBlank
      try input.passBlanks()
      switch try input.need() {
      case UInt8(ascii: ">"):
        _ = try input.next()
        return .start
      case UInt8(ascii: "/"):
        _ = try input.next()
        guard try input.take() == UInt8(ascii: ">") else {
          throw XMLFault.malformed("a tag has a stray slash")
        }
        closesItself = true
        return .start
      default:
        guard blanks else { throw XMLFault.malformed("a blank is missing before an attribute") }
        try readAttribute()
      }
    }
  }

  private mutating func endTag() throws -> XMLToken {
    guard let end = ends.last else { throw XMLFault.malformed("an end tag has no start") }
    let start = ends.count > 1 ? ends[ends.count - 2] : 0
    for index in start..<end where try input.take() != open[index] {
      throw XMLFault.malformed("element \(shown(open[start..<end])) is closed by another name")
    }
    try input.passBlanks()
    guard try input.take() == UInt8(ascii: ">") else {
      throw XMLFault.malformed("element \(shown(open[start..<end])) is closed by another name")
    }
    return try popped()
  }

  private mutating func popped() throws(SkiError) -> XMLToken {
    ends.removeLast()
    let start = ends.last ?? 0
    name.removeAll(keepingCapacity: true)
    name.append(contentsOf: open[start...].withoutPrefix)
    open.removeLast(open.count - start)
    return .end
  }

  private mutating func readAttribute() throws {
    guard attributeCount < Limit.attributes else {
      throw XMLFault.tooMuch("an element has more than \(Limit.attributes) attributes")
    }
    if attributes.count == attributeCount { attributes.append(XMLAttribute()) }
    // Swapped out while it is filled, to reuse its memory without a copy.
    var attribute = XMLAttribute()
    swap(&attribute, &attributes[attributeCount])
    attribute.name.removeAll(keepingCapacity: true)
    attribute.value.removeAll(keepingCapacity: true)
    try input.readName(into: &attribute.name)
    attribute.name.removeFirst(attribute.name.count - attribute.name[...].withoutPrefix.count)
    try input.passBlanks()
    guard try input.take() == UInt8(ascii: "=") else { throw XMLFault.malformed("an attribute has no value") }
    try input.passBlanks()
    try input.readValue(into: &attribute.value)
    swap(&attribute, &attributes[attributeCount])
    attributeCount += 1
  }
}

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
