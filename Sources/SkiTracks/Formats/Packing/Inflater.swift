import SkiBase

/// A decoder of deflated streams that works in pieces and holds the last 32 kB of its output.
///
/// **Source:** RFC 1951.
struct Inflater {
  private enum State {
    case blockStart
    case stored(Int)
    case coded
    case ended
  }

  private var state = State.blockStart
  private var isLastBlock = false
  private var literals: HuffmanCode?
  private var distances: HuffmanCode?
  /// The length that is left of the match being copied, and its distance.
  private var match = (length: 0, distance: 0)
  private var history = [UInt8](repeating: 0, count: historySize)
  /// The number of bytes decoded.
  private var total = 0
  private static let historySize = 1 << 15

  /// Indicates whether the stream has ended.
  var hasEnded: Bool { if case .ended = state { true } else { false } }

  /// Decodes up to a number of bytes, and appends them to a buffer; fewer at the end only.
  /// - Throws: ``InflationFault``, and the errors of the source.
  mutating func decode(_ bits: inout BitReader, into output: inout [UInt8], atMostBytes limit: Int) throws {
    while output.count < limit {
      switch state {
      case .blockStart: try beginBlock(&bits)
      case .stored(let left):
        guard left > 0 else {
          endBlock()
          continue
        }
        append(UInt8(try bits.take(8)), to: &output)
        state = .stored(left - 1)
      case .coded: try decodeSymbols(&bits, into: &output, atMostBytes: limit)
      case .ended: return
      }
    }
  }

  @inline(__always)
  private mutating func append(_ byte: UInt8, to output: inout [UInt8]) {
    history[total & (Self.historySize - 1)] = byte
    total &+= 1
    output.append(byte)
  }

  private mutating func endBlock() { state = isLastBlock ? .ended : .blockStart }

  private mutating func beginBlock(_ bits: inout BitReader) throws {
    isLastBlock = try bits.take(1) == 1
    switch try bits.take(2) {
    case 0:
      try bits.alignToByte()
      let length = try bits.take(16)
      guard try bits.take(16) == length ^ 0xFFFF else {
        throw InflationFault.damaged("the length of a stored block is not confirmed")
      }
      state = .stored(Int(length))
    case 1:
      (literals, distances) = (
        try HuffmanCode(lengths: Self.fixedLengths), try HuffmanCode(lengths: Self.fives)
      )
      state = .coded
    case 2:
      try readCodes(&bits)
      state = .coded
    default: throw InflationFault.damaged("a block is of an unknown type")
    }
  }

  private static let fixedLengths = ArraySlice<UInt8>(
    (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  private static let fives = ArraySlice<UInt8>(repeatElement(5, count: 32))
  /// The order in which the lengths of the code of lengths are written.
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private mutating func readCodes(_ bits: inout BitReader) throws {
    let literalCount = Int(try bits.take(5)) + 257
    let distanceCount = Int(try bits.take(5)) + 1
    var small = [UInt8](repeating: 0, count: 19)
    for index in 0..<Int(try bits.take(4)) + 4 { small[Self.order[index]] = UInt8(try bits.take(3)) }
    let code = try HuffmanCode(lengths: small[...])
    var lengths: [UInt8] = []
    while lengths.count < literalCount + distanceCount {
      let symbol = try code.symbol(&bits)
      let (value, count): (UInt8, Int)
      switch symbol {
      case 16:
        guard let last = lengths.last else {
          throw InflationFault.damaged("no length stands before a repetition")
        }
        (value, count) = (last, Int(try bits.take(2)) + 3)
      case 17: (value, count) = (0, Int(try bits.take(3)) + 3)
      case 18: (value, count) = (0, Int(try bits.take(7)) + 11)
      default: (value, count) = (UInt8(symbol), 1)
      }
      lengths.append(contentsOf: repeatElement(value, count: count))
    }
    guard lengths.count == literalCount + distanceCount, lengths[256] > 0 else {
      throw InflationFault.damaged("the lengths of the codes are not as many as stated")
    }
    literals = try HuffmanCode(lengths: lengths[..<literalCount])
    distances = try HuffmanCode(lengths: lengths[literalCount...])
  }

  private mutating func decodeSymbols(
    _ bits: inout BitReader, into output: inout [UInt8], atMostBytes limit: Int
  ) throws {
    guard let literals, let distances else { return }
    while output.count < limit {
      if match.length > 0 {
        match.length -= 1
        append(history[(total - match.distance) & (Self.historySize - 1)], to: &output)
        continue
      }
      let symbol = try literals.symbol(&bits)
      if symbol < 256 {
        append(UInt8(symbol), to: &output)
      } else if symbol == 256 {
        return endBlock()
      } else {
        match = try readMatch(symbol - 257, distances, &bits)
      }
    }
  }

  private func readMatch(
    _ index: Int, _ distances: HuffmanCode, _ bits: inout BitReader
  ) throws -> (length: Int, distance: Int) {
    guard index < Self.lengths.count else { throw InflationFault.damaged("a length is not defined") }
    let length = Self.lengths[index] + Int(try bits.take(Self.lengthBits[index]))
    let symbol = try distances.symbol(&bits)
    guard symbol < Self.distances.count else { throw InflationFault.damaged("a distance is not defined") }
    let distance = Self.distances[symbol] + Int(try bits.take(Self.distanceBits[symbol]))
    guard distance <= min(total, Self.historySize) else {
      throw InflationFault.damaged("a distance leads before the start")
    }
    return (length, distance)
  }

  private static let lengths = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
    227, 258,
  ]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distances = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073,
    4097, 6145, 8193, 12289, 16385, 24577,
  ]
  private static let distanceBits = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
  ]
}
