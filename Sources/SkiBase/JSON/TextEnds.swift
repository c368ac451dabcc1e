/// The length of a text with its first 16 and last eight bytes, which determine a text of up to 24 bytes.
///
/// Bytes beyond a shorter text are zero.
package struct TextEnds: Hashable, Sendable {
  /// The number of bytes.
  package let count: Int
  /// The first eight bytes, the first in the lowest bits.
  package let first: UInt64
  /// The next eight bytes; 0 when the text is shorter than 16.
  package let middle: UInt64
  /// The last eight bytes; those of ``first`` when there are fewer.
  package let last: UInt64

  /// Creates the ends of a text.
  package init(_ text: String) {
    let bytes = Array(text.utf8)
    func word(_ part: ArraySlice<UInt8>) -> UInt64 { part.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
    (count, first, last) = (bytes.count, word(bytes.prefix(8)), word(bytes.suffix(8)))
    middle = bytes.count >= 16 ? word(bytes[8..<16]) : 0
  }

  @inline(__always)
  fileprivate init(_ start: UnsafePointer<UInt8>, count: Int, readable: Int) {
    self.count = count
    middle = count >= 16 ? EightBytes.load(start + 8) : 0
    if count >= 8 {
      // All words lie inside the text.
      first = EightBytes.load(start)
      last = EightBytes.load(start + (count &- 8))
    } else if readable >= 8 {
      // Eight bytes from the start can be read.
      first = EightBytes.prefix(EightBytes.load(start), count: count)
      last = first
    } else {
      var word: UInt64 = 0
      for index in 0..<count { word |= UInt64(start[index]) << UInt64(8 * index) }
      (first, last) = (word, word)
    }
  }
}

/// The spelling of a text in printable ASCII.
package struct TextSpelling: Sendable {
  /// Indicates whether there are bytes, and all are printable ASCII other than spaces.
  package var isSolid = false
  /// Indicates whether the text is solid and has no capital letters.
  package var isLowerCase = false
  /// Indicates whether the text is solid and has no semicolon.
  package var isSingle = false

  /// Creates the spelling of a text about which nothing is known.
  package init() {}
}

extension JSONCursor {
  /// Returns the ends of a token without escapes.
  @inline(__always)
  package func ends(of token: Token) -> TextEnds {
    TextEnds(base + token.start, count: token.end &- token.start, readable: readable &- token.start)
  }

  /// Returns the spelling of a token; unknown for one with escapes, and for one close to the end of the buffer.
  package func spelling(of token: Token) -> TextSpelling {
    var spelling = TextSpelling()
    // Loads begin inside the token and end at most seven bytes after it.
    guard token.isASCII, !token.hasEscapes, token.end > token.start, readable &- token.end >= 8 else {
      return spelling
    }
    var (spaces, capitals, separators) = (0 as UInt64, 0 as UInt64, 0 as UInt64)
    var index = token.start
    while index < token.end {
      var word = EightBytes.load(base + index)
      if token.end &- index < 8 {
        // Zero bytes are replaced by digits, which count as nothing.
        let count = token.end &- index
        word = EightBytes.prefix(word, count: count) | EightDigits.zeros &<< (UInt64(count) &* 8)
      }
      // Bytes are ASCII, so that these sums don't carry.
      spaces |= (word &- 0x2121_2121_2121_2121) | (word &+ 0x0101_0101_0101_0101)
      capitals |= (word &+ 0x3F3F_3F3F_3F3F_3F3F) & ~(word &+ 0x2525_2525_2525_2525)
      separators |= EightBytes.marks(of: UInt8(ascii: ";"), in: word)
      index &+= 8
    }
    spelling.isSolid = spaces & EightBytes.highBits == 0
    spelling.isLowerCase = spelling.isSolid && capitals & EightBytes.highBits == 0
    spelling.isSingle = spelling.isSolid && separators == 0
    return spelling
  }

  /// Returns whether a token is ASCII without escapes, of at most a number of bytes.
  @inline(__always)
  package func isPlain(_ token: Token, limitBytes: Int) -> Bool {
    token.isASCII && !token.hasEscapes && token.end &- token.start <= limitBytes
  }
}
