/// A pull parser of JSON text that keeps nothing of consumed values.
///
/// The cursor borrows its bytes and must not outlive their buffer. Every read is bounds-checked. It accepts exactly the
/// grammar of RFC 8259; NaN, Infinity, comments and trailing commas are faults. Invalid UTF-8 and lone surrogates in
/// strings become U+FFFD and set ``hasRepairedText``.
package struct JSONCursor {
  let base: UnsafePointer<UInt8>
  let end: Int
  /// The number of bytes of the buffer, which may go on after the end of the text.
  let readable: Int
  package internal(set) var position: Int
  package var hasRepairedText = false
  /// Indicates whether a text was truncated because it exceeded the limit of names.
  package var hasTruncatedText = false
  /// The maximum nesting depth inside the value the cursor was made for.
  package static let depthLimit = 512

  /// The range of a string between its quotes, not decoded yet.
  package struct Token {
    var start: Int
    var end: Int
    var hasEscapes: Bool
    /// Indicates whether all bytes are ASCII.
    var isASCII: Bool
  }

  /// Creates a cursor for part of a buffer.
  /// - Precondition: The range lies inside the buffer.
  package init(_ buffer: UnsafeBufferPointer<UInt8>, range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= buffer.count, "range \(range) is outside the buffer")
    base = buffer.baseAddress ?? ("" as StaticString).utf8Start
    position = range.lowerBound
    end = range.upperBound
    readable = buffer.count
  }

  /// Returns an error for a problem at the current position.
  package func fault(_ reason: String) -> JSONFault { JSONFault(position: position, reason: reason) }

  func unexpected(_ expected: String) -> JSONFault {
    guard position < end else { return fault("the text ends where \(expected) is expected") }
    return fault("\(expected) is expected, got \(describe(byte: base[position]))")
  }

  @inline(__always)
  mutating func skipWhitespace() {
    if position < end, base[position] > 0x20 { return }
    skipSpaces()
  }

  mutating func skipSpaces() {
    while position < end {
      switch base[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position &+= 1
      default: return
      }
    }
  }

  /// Returns the next byte that is not white space without consuming it; nil at the end.
  @inline(__always)
  package mutating func peek() -> UInt8? {
    skipWhitespace()
    return position < end ? base[position] : nil
  }

  @inline(__always)
  package mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position &+= 1
    return true
  }

  package mutating func enterObject() throws(JSONFault) {
    guard take(UInt8(ascii: "{")) else { throw unexpected("an object") }
  }

  /// Reads the next member's name and colon; nil at the end of the object.
  ///
  /// The caller reads the value.
  package mutating func nextMember(_ isFirst: inout Bool) throws(JSONFault) -> Token? {
    if take(UInt8(ascii: "}")) { return nil }
    if !isFirst && !take(UInt8(ascii: ",")) { throw unexpected("a comma or the end of an object") }
    isFirst = false
    let name = try readToken()
    guard take(UInt8(ascii: ":")) else { throw unexpected("a colon") }
    return name
  }

  package mutating func enterArray() throws(JSONFault) {
    guard take(UInt8(ascii: "[")) else { throw unexpected("a list") }
  }

  /// Advances to the next element; false at the end of the array.
  ///
  /// The caller reads the value.
  @inline(__always)
  package mutating func nextElement(_ isFirst: inout Bool) throws(JSONFault) -> Bool {
    if take(UInt8(ascii: "]")) { return false }
    if !isFirst && !take(UInt8(ascii: ",")) { throw unexpected("a comma or the end of a list") }
    isFirst = false
    return true
  }

  /// Throws unless only white space remains.
  package mutating func expectEnd() throws(JSONFault) {
    if peek() != nil { throw unexpected("the end") }
  }
}

/// Returns a byte for a message: the character, or its number when it can't be printed.
package func describe(byte: UInt8) -> String {
  if byte == 0 { return "byte 0, as in UTF-16" }
  return (0x21..<0x7F).contains(byte) ? String(UnicodeScalar(byte)) : "byte \(byte)"
}

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
