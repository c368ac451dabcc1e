/// Numbers and text in the uninitialised end of a byte buffer.
extension OutputSpan<UInt8> {
  /// The greatest number of bytes of a number, those of a store of eight digits beyond its end included.
  static var numberCapacity: Int { 40 }

  /// Appends a whole number without sign, at most 20 bytes.
  @inline(__always)
  mutating func put(_ value: UInt64) {
    if value < 10 { return append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value)) }
    guard value < 10_000 else { return putDigits(value) }
    let ascii = EightDigits.fourASCII(UInt32(truncatingIfNeeded: value))
    let skipped = (ascii ^ UInt32(truncatingIfNeeded: EightDigits.zeros)).trailingZeroBitCount / 8
    put(UInt64(ascii >> UInt32(8 &* skipped)), count: 4 &- skipped)
  }

  private mutating func putDigits(_ value: UInt64) {
    let (high, low) = value.quotientAndRemainder(dividingBy: 100_000_000)
    let ascii = EightDigits.ascii(UInt32(truncatingIfNeeded: low))
    guard high == 0 else {
      putDigits(high)
      return put(ascii, count: 8)
    }
    let skipped = min(7, EightDigits.leadingZeros(ascii))
    put(ascii >> UInt64(8 &* skipped), count: 8 &- skipped)
  }

  /// Appends a number of units of 10^−`places` as a decimal without trailing zeros, at most 21 bytes.
  @inline(__always)
  mutating func put(scaled value: Int64, places: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    let (whole, part) = value.magnitude.quotientAndRemainder(dividingBy: DecimalScale.factor(places))
    put(whole)
    guard part > 0 else { return }
    append(UInt8(ascii: "."))
    guard places == 9 else {
      let ascii = EightDigits.ascii(UInt32(truncatingIfNeeded: part &* DecimalScale.factor(8 &- places)))
      return put(ascii, count: 8 &- EightDigits.trailingZeros(ascii))
    }
    let (eight, last) = part.quotientAndRemainder(dividingBy: 10)
    let ascii = EightDigits.ascii(UInt32(truncatingIfNeeded: eight))
    put(ascii, count: last > 0 ? 8 : 8 &- EightDigits.trailingZeros(ascii))
    if last > 0 { append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: last)) }
  }

  /// Appends the first bytes of a word, the lowest first.
  /// - Parameter count: The number of bytes, 0...8.
  @inline(__always)
  private mutating func put(_ word: UInt64, count: Int) {
    precondition(freeCapacity >= 8, "eight bytes must be free")
    withUnsafeMutableBufferPointer { buffer, initialized in
      // The eight bytes stored are free, by the precondition; `count` of them are kept.
      UnsafeMutableRawPointer(buffer.baseAddress.unsafelyUnwrapped + initialized)
        .storeBytes(of: word.littleEndian, as: UInt64.self)
      initialized &+= count
    }
  }

  /// Appends bytes.
  @inline(__always)
  mutating func put(_ source: UnsafeBufferPointer<UInt8>) {
    precondition(freeCapacity >= source.count, "the bytes must fit")
    guard let first = source.baseAddress else { return }
    withUnsafeMutableBufferPointer { buffer, initialized in
      // All bytes are free, by the precondition.
      (buffer.baseAddress.unsafelyUnwrapped + initialized).update(from: first, count: source.count)
      initialized &+= source.count
    }
  }
}

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
