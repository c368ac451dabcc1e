/// The conversion of a decimal number to the nearest double, halves to even.
enum ExactDecimal {
  /// The powers of ten that doubles hold exactly.
  static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// The greatest magnitude of an exponent in ``powersOfFive``.
  private static let exponentLimit = 55

  /// The powers of five from −55 to 55, each scaled by a power of two so that its highest bit is set; those below −27
  /// are rounded down, those from −27 to −1 to the next number above, the others are exact.
  private static let powersOfFive: [UInt128] = (-exponentLimit...exponentLimit).map { exponent in
    let power = (0..<Int(exponent.magnitude)).reduce(1 as UInt128) { power, _ in power * 5 }
    guard exponent < 0 else { return power << UInt128(power.leadingZeroBitCount) }
    // A power of five has no divisor two, so that the numerator's high half is below it.
    let bits = 128 - power.leadingZeroBitCount
    let quotient = power.dividingFullWidth((high: 1 << UInt128(bits - 1), low: 0)).quotient
    return exponent < -27 ? quotient : quotient + 1
  }

  /// Returns `mantissa` · 10^`exponent` with one exact operation; nil when neither number is exact as a double.
  ///
  /// **Source:** Clinger, "How to read floating point numbers accurately", 1990.
  @inline(__always)
  static func quotient(_ mantissa: UInt64, exponent: Int) -> Double? {
    guard mantissa <= 1 << 53, exponent.magnitude <= 22 else { return nil }
    let power = powersOfTen[Int(exponent.magnitude)]
    let value = Double(Int64(bitPattern: mantissa))
    return exponent < 0 ? value / power : value * power
  }

  /// Returns `mantissa` · 10^`exponent`; nil beyond the powers of five kept.
  ///
  /// The mantissa is multiplied by 128 bits of the power; these decide the rounding of any 64-bit mantissa.
  /// **Source:** Lemire, "Number parsing at a gigabyte per second", 2021; Mushtak and Lemire, "Fast number parsing without
  /// fallback", 2022.
  static func rounded(_ mantissa: UInt64, exponent: Int) -> Double? {
    guard exponent.magnitude <= exponentLimit else { return nil }
    guard mantissa != 0 else { return 0 }
    let shift = mantissa.leadingZeroBitCount
    let (high, low) = product(mantissa << UInt64(shift), powersOfFive[exponent + exponentLimit])
    let upperBit = Int(high >> 63)
    // Two bits more than the 53 of a double decide the rounding.
    let dropped = UInt64(upperBit + 9)
    var bits = high >> dropped
    // 152170 / 2^16 is log2(10) rounded down; with the mantissa below 2^64 the result is a normal double.
    var binaryExponent = ((152_170 + 65_536) * exponent) >> 16 + 63 + upperBit - shift + 1023
    let isHalfway = low <= 1 && (-4...23).contains(exponent) && bits & 3 == 1 && bits << dropped == high
    if isHalfway { bits &= ~1 }
    bits = (bits + (bits & 1)) >> 1
    if bits >= 1 << 53 {
      bits = 1 << 52
      binaryExponent += 1
    }
    return Double(bitPattern: UInt64(binaryExponent) << 52 | bits & ~(1 << 52))
  }

  /// Returns the 128 highest bits of a product that decide the rounding; the low half of the power is multiplied only when
  /// the high half leaves the last bits open.
  private static func product(_ mantissa: UInt64, _ power: UInt128) -> (high: UInt64, low: UInt64) {
    var (high, low) = mantissa.multipliedFullWidth(by: UInt64(truncatingIfNeeded: power >> 64))
    let openBits: UInt64 = 0x1FF
    if high & openBits == openBits {
      let more = mantissa.multipliedFullWidth(by: UInt64(truncatingIfNeeded: power)).high
      let (sum, carries) = low.addingReportingOverflow(more)
      low = sum
      if carries { high &+= 1 }
    }
    return (high, low)
  }
}
