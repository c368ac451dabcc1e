import SkiFormats
import SkiGeo

/// The bytes of a recording, read sequentially in windows of 64 kB.
///
/// UTF-16 with a byte order mark is converted to UTF-8; the byte order mark of UTF-8 is removed.
struct TrackInput: ~Copyable {
  private enum Origin {
    case memory([UInt8])
    case file(RandomAccessFile)
  }

  /// The name in error messages.
  let name: String
  /// The line of the next byte, from 1.
  private(set) var line = 1
  /// The offset of the next byte from the start of the input; not valid for converted text.
  var byteOffset: Int { offset - window.count + position }
  private let origin: Origin
  private var offset = 0
  private var window: [UInt8] = []
  private var position = 0
  private var utf16: UTF16Decoder?
  private static let windowSize = 1 << 16

  private init(_ origin: Origin, name: String) {
    self.origin = origin
    self.name = name
  }

  /// Returns an input that reads bytes in memory.
  static func bytes(_ bytes: [UInt8], name: String) throws -> TrackInput {
    var input = TrackInput(.memory(bytes), name: name)
    try input.begin()
    return input
  }

  /// Returns an input that reads a file.
  /// - Throws: `SkiError` with code `.missingInput` or `.inputOutput`.
  static func file(_ path: String) throws -> TrackInput {
    var input = TrackInput(.file(try RandomAccessFile(path, what: "a recording")), name: path)
    try input.begin()
    return input
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
    } while window.isEmpty
  }

  /// Replaces the window by the next bytes, not decoded; by none at the end.
  private mutating func readWindow() throws {
    try WorkLimit.check("reading the track", subject: name)
    position = 0
    let from = offset
    switch origin {
    case .memory(let bytes):
      window = Array(bytes[from..<min(bytes.count, from + Self.windowSize)])
    case .file(let file):
      window = try [UInt8](unsafeUninitializedCapacity: Self.windowSize) { buffer, filled in
        filled = try file.readSome(into: UnsafeMutableRawBufferPointer(buffer), at: from)
      }
    }
    offset += window.count
  }
}
