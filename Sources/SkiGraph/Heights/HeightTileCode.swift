/// The code of the tiles of a height grid: 64 × 64 heights in whole steps, each predicted from its neighbours and its
/// difference stored in an adaptive Rice code; lossless, one tile independent of the others.
///
/// A height is predicted as that of the plane through its neighbours in the west, the north and the north-west: in
/// mountains slopes go on, so that this leaves less than the median of JPEG-LS or a mean of neighbours would (0.46, 0.62,
/// 0.76 bytes a sample at 28 m and steps of 0.5 m). Data/Formats/skimap.md describes the bits.
///
/// **Source:** Rice, "Some practical universal noiseless coding techniques", 1979; its parameter follows the mean of the
/// last differences, as in LOCO-I (Weinberger, Seroussi and Sapiro 2000).
package enum HeightTileCode {
  /// The number of samples along each side of a tile.
  package static let side = 64
  /// The number of samples of a tile: rows from the north, each from the west.
  package static let count = side * side
  /// The value of a sample without height.
  package static let void = Int32.min
  /// The lowest and the highest height of a map, in millimetres: −1,000 m and 10,000 m.
  private static let millimetres: ClosedRange<Int32> = -1_000_000...10_000_000

  /// Returns the heights in steps that a tile may hold.
  /// - Precondition: A step is 1 mm or more.
  package static func range(ofStepMillimetres step: UInt32) -> ClosedRange<Int32> {
    precondition(step > 0 && step < 1 << 31, "step must be positive, got \(step) mm")
    return millimetres.lowerBound / Int32(step)...millimetres.upperBound / Int32(step)
  }
  /// The number of leading zeros that stands for a difference stored whole.
  private static let escape = 24

  /// The adaptation of the Rice parameter to the last differences.
  private struct Adaptation {
    private var sum: UInt32 = 64
    private var count: UInt32 = 4

    /// The number of low bits stored as they are: the least whose power of two reaches the mean.
    var parameter: Int {
      @inline(__always) get {
        var bits: UInt32 = 0
        while count &<< bits < sum { bits &+= 1 }
        return Int(bits)
      }
    }

    /// Adds a folded difference, below 2^27; older ones count half after 28 more.
    @inline(__always)
    mutating func add(_ folded: UInt32) {
      sum &+= folded
      count &+= 1
      if count == 32 { (sum, count) = (sum / 2, count / 2) }
    }
  }

  /// Returns the prediction of a sample; `row` and `column` are its position, `base` the first known height.
  @inline(__always)
  private static func prediction(
    _ heights: UnsafeMutablePointer<Int32>, _ row: Int, _ column: Int, base: Int32
  ) -> Int32 {
    let here = heights + (row &* side &+ column)
    if column > 0 { return row > 0 ? here[-1] &+ here[-side] &- here[-side - 1] : here[-1] }
    return row > 0 ? here[-side] : base
  }

  /// Returns the height that a void has in the predictions of others: that of its neighbour in the west, else the north.
  @inline(__always)
  private static func substitute(
    _ heights: UnsafeMutablePointer<Int32>, _ row: Int, _ column: Int, base: Int32
  ) -> Int32 {
    let here = heights + (row &* side &+ column)
    return column > 0 ? here[-1] : row > 0 ? here[-side] : base
  }
}

extension HeightTileCode {
  /// Returns the code of a tile; nil when all of it is void.
  /// - Parameter heights: The heights in steps, ``void`` where there is none.
  /// - Precondition: There are ``count`` heights, each void or in a range of ``range(ofStepMillimetres:)``.
  /// - Complexity: O(1): one pass over the tile.
  package static func encoded(_ heights: [Int32]) -> [UInt8]? {
    precondition(heights.count == count, "tile must have \(count) heights, got \(heights.count)")
    guard let base = heights.first(where: { $0 != void }) else { return nil }
    precondition(
      heights.allSatisfy { $0 == void || millimetres.contains($0) }, "height is outside of \(millimetres) mm")
    var bits = HeightBitWriter()
    if heights.contains(void) {
      bits.write(1, count: 1)
      writeRuns(of: heights, to: &bits)
    } else {
      bits.write(0, count: 1)
    }
    bits.write(UInt32(bitPattern: base), count: 32)
    var whole = heights
    whole.withUnsafeMutableBufferPointer { buffer in
      if let start = buffer.baseAddress { writeDifferences(start, base: base, to: &bits) }
    }
    bits.finish()
    return bits.bytes
  }

  /// Writes the lengths of the runs of known samples and voids in turn, each plus 1; the first is of known ones.
  private static func writeRuns(of heights: [Int32], to bits: inout HeightBitWriter) {
    var (isVoid, length): (Bool, UInt32) = (false, 0)
    for height in heights {
      if (height == void) != isVoid {
        bits.writeGamma(length + 1)
        (isVoid, length) = (!isVoid, 0)
      }
      length += 1
    }
    bits.writeGamma(length + 1)
  }

  /// Writes the differences of the known samples from their predictions; voids are replaced by their substitutes.
  private static func writeDifferences(
    _ heights: UnsafeMutablePointer<Int32>, base: Int32, to bits: inout HeightBitWriter
  ) {
    var adaptation = Adaptation()
    for row in 0..<side {
      for column in 0..<side {
        let at = row * side + column
        guard heights[at] != void else {
          heights[at] = substitute(heights, row, column, base: base)
          continue
        }
        let difference = heights[at] - prediction(heights, row, column, base: base)
        let folded = UInt32(bitPattern: difference << 1 ^ difference >> 31)
        let parameter = adaptation.parameter
        let quotient = Int(folded >> UInt32(parameter))
        if quotient < escape {
          bits.write(1, count: quotient + 1)
          bits.write(folded & (1 << UInt32(parameter) - 1), count: parameter)
        } else {
          bits.write(0, count: escape)
          bits.write(folded, count: 32)
        }
        adaptation.add(folded)
      }
    }
  }

  /// Decodes a tile.
  /// - Parameters:
  ///   - bytes: The code, of any content.
  ///   - range: The heights that are allowed, of ``range(ofStepMillimetres:)``.
  ///   - heights: Receives the heights in steps, ``void`` where there is none; undefined for a malformed code.
  /// - Returns: True when the code is well formed: it ends with the last sample, and every height is allowed.
  /// - Precondition: There is room for ``count`` heights.
  /// - Complexity: O(1): one pass over the tile, whatever the bytes.
  package static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, within range: ClosedRange<Int32>,
    into heights: UnsafeMutableBufferPointer<Int32>
  ) -> Bool {
    precondition(heights.count == count, "tile has \(count) heights, got room for \(heights.count)")
    guard let start = heights.baseAddress else { return false }
    var bits = HeightBitReader(bytes)
    bits.fill()
    var voids = VoidMask()
    let hasVoids = bits.take(1) == 1
    if hasVoids, !readRuns(&bits, into: &voids) { return false }
    bits.fill()
    let base = Int32(bitPattern: bits.take(32))
    guard range.contains(base), readDifferences(&bits, start, base: base, voids, range) else { return false }
    guard hasVoids else { return true }
    for at in 0..<count where voids.contains(at) { start[at] = void }
    return true
  }

  /// The samples of a tile without height, one bit each.
  private struct VoidMask {
    private var words = [UInt64](repeating: 0, count: HeightTileCode.count / 64)

    mutating func insert(_ samples: Range<Int>) {
      for at in samples { words[at / 64] |= 1 << UInt64(at % 64) }
    }

    @inline(__always)
    func contains(_ sample: Int) -> Bool { words[sample / 64] & 1 &<< UInt64(sample % 64) != 0 }
  }

  /// Reads the runs of known samples and voids; returns false when they don't fill the tile, or one but the first is
  /// empty.
  private static func readRuns(_ bits: inout HeightBitReader, into voids: inout VoidMask) -> Bool {
    var (at, isVoid) = (0, false)
    while at < count {
      guard let code = bits.gamma(), code > 1 || at == 0 && !isVoid else { return false }
      let length = Int(code) - 1
      guard length <= count - at else { return false }
      if isVoid { voids.insert(at..<at + length) }
      at += length
      isVoid.toggle()
    }
    return true
  }

  private static func readDifferences(
    _ bits: inout HeightBitReader, _ heights: UnsafeMutablePointer<Int32>, base: Int32, _ voids: VoidMask,
    _ range: ClosedRange<Int32>
  ) -> Bool {
    var adaptation = Adaptation()
    for row in 0..<side {
      for column in 0..<side {
        let at = row &* side &+ column
        guard !voids.contains(at) else {
          heights[at] = substitute(heights, row, column, base: base)
          continue
        }
        bits.fill()
        let folded = readFolded(&bits, adaptation.parameter)
        let difference = Int64(folded >> 1) ^ -Int64(folded & 1)
        let height = Int64(prediction(heights, row, column, base: base)) &+ difference
        // Predictions from heights in range stay within three times of it, so that no later sum can overflow.
        guard height >= Int64(range.lowerBound), height <= Int64(range.upperBound) else { return false }
        heights[at] = Int32(truncatingIfNeeded: height)
        adaptation.add(folded)
      }
    }
    return bits.isAtEnd
  }

  @inline(__always)
  private static func readFolded(_ bits: inout HeightBitReader, _ parameter: Int) -> UInt32 {
    let quotient = bits.zeros
    guard quotient < escape else {
      bits.skip(escape)
      return bits.take(32)
    }
    bits.skip(quotient &+ 1)
    return UInt32(quotient) &<< UInt32(parameter) | bits.take(parameter)
  }
}
