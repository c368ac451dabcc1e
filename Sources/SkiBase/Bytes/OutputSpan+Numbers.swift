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
