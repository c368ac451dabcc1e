import SkiBase

/// The bytes of a recording, read once and in order, in windows of up to 64 kB.
struct ByteStream {
  private enum Origin {
    case memory([UInt8])
    case file(RandomAccessFile)
    case descriptor(Int32)
    case inflated(Inflation)
  }

  /// The name in error messages.
  let name: String
  private let origin: Origin
  /// The next byte of memory or a file, and the byte after the last.
  private var offset: Int
  private let end: Int
  /// A window that is returned again before others.
  private var returned: [UInt8] = []
  private static let windowSize = 1 << 16

  private init(_ origin: Origin, name: String, range: Range<Int> = 0..<Int.max) {
    (self.origin, self.name, offset, end) = (origin, name, range.lowerBound, range.upperBound)
  }

  /// Creates a stream of bytes in memory.
  init(_ bytes: [UInt8], name: String) { self.init(.memory(bytes), name: name, range: 0..<bytes.count) }

  /// Creates a stream of a file.
  /// - Throws: `SkiError` with code `.missingInput` or `.inputOutput`.
  init(file path: String) throws(SkiError) {
    self.init(.file(try RandomAccessFile(path, what: "a recording")), name: path)
  }

  /// Creates a stream of an open file descriptor, for example of a pipe; it is not closed.
  init(descriptor: Int32, name: String) { self.init(.descriptor(descriptor), name: name) }

  /// Creates the stream of what a deflated stream holds.
  init(inflating packed: ByteStream, as container: Inflation.Container, byteLimit: Int) {
    self.init(.inflated(Inflation(packed, container, byteLimit: byteLimit)), name: packed.name)
  }

  /// The inflation of a packed stream; nil for others.
  var inflation: Inflation? { if case .inflated(let inflation) = origin { inflation } else { nil } }

  /// Replaces a window by the next bytes; by none at the end.
  /// - Throws: The errors of ``WorkLimit`` and of the file, and those of ``Inflation/next(into:)``.
  mutating func next(into window: inout [UInt8]) throws {
    try WorkLimit.check("reading the track", subject: name)
    guard returned.isEmpty else {
      (window, returned) = (returned, [])
      return
    }
    let count = min(end - offset, Self.windowSize)
    switch origin {
    case .memory(let bytes): window = Array(bytes[offset..<offset + count])
    case .file(let file):
      let from = offset
      window = try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        filled = try file.readSome(into: UnsafeMutableRawBufferPointer(buffer), at: from)
      }
    case .descriptor(let descriptor):
      window = try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        filled = try readSome(from: descriptor, into: UnsafeMutableRawBufferPointer(buffer), subject: name)
      }
    case .inflated(let inflation): try inflation.next(into: &window)
    }
    offset += window.count
  }

  /// Gives a window back, which is then the next.
  mutating func giveBack(_ window: [UInt8]) { returned = window }

  /// Returns the stream as one that can be read anywhere: itself for a file or memory, else all that follows in memory.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when there are more bytes than the limit, and the errors of
  ///   ``next(into:)``.
  mutating func seekable(atMostBytes limit: Int) throws -> SeekableBytes {
    switch origin {
    case .memory(let bytes): return SeekableBytes(bytes, name: name)
    case .file(let file): return SeekableBytes(file, name: name)
    default: return SeekableBytes(try rest(atMostBytes: limit), name: name)
    }
  }

  private mutating func rest(atMostBytes limit: Int) throws -> [UInt8] {
    var (bytes, window): ([UInt8], [UInt8]) = ([], [])
    while true {
      try next(into: &window)
      if window.isEmpty { return bytes }
      guard bytes.count + window.count <= limit else {
        throw SkiError(
          .limitExceeded, "packed recording is larger than \(limit) bytes; unpack it", subject: name)
      }
      bytes += window
    }
  }
}

/// Bytes that can be read at any offset.
struct SeekableBytes {
  private enum Origin {
    case memory([UInt8])
    case file(RandomAccessFile)
  }

  let name: String
  /// The number of bytes.
  let count: Int
  private let origin: Origin

  init(_ bytes: [UInt8], name: String) { (self.name, count, origin) = (name, bytes.count, .memory(bytes)) }

  init(_ file: RandomAccessFile, name: String) {
    (self.name, count, origin) = (name, file.byteCount, .file(file))
  }

  /// Returns the bytes of a range; nil where it leaves the whole.
  /// - Throws: ``SkiError`` with code `.inputOutput` or `.malformedData` when reading fails.
  /// - Complexity: O(bytes).
  func bytes(_ range: Range<Int>) throws -> [UInt8]? {
    guard range.lowerBound >= 0, range.upperBound <= count else { return nil }
    switch origin {
    case .memory(let bytes): return Array(bytes[range])
    case .file(let file):
      return try [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
        try file.read(into: UnsafeMutableRawBufferPointer(buffer), at: range.lowerBound)
        filled = range.count
      }
    }
  }

  /// Returns the stream of a range.
  /// - Precondition: The range lies within the whole.
  func stream(_ range: Range<Int>) -> ByteStream {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "range \(range) leaves \(count) bytes")
    switch origin {
    case .memory(let bytes): return ByteStream(Array(bytes[range]), name: name)
    case .file(let file): return ByteStream(file, range, name: name)
    }
  }
}

extension ByteStream {
  /// Creates a stream of part of a file.
  fileprivate init(_ file: RandomAccessFile, _ range: Range<Int>, name: String) {
    self.init(.file(file), name: name, range: range)
  }
}
