/// A writer of bits, the most significant of each byte first.
struct HeightBitWriter {
  private(set) var bytes: [UInt8] = []
  private var pending: UInt64 = 0
  private var pendingCount = 0

  /// Appends the lowest bits of a number.
  /// - Precondition: `count` is 0 to 32, and the number has no higher bits.
  mutating func write(_ value: UInt32, count: Int) {
    pending = pending << UInt64(count) | UInt64(value)
    pendingCount += count
    while pendingCount >= 8 {
      pendingCount -= 8
      bytes.append(UInt8(truncatingIfNeeded: pending >> UInt64(pendingCount)))
    }
  }

  /// Appends a positive number in Elias's gamma code: as many zeros as bits follow its first one, then its bits.
  ///
  /// **Source:** Elias, "Universal codeword sets and representations of the integers", 1975.
  mutating func writeGamma(_ value: UInt32) {
    let count = UInt32.bitWidth - value.leadingZeroBitCount
    write(0, count: count - 1)
    write(value, count: count)
  }

  /// Fills the last byte with zeros.
  mutating func finish() { if pendingCount > 0 { write(0, count: 8 - pendingCount) } }
}

/// A reader of bits, the most significant of each byte first; bits after the last byte are 0 and set ``isOverrun``.
///
/// A view that does not own the bytes.
struct HeightBitReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var next = 0
  /// The bits read ahead, from the highest on; lower ones are 0.
  private var window: UInt64 = 0
  /// The number of bits read ahead; negative by as many bits as were read beyond the end.
  private var ahead = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Indicates whether fewer than 8 bits are left, all of them 0, and none was read beyond the end.
  var isAtEnd: Bool {
    mutating get {
      fill()
      return ahead >= 0 && ahead < 8 && window == 0
    }
  }

  /// Reads ahead, to 57 bits or more unless the end is nearer.
  @inline(__always)
  mutating func fill() {
    while ahead >= 0, ahead <= 56, next < bytes.count {
      window |= UInt64(bytes[next]) &<< UInt64(56 &- ahead)
      next &+= 1
      ahead &+= 8
    }
  }

  /// The number of zeros before the next one among the bits read ahead; 64 when there is none.
  @inline(__always)
  var zeros: Int { window.leadingZeroBitCount }

  /// Passes over bits read ahead.
  /// - Precondition: `count` is 0 to 57.
  @inline(__always)
  mutating func skip(_ count: Int) {
    window = window &<< UInt64(count)
    ahead &-= count
  }

  /// Returns bits read ahead as a number.
  /// - Precondition: `count` is 0 to 32.
  @inline(__always)
  mutating func take(_ count: Int) -> UInt32 {
    let value = UInt32(truncatingIfNeeded: (window &>> 32) &>> UInt64(32 &- count))
    skip(count)
    return value
  }

  /// Returns a number in Elias's gamma code of at most 16 bits; nil for a longer one.
  mutating func gamma() -> UInt32? {
    fill()
    let zeros = zeros
    guard zeros < 16 else { return nil }
    skip(zeros)
    return take(zeros + 1)
  }
}
