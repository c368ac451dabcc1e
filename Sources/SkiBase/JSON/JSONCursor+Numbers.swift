extension JSONCursor {
  /// The parts of a number token, for exact conversion.
  private struct Digits {
    /// The value of the first 19 significant digits.
    var mantissa: UInt64 = 0
    /// The number of significant digits.
    var count = 0
    var exponent = 0

    /// The nearest double; nil when the digits beyond the first 19 decide it, or beyond the powers of ten kept.
    var nearestDouble: Double? {
      guard count > 19 else {
        return ExactDecimal.quotient(mantissa, exponent: exponent)
          ?? ExactDecimal.rounded(mantissa, exponent: exponent)
      }
      let scale = exponent + count - 19
      guard let low = ExactDecimal.rounded(mantissa, exponent: scale),
        low == ExactDecimal.rounded(mantissa + 1, exponent: scale)
      else { return nil }
      return low
    }
  }

  /// Reads a number, correctly rounded; beyond the range of `Double` it is infinite.
  package mutating func readNumber() throws(JSONFault) -> Double {
    skipWhitespace()
    if let plain = takePlainDecimal() { return plain }
    let start = position
    let isNegative = position < end && base[position] == UInt8(ascii: "-")
    if isNegative { position &+= 1 }
    var digits = Digits()
    try passInteger(&digits)
    if position < end, base[position] == UInt8(ascii: ".") { try passFraction(&digits) }
    if position < end, base[position] | 0x20 == UInt8(ascii: "e") { try passExponent(&digits) }
    guard let value = digits.nearestDouble else { return slowNumber(start) }
    return isNegative ? -value : value
  }

  /// Reads a number as text.
  package mutating func readNumberText() throws(JSONFault) -> String {
    guard peek() != nil else { throw unexpected("a value") }
    let start = position
    try skipNumber()
    return String(decoding: UnsafeBufferPointer(start: base + start, count: position - start), as: UTF8.self)
  }

  @inline(__always)
  private mutating func passInteger(_ digits: inout Digits) throws(JSONFault) {
    let start = position
    passDigits(&digits)
    guard position > start else { throw unexpected("a number") }
    if base[start] == UInt8(ascii: "0") && position > start + 1 {
      position = start
      throw fault("a number has a leading zero")
    }
  }

  @inline(__always)
  private mutating func passFraction(_ digits: inout Digits) throws(JSONFault) {
    position &+= 1
    let start = position
    passDigits(&digits)
    guard position > start else { throw unexpected("a digit") }
    digits.exponent -= position - start
  }

  @inline(__always)
  private mutating func passDigits(_ digits: inout Digits) {
    while position < end {
      let digit = base[position] &- 0x30
      guard digit < 10 else { return }
      if digits.count < 19 { digits.mantissa = digits.mantissa &* 10 &+ UInt64(digit) }
      if digits.count > 0 || digit != 0 { digits.count &+= 1 }
      position &+= 1
    }
  }

  private mutating func passExponent(_ digits: inout Digits) throws(JSONFault) {
    position &+= 1
    let isNegative = position < end && base[position] == UInt8(ascii: "-")
    if isNegative || (position < end && base[position] == UInt8(ascii: "+")) { position &+= 1 }
    let start = position
    var exponent = 0
    while position < end, base[position] &- 0x30 < 10 {
      exponent = min(100_000, exponent * 10 + Int(base[position] - 0x30))
      position &+= 1
    }
    guard position > start else { throw unexpected("a digit") }
    digits.exponent += isNegative ? -exponent : exponent
  }

  /// Returns the number token from `start` to the position, parsed by the standard library from a copy.
  private func slowNumber(_ start: Int) -> Double {
    let bytes = UnsafeBufferPointer(start: base + start, count: position - start)
    return Double(String(decoding: bytes, as: UTF8.self)) ?? .nan
  }

  /// Reads `true`, `false` or `null`; returns its first byte.
  package mutating func readLiteral() throws(JSONFault) -> UInt8 {
    let first = peek() ?? 0
    let word: StaticString
    switch first {
    case UInt8(ascii: "t"): word = "true"
    case UInt8(ascii: "f"): word = "false"
    case UInt8(ascii: "n"): word = "null"
    default: throw unexpected("a value")
    }
    for offset in 0..<word.utf8CodeUnitCount {
      guard position + offset < end, base[position + offset] == word.utf8Start[offset] else {
        throw fault("\(word) is expected; NaN, Infinity and bare words are not JSON")
      }
    }
    position += word.utf8CodeUnitCount
    return first
  }

  /// Skips one value of any kind, checking its grammar; values nest at most 512 deep.
  /// - Complexity: O(*n*) in the bytes.
  package mutating func skipValue(depth: Int = 0) throws(JSONFault) {
    guard depth <= Self.depthLimit else { throw fault("values nest deeper than \(Self.depthLimit)") }
    switch peek() {
    case UInt8(ascii: "{"):
      position &+= 1
      var isFirst = true
      while try nextMember(&isFirst) != nil { try skipValue(depth: depth + 1) }
    case UInt8(ascii: "["):
      position &+= 1
      var isFirst = true
      while try nextElement(&isFirst) {
        if depth < Self.depthLimit, skipPlainDecimals() { continue }
        try skipValue(depth: depth + 1)
      }
    case UInt8(ascii: "\""): _ = try readToken()
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): _ = try readLiteral()
    case .some: try skipNumber()
    case nil: throw unexpected("a value")
    }
  }

  private mutating func skipNumber() throws(JSONFault) {
    if base[position] == UInt8(ascii: "-") { position &+= 1 }
    var digits = Digits()
    try passInteger(&digits)
    if position < end, base[position] == UInt8(ascii: ".") { try passFraction(&digits) }
    if position < end, base[position] | 0x20 == UInt8(ascii: "e") { try passExponent(&digits) }
  }
}
