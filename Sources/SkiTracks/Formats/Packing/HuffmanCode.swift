import SkiBase

/// A canonical Huffman code of deflate, as a table of all words of its greatest length.
///
/// **Source:** RFC 1951, 3.2.2.
struct HuffmanCode {
  /// For each word, lowest bit first, the symbol times 16 plus the length of its code; 0 where no code is.
  private var table: [UInt16]
  private let width: Int

  /// Creates a code from the lengths of its symbols' codes; 0 for symbols that don't occur.
  ///
  /// A code of one symbol or none may be incomplete.
  /// - Throws: ``InflationFault/damaged(_:)`` for a code with too many or too few words.
  /// - Complexity: O(*s* + 2^*w*) in symbols and the greatest length, at most 15.
  init(lengths: ArraySlice<UInt8>) throws {
    var counts = [Int](repeating: 0, count: 16)
    for length in lengths { counts[Int(length)] += 1 }
    counts[0] = 0
    width = max(1, counts.lastIndex { $0 > 0 } ?? 0)
    var next = [Int](repeating: 0, count: 17)
    for length in 1...15 { next[length + 1] = (next[length] + counts[length]) << 1 }
    let used = (1...15).reduce(0) { $0 + counts[$1] << (15 - $1) }
    guard used <= 1 << 15, used == 1 << 15 || counts.reduce(0, +) <= 1 else {
      throw InflationFault.damaged("a Huffman code is not complete")
    }
    table = [UInt16](repeating: 0, count: 1 << width)
    for (symbol, length) in lengths.enumerated() where length > 0 {
      let length = Int(length)
      let reversed = Self.reversed(next[length], length)
      next[length] += 1
      for word in stride(from: reversed, to: table.count, by: 1 << length) {
        table[word] = UInt16(symbol) << 4 | UInt16(length)
      }
    }
  }

  /// Reads a symbol.
  /// - Throws: ``InflationFault``, and the errors of the source.
  @inline(__always)
  func symbol(_ bits: inout BitReader) throws -> Int {
    let entry = table[Int(try bits.peek(width))]
    guard entry != 0 else {
      // After the end of the source the bits are zeros.
      throw try bits.hasEnded() ? InflationFault.cutOff : .damaged("a code word is not defined")
    }
    try bits.skip(Int(entry & 15))
    return Int(entry >> 4)
  }

  private static func reversed(_ code: Int, _ length: Int) -> Int {
    var (code, result) = (code, 0)
    for _ in 0..<length {
      result = result << 1 | code & 1
      code >>= 1
    }
    return result
  }
}
