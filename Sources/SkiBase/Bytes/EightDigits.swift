/// The digits of numbers in ASCII, eight at a time.
///
/// A value of eight digits is one `UInt64`, the first digit in its lowest byte, so that a little-endian store writes them
/// in reading order and the zeros at either end are counted by bits.
enum EightDigits {
  /// The eight digits of zero.
  static let zeros: UInt64 = 0x3030_3030_3030_3030

  /// Returns the digits of a number below 10⁸.
  ///
  /// Halves, quarters and eighths of the number are divided at once, in parts of one word: 10 486 / 2²⁰ is 1 / 100 for
  /// all numbers below 10⁴, and 103 / 2¹⁰ is 1 / 10 for all below 100, both rounded down.
  @inline(__always)
  static func ascii(_ value: UInt32) -> UInt64 {
    let fours = UInt64(value / 10_000) | UInt64(value % 10_000) << 32
    let hundreds = (fours &* 10_486) >> 20 & 0x0000_007F_0000_007F
    let twos = hundreds | (fours &- 100 &* hundreds) << 16
    let tens = (twos &* 103) >> 10 & 0x000F_000F_000F_000F
    return (tens | (twos &- 10 &* tens) << 8) | zeros
  }

  /// Returns four digits of a number below 10⁴ as ASCII, the first in the lowest byte.
  @inline(__always)
  static func fourASCII(_ value: UInt32) -> UInt32 {
    let hundreds = (value &* 10_486) >> 20
    let twos = hundreds | (value &- 100 &* hundreds) << 16
    let tens = (twos &* 103) >> 10 & 0x000F_000F
    return (tens | (twos &- 10 &* tens) << 8) | UInt32(truncatingIfNeeded: zeros)
  }

  /// Returns the value of the first digits of a word.
  ///
  /// Pairs, fours and eights of digits are added at once, in parts of one word.
  /// - Parameters:
  ///   - digits: The digits as numbers 0...9, the first in the lowest byte; bytes after them may have any value.
  ///   - count: The number of digits, 1...8.
  @inline(__always)
  static func value(_ digits: UInt64, count: Int) -> UInt64 {
    let aligned = digits &<< (UInt64(truncatingIfNeeded: 8 &- count) &* 8)
    let twos = aligned &* 10 &+ (aligned >> 8)
    let fours = (twos & 0x0000_00FF_0000_00FF) &* (100 &+ 1_000_000 << 32)
    return (fours &+ ((twos >> 16) & 0x0000_00FF_0000_00FF) &* (1 &+ 10_000 << 32)) >> 32
  }

  /// Returns the number of zeros before the first other digit; 8 for the digits of zero.
  @inline(__always)
  static func leadingZeros(_ ascii: UInt64) -> Int { (ascii ^ zeros).trailingZeroBitCount / 8 }

  /// Returns the number of zeros after the last other digit; 8 for the digits of zero.
  @inline(__always)
  static func trailingZeros(_ ascii: UInt64) -> Int { (ascii ^ zeros).leadingZeroBitCount / 8 }
}
