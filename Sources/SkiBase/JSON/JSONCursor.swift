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
