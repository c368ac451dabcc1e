/// The powers of ten a double holds exactly.
private let exactPowersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
  1e19, 1e20, 1e21, 1e22,
]

extension JSONCursor {
  /// A number as it stands in the text: its digits as one integer, and the power of ten they are scaled by.
  struct NumberText {
    var range: Range<Int>
    var mantissa: UInt64 = 0
    var exponent = 0
    var isNegative = false
    /// Whether the digits fit the mantissa without loss.
    var isExact = true
  }

  /// Reads a number as the double nearest to its text; beyond the range of doubles it is infinite.
  ///
  /// **Source:** exact small cases by one multiplication or division (Clinger 1990), the rest by the C library.
  mutating func number() throws(JSONFault) -> Double {
    let text = try scanNumber()
    if text.isExact, text.mantissa <= 1 << 53, abs(text.exponent) <= 22 {
      let magnitude = Double(text.mantissa)
      let power = exactPowersOfTen[abs(text.exponent)]
      let value = text.exponent < 0 ? magnitude / power : magnitude * power
      return text.isNegative ? -value : value
    }
    return Double(String(decoding: bytes[text.range], as: UTF8.self)) ?? .nan
  }

  /// Steps over a number and checks its grammar.
  mutating func scanNumber() throws(JSONFault) -> NumberText {
    _ = try peek()
    let start = position
    var text = NumberText(range: start..<start)
    if bytes[position] == UInt8(ascii: "-") {
      text.isNegative = true
      position += 1
    }
    let firstDigit = position
    scanDigits(&text)
    guard position > firstDigit else { throw JSONFault(offset: start, what: "expected a value") }
    if bytes[firstDigit] == UInt8(ascii: "0"), position - firstDigit > 1 {
      throw JSONFault(offset: firstDigit, what: "a number has a leading zero")
    }
    if position < end, bytes[position] == UInt8(ascii: ".") {
      position += 1
      let fraction = position
      scanDigits(&text)
      guard position > fraction else { throw fault("expected a digit") }
      text.exponent -= position - fraction
    }
    if position < end, bytes[position] | 0x20 == UInt8(ascii: "e") { try scanExponent(&text) }
    text.range = start..<position
    return text
  }

  @inline(__always)
  private mutating func scanDigits(_ text: inout NumberText) {
    while position < end {
      let digit = bytes[position] &- UInt8(ascii: "0")
      guard digit <= 9 else { return }
      position += 1
      if text.mantissa < 1 << 59 {
        text.mantissa = text.mantissa &* 10 &+ UInt64(digit)
      } else {
        text.isExact = false
      }
    }
  }

  private mutating func scanExponent(_ text: inout NumberText) throws(JSONFault) {
    position += 1
    var isNegative = false
    if position < end, bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+") {
      isNegative = bytes[position] == UInt8(ascii: "-")
      position += 1
    }
    let first = position
    var value = 0
    while position < end {
      let digit = bytes[position] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      position += 1
      if value < 1_000_000 { value = value * 10 + Int(digit) }
    }
    guard position > first else { throw fault("expected a digit") }
    text.exponent += isNegative ? -value : value
  }
}
