import SkiBase

/// A reader of the bits of a deflated stream, lowest first.
struct BitReader {
  private var source: ByteStream
  private var window: [UInt8] = []
  private var position = 0
  private var bits: UInt64 = 0
  /// The number of valid bits of `bits`.
  private var count = 0
  private var isAtEnd = false
  /// The number of bytes taken from the source.
  private var consumed = 0

  init(_ source: ByteStream) { self.source = source }

  /// The offset of the next byte in the packed stream.
  var byteOffset: Int { consumed - count / 8 }

  /// Returns the next bits without consuming them, with zeros after the end.
  /// - Precondition: `width` is at most 48.
  @inline(__always)
  mutating func peek(_ width: Int) throws -> UInt32 {
    if count < width { try refill() }
    return UInt32(truncatingIfNeeded: bits & ((1 << UInt64(width)) - 1))
  }

  /// Consumes bits that were peeked.
  /// - Throws: ``InflationFault/cutOff`` when the source has ended before them.
  @inline(__always)
  mutating func skip(_ width: Int) throws {
    guard width <= count else { throw InflationFault.cutOff }
    bits >>= UInt64(width)
    count -= width
  }

  /// Consumes and returns bits.
  @inline(__always)
  mutating func take(_ width: Int) throws -> UInt32 {
    let value = try peek(width)
    try skip(width)
    return value
  }

  /// Skips to the start of the next byte.
  mutating func alignToByte() throws { try skip(count % 8) }

  /// Returns whether the source has no further byte; bits of the current byte don't count.
  mutating func hasEnded() throws -> Bool {
    if count < 8 { try refill() }
    return count < 8
  }

  private mutating func refill() throws {
    while count <= 48 {
      if position == window.count {
        guard !isAtEnd else { return }
        try source.next(into: &window)
        position = 0
        isAtEnd = window.isEmpty
        if isAtEnd { return }
      }
      bits |= UInt64(window[position]) << UInt64(count)
      position &+= 1
      consumed &+= 1
      count &+= 8
    }
  }
}

/// The reason a deflated stream can't be read on.
enum InflationFault: Error, Hashable {
  /// The stream ends too early.
  case cutOff
  /// The stream violates its format; with the violation.
  case damaged(String)
}
