/// Numbers as maps write them: up to seven digits, a point, up to sixteen more, no exponent.
///
/// Other spellings, and those close to the end of the buffer, are left to the general reader, which finds the faults.
extension JSONCursor {
  /// The greatest number of bytes that reading a plain decimal touches: a sign, seven digits, a point, sixteen digits and
  /// the byte after them, or the eight bytes loaded from the second or third group of digits on.
  private static let plainBytes = 32

  /// Reads a plain decimal at the position, correctly rounded; nil, without moving, for other spellings.
  @inline(__always)
  mutating func takePlainDecimal() -> Double? {
    // The last load begins at most 17 bytes after the position, and the byte after the number is at most 25 after it.
    guard readable &- position >= Self.plainBytes else { return nil }
    var next = base + position
    let isNegative = next.pointee == UInt8(ascii: "-")
    if isNegative { next += 1 }
    let whole = EightBytes.load(next) ^ EightDigits.zeros
    let wholeCount = EightBytes.firstIndex(EightBytes.nonDigitMarks(in: whole))
    guard 1...7 ~= wholeCount, wholeCount == 1 || whole & 0xFF != 0 else { return nil }
    var mantissa = EightDigits.value(whole, count: wholeCount)
    next += wholeCount
    var (places, scale) = (0, 1 as UInt64)
    if next.pointee == UInt8(ascii: ".") {
      next += 1
      places = Self.addDigits(at: next, to: &mantissa, &scale)
      next += places
      if places == 8 {
        let more = Self.addDigits(at: next, to: &mantissa, &scale)
        next += more
        places &+= more
        guard wholeCount &+ places <= 18 else { return nil }
      }
      guard places > 0 else { return nil }
    }
    guard next.pointee | 0x20 != UInt8(ascii: "e"), next.pointee &- 0x30 > 9, next - base < end else {
      return nil
    }
    guard let value = Self.quotient(mantissa, scale, places) else { return nil }
    position = next - base
    return isNegative ? -value : value
  }

  /// Returns a mantissa of up to 18 digits divided by its scale, 10^`places`.
  @inline(__always)
  private static func quotient(_ mantissa: UInt64, _ scale: UInt64, _ places: Int) -> Double? {
    // A mantissa up to 2^53 and a power of ten up to 10^17 are exact as doubles.
    guard mantissa <= 1 << 53 else { return ExactDecimal.rounded(mantissa, exponent: -places) }
    return Double(Int64(bitPattern: mantissa)) / Double(Int64(bitPattern: scale))
  }

  /// Appends up to eight digits at a pointer, at which eight bytes can be read, to a number, and multiplies its
  /// scale; returns how many.
  @inline(__always)
  private static func addDigits(
    at pointer: UnsafePointer<UInt8>, to mantissa: inout UInt64, _ scale: inout UInt64
  ) -> Int {
    let digits = EightBytes.load(pointer) ^ EightDigits.zeros
    let count = EightBytes.firstIndex(EightBytes.nonDigitMarks(in: digits))
    guard count > 0 else { return 0 }
    let factor = DecimalScale.factor(count)
    mantissa = mantissa &* factor &+ EightDigits.value(digits, count: count)
    scale = scale &* factor
    return count
  }

  /// Skips plain decimals with commas between them, without white space; returns false, without moving, when there is none.
  ///
  /// The position is before the end of the text then.
  mutating func skipPlainDecimals() -> Bool {
    guard skipPlainDecimal() else { return false }
    while base[position] == UInt8(ascii: ",") {
      position &+= 1
      guard skipPlainDecimal() else {
        position &-= 1
        return true
      }
    }
    return true
  }

  /// Skips a plain decimal of at most seven decimals; returns false, without moving, for other spellings.
  @inline(__always)
  private mutating func skipPlainDecimal() -> Bool {
    // The loads begin at most 9 bytes after the position, and the byte after the number is at most 16 after it.
    guard readable &- position >= Self.plainBytes else { return false }
    var next = base + position
    if next.pointee == UInt8(ascii: "-") { next += 1 }
    let whole = EightBytes.load(next) ^ EightDigits.zeros
    let wholeCount = EightBytes.firstIndex(EightBytes.nonDigitMarks(in: whole))
    guard 1...7 ~= wholeCount, wholeCount == 1 || whole & 0xFF != 0 else { return false }
    next += wholeCount
    if next.pointee == UInt8(ascii: ".") {
      next += 1
      let digits = EightBytes.load(next) ^ EightDigits.zeros
      let count = EightBytes.firstIndex(EightBytes.nonDigitMarks(in: digits))
      guard 1...7 ~= count else { return false }
      next += count
    }
    guard next.pointee | 0x20 != UInt8(ascii: "e"), next - base < end else { return false }
    position = next - base
    return true
  }

  /// Reads positions of two or three plain decimals, without white space, with commas between them, and appends them.
  ///
  /// It starts at an element of a list, and stops after the last position it takes.
  /// - Returns: False, without moving, when it takes none.
  package mutating func readPlainPositions(into positions: inout [GeoJSONPosition]) -> Bool {
    guard var place = takePlainPosition() else { return false }
    while true {
      positions.append(place)
      // A position before the end of the text was taken only with bytes after its last number.
      guard end &- position >= 2, base[position] == UInt8(ascii: ",") else { return true }
      position &+= 1
      guard let next = takePlainPosition() else {
        position &-= 1
        return true
      }
      place = next
    }
  }

  /// Reads a position of two or three plain decimals; nil, without moving, for other spellings.
  @inline(__always)
  private mutating func takePlainPosition() -> GeoJSONPosition? {
    let start = position
    // Each byte read here is before the end: a plain decimal leaves at least one byte after it.
    guard position < end, base[position] == UInt8(ascii: "[") else { return nil }
    position &+= 1
    if let longitude = takePlainDecimal(), passComma(), let latitude = takePlainDecimal() {
      var place = GeoJSONPosition(longitude: longitude, latitude: latitude, elevation: .nan)
      var isPlain = true
      if passComma() {
        if let elevation = takePlainDecimal() { place.elevation = elevation } else { isPlain = false }
      }
      if isPlain, base[position] == UInt8(ascii: "]") {
        position &+= 1
        return place
      }
    }
    position = start
    return nil
  }

  /// Advances past a comma at a position before the end.
  @inline(__always)
  private mutating func passComma() -> Bool {
    guard base[position] == UInt8(ascii: ",") else { return false }
    position &+= 1
    return true
  }
}

/// A position of a GeoJSON geometry, not validated; members that are no numbers are NaN.
package struct GeoJSONPosition {
  /// The first member, a longitude in degrees.
  package var longitude: Double
  /// The second member, a latitude in degrees.
  package var latitude: Double
  /// The third member, an elevation in metres; NaN when the position has none.
  package var elevation: Double
  /// Indicates whether there is a third member that is no number.
  package var hasBadElevation = false

  /// Creates a position from its members.
  package init(longitude: Double, latitude: Double, elevation: Double) {
    self.longitude = longitude
    self.latitude = latitude
    self.elevation = elevation
  }
}
