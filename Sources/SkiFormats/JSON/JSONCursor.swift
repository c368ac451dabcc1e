/// A position in JSON text, moved forward value by value; nothing is kept of what was passed.
///
/// The cursor borrows its bytes: it must not outlive the buffer it was made from. Every read is checked against
/// the end. It accepts exactly the grammar of RFC 8259; NaN, Infinity, comments and trailing commas are faults.
/// Bytes in strings that are no UTF-8 and lone surrogates become U+FFFD, and ``hasRepairedText`` says so.
package struct JSONCursor {
  let base: UnsafePointer<UInt8>
  let end: Int
  var position: Int
  package var hasRepairedText = false
  /// Whether a text was cut, being longer than any name.
  package var hasShortenedText = false
  /// How deep values may nest inside the value the cursor was made for.
  package static let depthLimit = 512

  /// A string token between its quotes, not decoded yet.
  package struct Token {
    var start: Int
    var end: Int
    var hasEscapes: Bool
  }

  /// Makes a cursor for part of a buffer.
  /// - Precondition: the range lies inside the buffer.
  package init(_ buffer: UnsafeBufferPointer<UInt8>, range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= buffer.count, "range \(range) is outside the buffer")
    base = buffer.baseAddress ?? ("" as StaticString).utf8Start
    position = range.lowerBound
    end = range.upperBound
  }

  /// Returns what to throw for something wrong at this position.
  package func fault(_ reason: String) -> JSONFault { JSONFault(position: position, reason: reason) }

  func unexpected(_ expected: String) -> JSONFault {
    guard position < end else { return fault("the text ends where \(expected) is expected") }
    return fault("\(expected) is expected, got \(describe(byte: base[position]))")
  }

  @inline(__always)
  mutating func skipWhitespace() {
    while position < end {
      switch base[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position &+= 1
      default: return
      }
    }
  }

  /// The next byte that is not white space, without passing it; nil at the end.
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

  /// Passes the next member's name and colon; nil when the object ends. The caller passes the value.
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

  /// Moves to the next element; false when the list ends. The caller passes the value.
  @inline(__always)
  package mutating func nextElement(_ isFirst: inout Bool) throws(JSONFault) -> Bool {
    if take(UInt8(ascii: "]")) { return false }
    if !isFirst && !take(UInt8(ascii: ",")) { throw unexpected("a comma or the end of a list") }
    isFirst = false
    return true
  }

  /// Throws unless nothing but white space is left.
  package mutating func expectEnd() throws(JSONFault) {
    if peek() != nil { throw unexpected("the end") }
  }
}

/// A byte as a person reads it: the character, or its number where it can't be shown.
package func describe(byte: UInt8) -> String {
  if byte == 0 { return "byte 0, as in UTF-16" }
  return (0x21..<0x7F).contains(byte) ? String(UnicodeScalar(byte)) : "byte \(byte)"
}
