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
