/// The characters that a syntax does not take as they are, found by their bytes in UTF-8.
///
/// Control characters and bidirectional formatting characters, see `Unicode.Scalar.isTerminalControl`, are always among
/// them; a syntax adds characters of ASCII.
package struct SpecialCharacters: Sendable {
  /// A bit for each byte of ASCII, the first 64 in `low`.
  private let low: UInt64
  private let high: UInt64
  /// Indicates whether U+FFFE and U+FFFF are special.
  private let includesNoncharacters: Bool

  /// Creates the set of control characters, bidirectional formatting characters and some bytes of ASCII.
  package init(_ ascii: StaticString = "", includesNoncharacters: Bool = false) {
    var (low, high): (UInt64, UInt64) = (0xFFFF_FFFF, 1 << 63)
    ascii.withUTF8Buffer { bytes in
      for byte in bytes {
        if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
      }
    }
    (self.low, self.high, self.includesNoncharacters) = (low, high, includesNoncharacters)
  }

  /// Returns the first special character of a text.
  /// - Parameters:
  ///   - utf8: The text, valid UTF-8.
  ///   - start: The position of the first byte of a character.
  /// - Returns: The positions of its bytes; nil when no character from `start` on is special.
  /// - Complexity: O(*n*) in bytes.
  package func first(in utf8: Span<UInt8>, from start: Int) -> Range<Int>? {
    var at = start
    while at < utf8.count {
      let byte = utf8[at]
      if byte < 0x80 {
        if (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1 { return at..<at + 1 }
        at += 1
      } else if let length = lengthOfSpecial(byte, in: utf8, at: at) {
        return at..<at + length
      } else {
        at += 1
      }
    }
    return nil
  }

  /// Returns the number of bytes of the character that a byte beyond ASCII begins, where it is special.
  @inline(__always)
  private func lengthOfSpecial(_ byte: UInt8, in utf8: Span<UInt8>, at: Int) -> Int? {
    switch byte {
    case 0xC2: return utf8[at + 1] < 0xA0 ? 2 : nil
    case 0xD8: return utf8[at + 1] == 0x9C ? 2 : nil
    case 0xE2:
      switch (utf8[at + 1], utf8[at + 2]) {
      case (0x80, 0x8E...0x8F), (0x80, 0xA8...0xAE), (0x81, 0xA6...0xA9): return 3
      default: return nil
      }
    case 0xEF:
      return includesNoncharacters && utf8[at + 1] == 0xBF && utf8[at + 2] >= 0xBE ? 3 : nil
    default: return nil
    }
  }
}

extension String {
  /// Indicates whether a text contains a special character.
  package func contains(_ special: SpecialCharacters) -> Bool { special.first(in: utf8.span, from: 0) != nil }
}

extension [UInt8] {
  /// Appends a text in UTF-8 with its special characters replaced.
  /// - Parameters:
  ///   - text: The text.
  ///   - special: The characters to replace.
  ///   - escape: A function that appends the replacement of a character.
  /// - Complexity: O(*n*) in bytes.
  package mutating func append(
    _ text: String, escaping special: SpecialCharacters,
    by escape: (Unicode.Scalar, inout [UInt8]) -> Void
  ) {
    let utf8 = text.utf8.span
    var start = 0
    while let found = special.first(in: utf8, from: start) {
      append(utf8, start..<found.lowerBound)
      escape(Self.scalar(utf8, found), &self)
      start = found.upperBound
    }
    append(utf8, start..<utf8.count)
  }

  private mutating func append(_ utf8: Span<UInt8>, _ range: Range<Int>) {
    utf8.extracting(range).withUnsafeBufferPointer { append(contentsOf: $0) }
  }

  /// Returns the scalar of one to three bytes.
  private static func scalar(_ utf8: Span<UInt8>, _ bytes: Range<Int>) -> Unicode.Scalar {
    var value = UInt32(utf8[bytes.lowerBound])
    if bytes.count > 1 { value &= bytes.count == 2 ? 0x1F : 0x0F }
    for at in bytes.dropFirst() { value = value << 6 | UInt32(utf8[at] & 0x3F) }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }
}
