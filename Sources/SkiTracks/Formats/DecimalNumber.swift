/// A parser of decimal numbers in recordings: `-121.5016040`, `1e3`, `+7`.
enum DecimalNumber {
  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19,
    1e20, 1e21, 1e22,
  ]

  /// Returns the number written in the bytes, surrounding blanks ignored; nil where there is none or it is not finite.
  ///
  /// Correctly rounded: a mantissa up to 2^53 with a power of ten up to 22 takes one exact operation (Clinger 1990),
  /// everything else the standard library.
  /// - Complexity: O(length).
  static func read(_ bytes: ArraySlice<UInt8>, point: UInt8 = UInt8(ascii: ".")) -> Double? {
    let text = trimmed(bytes)
    var rest = text
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    var digits = Digits()
    digits.take(&rest, scale: 0)
    if rest.first == point {
      rest.removeFirst()
      digits.take(&rest, scale: -1)
    }
    guard digits.count > 0, let power = exponent(&rest), rest.isEmpty else { return nil }
    let scale = digits.exponent + power
    guard digits.isExact, abs(scale) <= 22 else { return slow(text, point) }
    let magnitude = Double(digits.mantissa)
    let value =
      scale < 0 ? magnitude / powersOfTen[-scale] : magnitude * powersOfTen[scale]
    return isNegative ? -value : value
  }

  /// Returns the bytes without surrounding blanks.
  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes
    while let first = rest.first, isBlank(first) { rest.removeFirst() }
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return rest
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private struct Digits {
    var mantissa: UInt64 = 0
    var count = 0
    var exponent = 0
    var isExact = true

    mutating func take(_ rest: inout ArraySlice<UInt8>, scale: Int) {
      while let byte = rest.first, byte &- 0x30 < 10 {
        rest.removeFirst()
        count += 1
        exponent += scale
        guard isExact else { continue }
        mantissa = mantissa * 10 + UInt64(byte - 0x30)
        isExact = mantissa <= 1 << 53
      }
    }
  }

  /// Reads an exponent such as `e-7`; 0 where there is none, nil where it has no digits.
  private static func exponent(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard let first = rest.first, first | 0x20 == UInt8(ascii: "e") else { return 0 }
    rest.removeFirst()
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    var (value, count) = (0, 0)
    while let byte = rest.first, byte &- 0x30 < 10 {
      rest.removeFirst()
      value = min(100_000, value * 10 + Int(byte - 0x30))
      count += 1
    }
    return count > 0 ? (isNegative ? -value : value) : nil
  }

  /// Returns a valid number as read by the standard library.
  private static func slow(_ text: ArraySlice<UInt8>, _ point: UInt8) -> Double? {
    let plain = text.map { $0 == point ? UInt8(ascii: ".") : $0 }
    return Double(String(decoding: plain, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
  }
}
