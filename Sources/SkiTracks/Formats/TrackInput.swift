import SkiFormats
import SkiGeo

/// The bytes of a recording, read from front to back in windows; a file is never held as a whole.
///
/// Text in UTF-16 with its mark is turned into UTF-8 on the way; UTF-8's own mark is left out.
struct TrackInput: ~Copyable {
  private enum Origin {
    case memory([UInt8])
    case file(RandomAccessFile)
  }

  /// What errors call it.
  let name: String
  /// The line of the next byte, from 1.
  private(set) var line = 1
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

  /// Begins to read bytes.
  static func bytes(_ bytes: [UInt8], name: String) throws -> TrackInput {
    var input = TrackInput(.memory(bytes), name: name)
    try input.begin()
    return input
  }

  /// Begins to read a file.
  /// - Throws: `SkiError` with code `.missingInput` or `.inputOutput`.
  static func file(_ path: String) throws -> TrackInput {
    var input = TrackInput(.file(try RandomAccessFile(path, what: "a recording")), name: path)
    try input.begin()
    return input
  }

  /// The bytes at the start, as many as the first window holds.
  func start() -> ArraySlice<UInt8> { window[...] }

  /// The next byte without passing it; nil at the end.
  @inline(__always)
  mutating func peek() throws -> UInt8? {
    if position == window.count {
      try fill()
      if window.isEmpty { return nil }
    }
    return window[position]
  }

  /// Passes the next byte; nil at the end.
  @inline(__always)
  mutating func next() throws -> UInt8? {
    guard let byte = try peek() else { return nil }
    position &+= 1
    if byte == 0x0A { line &+= 1 }
    return byte
  }

  /// Reads the next line without its end into a buffer; false at the end of the file.
  ///
  /// Lines end with LF, CR LF or CR. Of longer ones than the limit the rest is passed over.
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

  /// Replaces the window by the next bytes as they are; by none at the end.
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
