import SkiBase

/// The text or the bytes of a recording, read sequentially in windows.
///
/// UTF-16 with a byte order mark is converted to UTF-8; the byte order mark of UTF-8 is removed.
struct TrackInput: ~Copyable {
  /// The name in error messages.
  var name: String { stream.name }
  /// The line of the next byte, from 1.
  private(set) var line = 1
  /// The offset of the next byte from the start of the input; not valid for converted text.
  var byteOffset: Int { offset - window.count + position }
  private var stream: ByteStream
  /// The number of bytes read.
  private var offset = 0
  private var window: [UInt8] = []
  private var position = 0
  private var utf16: UTF16Decoder?
  private var isLatin1 = false

  /// Creates an input that reads a stream.
  /// - Throws: The errors of the stream.
  init(_ stream: consuming ByteStream) throws {
    self.stream = stream
    try begin()
  }

  /// Returns the content of the first window.
  func start() -> ArraySlice<UInt8> { window[...] }

  /// Returns the next byte without consuming it; nil at the end.
  @inline(__always)
  mutating func peek() throws -> UInt8? {
    if position == window.count {
      try fill()
      if window.isEmpty { return nil }
    }
    return window[position]
  }

  /// Consumes and returns the next byte; nil at the end.
  @inline(__always)
  mutating func next() throws -> UInt8? {
    guard let byte = try peek() else { return nil }
    position &+= 1
    if byte == 0x0A { line &+= 1 }
    return byte
  }

  /// Reads the next line without its terminator into a buffer; returns false at the end of the file.
  ///
  /// Lines end with LF, CR LF or CR. Bytes of a line beyond the limit are discarded.
  mutating func readLine(into buffer: inout [UInt8], atMostBytes limit: Int) throws -> Bool {
    buffer.removeAll(keepingCapacity: true)
    guard try peek() != nil else { return false }
    while let byte = try next() {
      if byte == 0x0A { break }
      if byte == 0x0D {
        if try peek() == 0x0A { _ = try next() } else { line &+= 1 }
        break
      }
      if buffer.count < limit { buffer.append(byte) }
    }
    return true
  }

  /// Returns all bytes that follow.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when there are more than the limit, and the errors of reading.
  mutating func rest(atMostBytes limit: Int) throws -> [UInt8] {
    var bytes = Array(window[position...])
    while bytes.count <= limit {
      try fill()
      if window.isEmpty { return bytes }
      bytes += window
    }
    throw SkiError(
      .limitExceeded, "recording is larger than \(limit) bytes; cut it into days", subject: name)
  }

  /// Converts what follows from ISO 8859-1 to UTF-8; the bytes 0x80 to 0x9F, which stand for no letter, become U+FFFD.
  mutating func convertFromLatin1() {
    guard !isLatin1, utf16 == nil else { return }
    isLatin1 = true
    window = Self.utf8(ofLatin1: window[position...])
    position = 0
  }

  private static func utf8(ofLatin1 bytes: ArraySlice<UInt8>) -> [UInt8] {
    bytes.flatMap { byte -> [UInt8] in
      switch byte {
      case ..<0x80: [byte]
      case ..<0xA0: [0xEF, 0xBF, 0xBD]
      default: [0xC0 | byte >> 6, 0x80 | byte & 0x3F]
      }
    }
  }

  private mutating func begin() throws {
    try readWindow()
    if window.starts(with: [0xFF, 0xFE]) || window.starts(with: [0xFE, 0xFF]) {
      utf16 = UTF16Decoder(isBigEndian: window[0] == 0xFE)
      window = utf16?.decoded(window[2...]) ?? []
    } else if window.starts(with: [0xEF, 0xBB, 0xBF]) {
      position = 3
    }
  }

  private mutating func fill() throws {
    repeat {
      try readWindow()
      guard !window.isEmpty else {
        window = utf16?.end() ?? []
        return
      }
      window = utf16?.decoded(window[...]) ?? window
      if isLatin1 { window = Self.utf8(ofLatin1: window[...]) }
    } while window.isEmpty
  }

  /// Replaces the window by the next bytes, not decoded; by none at the end.
  private mutating func readWindow() throws {
    position = 0
    try stream.next(into: &window)
    offset += window.count
  }
}

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

/// Converts UTF-16 to UTF-8 incrementally; invalid sequences become U+FFFD.
struct UTF16Decoder {
  private let isBigEndian: Bool
  /// The first byte of a code unit at the end of a chunk.
  private var half: UInt8?
  private var high: UInt16?

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  /// Returns a chunk as UTF-8. Complexity: O(bytes).
  mutating func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    for byte in bytes {
      guard let first = half else {
        half = byte
        continue
      }
      half = nil
      let (upper, lower) = isBigEndian ? (first, byte) : (byte, first)
      take(UInt16(upper) << 8 | UInt16(lower), into: &out)
    }
    return out
  }

  /// Returns U+FFFD for an incomplete character at the end.
  mutating func end() -> [UInt8] {
    defer { (half, high) = (nil, nil) }
    return half == nil && high == nil ? [] : Array("\u{FFFD}".utf8)
  }

  private mutating func take(_ unit: UInt16, into out: inout [UInt8]) {
    if let first = high {
      high = nil
      if UTF16.isTrailSurrogate(unit) {
        let value = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(unit) - 0xDC00)
        return Self.append(Unicode.Scalar(value), to: &out)
      }
      Self.append(nil, to: &out)
    }
    if UTF16.isLeadSurrogate(unit) {
      high = unit
    } else {
      Self.append(Unicode.Scalar(unit), to: &out)
    }
  }

  private static func append(_ scalar: Unicode.Scalar?, to out: inout [UInt8]) {
    out.append(contentsOf: UTF8.encode(scalar ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
  }
}
