/// Tests of eight bytes at once in one word, the first byte in its lowest bits.
///
/// A test returns marks: the highest bit of each byte that passes. The lowest mark is exact, and so is a word without
/// marks; bytes above the lowest mark may be marked wrongly, since subtractions and additions carry.
/// **Source:** Warren, "Hacker's Delight", 2012, section 6–1.
enum EightBytes {
  /// The highest bit of each byte.
  static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  /// Returns eight bytes as a word.
  /// - Precondition: Eight bytes can be read at the pointer; the caller proves it.
  @inline(__always)
  static func load(_ pointer: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))
  }

  /// Marks the bytes equal to a byte.
  @inline(__always)
  static func marks(of byte: UInt8, in word: UInt64) -> UInt64 {
    let rest = word ^ (0x0101_0101_0101_0101 &* UInt64(byte))
    return (rest &- 0x0101_0101_0101_0101) & ~rest & highBits
  }

  /// Marks the bytes equal to a byte, all of them exactly.
  @inline(__always)
  static func exactMarks(of byte: UInt8, in word: UInt64) -> UInt64 {
    let rest = word ^ (0x0101_0101_0101_0101 &* UInt64(byte))
    return ~(((rest & ~highBits) &+ ~highBits) | rest) & highBits
  }

  /// Returns the sum of the bytes of a word.
  /// - Precondition: The sum is below 256.
  @inline(__always)
  static func sum(_ word: UInt64) -> Int {
    Int(truncatingIfNeeded: (word &* 0x0101_0101_0101_0101) >> 56)
  }

  /// Marks the bytes below a space, which are control characters.
  @inline(__always)
  static func controlMarks(in word: UInt64) -> UInt64 {
    (word &- 0x2020_2020_2020_2020) & ~word & highBits
  }

  /// Marks the bytes that are no ASCII digits.
  /// - Parameter digits: The word with each byte exclusive-or `0`, so that digits are 0...9.
  @inline(__always)
  static func nonDigitMarks(in digits: UInt64) -> UInt64 {
    ((digits &+ 0x7676_7676_7676_7676) | digits) & highBits
  }

  /// Returns the index of the first marked byte; 8 without marks.
  @inline(__always)
  static func firstIndex(_ marks: UInt64) -> Int { marks.trailingZeroBitCount &>> 3 }

  /// Returns the word with the first bytes only, the others zero.
  /// - Parameter count: The number of bytes, 0...7.
  @inline(__always)
  static func prefix(_ word: UInt64, count: Int) -> UInt64 {
    word & ((1 &<< (UInt64(truncatingIfNeeded: count) &* 8)) &- 1)
  }
}
