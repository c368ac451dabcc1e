/// Searches for the structure of JSON text, eight bytes at a time.
///
/// Whole loops are here, and not their steps, since bodies of other modules are not inlined.
package enum JSONStructure {
  /// Returns the index of the next quote or backslash, or the end of the text.
  /// - Precondition: `0 <= start <= text.count`
  /// - Complexity: O(*n*) in the bytes passed.
  package static func textEnd(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    precondition(0...text.count ~= start, "the start must lie in the text, got \(start)")
    guard let base = text.baseAddress else { return start }
    var index = start
    while text.count &- index >= 8 {
      // Eight bytes remain in the text.
      let word = EightBytes.load(base + index)
      let marks =
        EightBytes.marks(of: UInt8(ascii: "\""), in: word)
        | EightBytes.marks(of: UInt8(ascii: "\\"), in: word)
      if marks != 0 { return index &+ EightBytes.firstIndex(marks) }
      index &+= 8
    }
    while index < text.count, base[index] != UInt8(ascii: "\""), base[index] != UInt8(ascii: "\\") {
      index &+= 1
    }
    return index
  }

  /// The number of bytes examined at once by ``passBlocks(_:from:depth:within:)``.
  package static let blockBytes = 32

  /// Passes blocks of text outside strings that have no quote, as long as the depth stays in a range throughout; returns
  /// the index after them.
  ///
  /// Within a block the brackets are counted, not followed, so that a block is also left when their order might matter.
  /// - Parameters:
  ///   - depth: The number of open brackets and braces, updated for the blocks passed.
  ///   - range: The depths that need no examination.
  /// - Precondition: `0 <= start <= text.count`
  /// - Complexity: O(*n*) in the bytes passed.
  package static func passBlocks(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int, depth: inout Int, within range: ClosedRange<Int>
  ) -> Int {
    precondition(0...text.count ~= start, "the start must lie in the text, got \(start)")
    guard let base = text.baseAddress else { return start }
    var index = start
    while text.count &- index >= blockBytes {
      var (quotes, openings, closings) = (0 as UInt64, 0 as UInt64, 0 as UInt64)
      for offset in stride(from: 0, to: blockBytes, by: 8) {
        // A whole block remains in the text.
        let word = EightBytes.load(base + index + offset)
        quotes |= EightBytes.marks(of: UInt8(ascii: "\""), in: word)
        // A bracket and the brace of its direction differ in one bit.
        let folded = word | 0x2020_2020_2020_2020
        openings &+= EightBytes.exactMarks(of: UInt8(ascii: "{"), in: folded) >> 7
        closings &+= EightBytes.exactMarks(of: UInt8(ascii: "}"), in: folded) >> 7
      }
      guard quotes == 0 else { return index }
      let (opened, closed) = (EightBytes.sum(openings), EightBytes.sum(closings))
      guard depth &- closed >= range.lowerBound, depth &+ opened <= range.upperBound else { return index }
      depth &+= opened &- closed
      index &+= blockBytes
    }
    return index
  }
}

extension SpecialCharacters {
  /// The characters that strings of JSON escape here: those that must be, and those that a terminal may interpret.
  fileprivate static let json = SpecialCharacters("\"\\")
  /// The characters of a JSON document that a terminal may interpret.
  fileprivate static let encodedJSON = SpecialCharacters()
}

extension [UInt8] {
  /// Appends a text as a JSON string.
  /// - Complexity: O(*n*) in bytes.
  package mutating func append(jsonString text: String) {
    let utf8 = text.utf8.span
    if SpecialCharacters.json.first(in: utf8, from: 0) == nil {
      return append(addingCapacity: utf8.count + 2) { output in
        output.append(UInt8(ascii: "\""))
        utf8.withUnsafeBufferPointer { output.put($0) }
        output.append(UInt8(ascii: "\""))
      }
    }
    append(UInt8(ascii: "\""))
    append(text, escaping: .json) { scalar, bytes in
      switch scalar {
      case "\"": bytes.append(literal: "\\\"")
      case "\\": bytes.append(literal: "\\\\")
      case "\n": bytes.append(literal: "\\n")
      case "\r": bytes.append(literal: "\\r")
      case "\t": bytes.append(literal: "\\t")
      default: bytes.append(jsonEscape: scalar)
      }
    }
    append(UInt8(ascii: "\""))
  }

  /// Appends a document of JSON: outside strings its only control characters are white space, which becomes a space.
  /// - Complexity: O(*n*) in bytes.
  mutating func append(encodedJSON text: String) {
    append(text, escaping: .encodedJSON) { scalar, bytes in
      switch scalar {
      case "\n", "\r", "\t": bytes.append(UInt8(ascii: " "))
      default: bytes.append(jsonEscape: scalar)
      }
    }
  }

  /// Appends a scalar below U+10000 as `\u` and four hexadecimal digits.
  private mutating func append(jsonEscape scalar: Unicode.Scalar) {
    append(literal: "\\u")
    for shift in [12, 8, 4, 0] as [UInt32] {
      let digit = UInt8(truncatingIfNeeded: scalar.value >> shift & 0xF)
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
