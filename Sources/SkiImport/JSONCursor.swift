/// What is wrong with a piece of JSON, and at which byte of the piece.
struct JSONFault: Error, Hashable {
  /// The index of the offending byte in the bytes the cursor walks over.
  var offset: Int
  /// What is wrong, lower-case, without a final stop.
  var what: String
}

/// A pull parser over a range of bytes: it reads the next value, or steps over it, and never looks back.
///
/// Every access is checked against the end of the range first, so no input can make it trap.
struct JSONCursor {
  /// How deep arrays and objects may nest.
  static let depthLimit = 512

  let bytes: [UInt8]
  let end: Int
  var position: Int

  /// Makes a cursor over a part of some bytes; the part is clamped to them.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    end = min(range.upperBound, bytes.count)
    position = min(range.lowerBound, end)
  }

  /// Makes a fault at the current byte.
  func fault(_ what: String) -> JSONFault { JSONFault(offset: position, what: what) }

  /// Steps over white space and returns the byte that follows, without taking it.
  @inline(__always)
  mutating func peek() throws(JSONFault) -> UInt8 {
    while position < end {
      let byte = bytes[position]
      guard byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) else { return byte }
      position += 1
    }
    throw fault("the text ends in the middle of a value")
  }

  /// Takes one expected byte.
  mutating func take(_ expected: UInt8) throws(JSONFault) {
    guard try peek() == expected else {
      throw fault("expected “\(Character(Unicode.Scalar(expected)))”")
    }
    position += 1
  }

  /// Takes an opening bracket if it is next; false leaves the cursor where it was.
  mutating func takeIfNext(_ opening: UInt8) throws(JSONFault) -> Bool {
    guard try peek() == opening else { return false }
    position += 1
    return true
  }

  /// Moves to the next element of an array that was entered; false after its end.
  @inline(__always)
  mutating func nextElement(_ isFirst: inout Bool) throws(JSONFault) -> Bool {
    let byte = try peek()
    if byte == UInt8(ascii: "]") {
      position += 1
      return false
    }
    if isFirst {
      isFirst = false
    } else {
      guard byte == UInt8(ascii: ",") else { throw fault("expected “,” or “]”") }
      position += 1
      if try peek() == UInt8(ascii: "]") { throw fault("expected a value after “,”") }
    }
    return true
  }

  /// Moves to the next member of an object that was entered and returns the bytes of its name, or nil after the end.
  mutating func nextMember(_ isFirst: inout Bool) throws(JSONFault) -> Range<Int>? {
    let byte = try peek()
    if byte == UInt8(ascii: "}") {
      position += 1
      return nil
    }
    if isFirst {
      isFirst = false
    } else {
      guard byte == UInt8(ascii: ",") else { throw fault("expected “,” or “}”") }
      position += 1
    }
    guard try peek() == UInt8(ascii: "\"") else { throw fault("expected the name of a member") }
    let start = position
    try skipString()
    let name = start..<position
    try take(UInt8(ascii: ":"))
    return name
  }

  /// Whether a quoted range is exactly a word, for words without escapes.
  func isWord(_ quoted: Range<Int>, _ word: StaticString) -> Bool {
    guard quoted.count == word.utf8CodeUnitCount + 2 else { return false }
    return word.withUTF8Buffer { letters in
      for index in 0..<letters.count where bytes[quoted.lowerBound + 1 + index] != letters[index] {
        return false
      }
      return true
    }
  }

  /// Steps over one value of any kind, checking its grammar. Complexity: O(size).
  mutating func skipValue(depth: Int = 0) throws(JSONFault) {
    guard depth <= Self.depthLimit else {
      throw fault("values nest deeper than \(Self.depthLimit)")
    }
    switch try peek() {
    case UInt8(ascii: "{"):
      position += 1
      var isFirst = true
      while try nextMember(&isFirst) != nil { try skipValue(depth: depth + 1) }
    case UInt8(ascii: "["):
      position += 1
      var isFirst = true
      while try nextElement(&isFirst) { try skipValue(depth: depth + 1) }
    case UInt8(ascii: "\""): try skipString()
    case UInt8(ascii: "t"): try skipLiteral("true")
    case UInt8(ascii: "f"): try skipLiteral("false")
    case UInt8(ascii: "n"): try skipLiteral("null")
    default: _ = try scanNumber()
    }
  }

  /// Steps over `true`, `false` or `null`.
  mutating func skipLiteral(_ word: StaticString) throws(JSONFault) {
    let length = word.utf8CodeUnitCount
    guard end - position >= length else { throw fault("expected “\(word)”") }
    let isSame = word.withUTF8Buffer { letters in
      for index in 0..<length where bytes[position + index] != letters[index] { return false }
      return true
    }
    guard isSame else { throw fault("expected “\(word)”") }
    position += length
  }
}
