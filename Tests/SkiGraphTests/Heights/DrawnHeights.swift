import SkiBase
import SkiTestSupport

@testable import SkiGraph

/// Random tiles of heights for tests of their code: slopes, noise, cliffs, extremes, with voids of several shapes.
enum DrawnHeights {
  /// Returns the heights of a tile in steps; the same for the same seed.
  static func tile(seed: UInt64, step: UInt32 = 100) -> [Int32] {
    var random = SeededGenerator(seed: seed)
    let range = HeightTileCode.range(ofStepMillimetres: step)
    let (slopeX, slopeY) = (
      Double.random(in: -300...300, using: &random), Double.random(in: -300...300, using: &random)
    )
    let noise = [0, 1, 30, 3000][Int(seed % 4)]
    let kind = seed / 4 % 4
    var heights = (0..<HeightTileCode.count).map { index -> Int32 in
      let (x, y) = (Double(index % HeightTileCode.side), Double(index / HeightTileCode.side))
      switch kind {
      case 0:
        let plane = 12_000 + slopeX * x + slopeY * y + Double(Int.random(in: -noise...noise, using: &random))
        return Int32(min(Double(range.upperBound), max(Double(range.lowerBound), plane.rounded())))
      case 1: return x + y < 64 ? range.lowerBound : range.upperBound
      case 2: return (index / 7) % 2 == 0 ? range.lowerBound : range.upperBound
      default: return Int32.random(in: range, using: &random)
      }
    }
    addVoids(seed / 16 % 6, to: &heights, &random)
    return heights
  }

  private static func addVoids(_ shape: UInt64, to heights: inout [Int32], _ random: inout SeededGenerator) {
    let side = HeightTileCode.side
    for index in heights.indices {
      let (x, y) = (index % side, index / side)
      let isVoid =
        switch shape {
        case 0, 1: false
        case 2: Int.random(in: 0..<5, using: &random) == 0
        case 3: x < 20 || y > 50
        case 4: x > 0 || y != 33  // One column and one row are known.
        default: (x + y) % 2 == 0
        }
      if isVoid, !(shape == 4 && x == 63) { heights[index] = HeightTileCode.void }
    }
  }

  /// Returns a grid of random tiles on a lattice in degrees around 46.5° N 7.5° E.
  static func grid(seed: UInt64, tiles: Int = 3, step: UInt32 = 100) -> (grid: HeightGrid, metres: [[Float]])
  {
    let lattice = HeightLattice(
      .degrees, originX: -180, originY: 90, stepX: 1.0 / 1200, stepY: 1.0 / 1200, columns: 432_000,
      rows: 216_001)
    var grid = HeightGrid(
      lattice, stepMillimetres: step, datumEPSG: 5773, attributions: ["© a surveyor", "© another"])
    let all = (0..<tiles).map { number in
      tile(seed: seed &+ UInt64(number), step: step).map {
        $0 == HeightTileCode.void ? .nan : Float(Double($0) * Double(step) / 1000)
      }
    }
    for (number, metres) in all.enumerated() {
      grid.append(
        HeightTileAddress(row: 815 + UInt32(number / 2), column: 3515 + UInt32(number % 2)), metres: metres)
    }
    return (grid, all)
  }
}

/// A decoder of tiles written from the format's page, bit by bit: slow and plain.
struct PlainHeightDecoder {
  private var bits: [Bool]
  private var next = 0

  init(_ bytes: [UInt8]) {
    bits = bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 == 1 } }
  }

  private mutating func number(_ count: Int) -> Int {
    (0..<count).reduce(0) { sum, _ in
      next += 1
      return sum * 2 + (next <= bits.count && bits[next - 1] ? 1 : 0)
    }
  }

  private mutating func zeros(atMost limit: Int) -> Int {
    var count = 0
    while count < limit, next < bits.count, !bits[next] { (count, next) = (count + 1, next + 1) }
    return count
  }

  /// Returns the heights of a well-formed code in steps; nil for voids.
  mutating func heights() -> [[Int?]] {
    let side = 64
    var isKnown = [Bool](repeating: true, count: side * side)
    if number(1) == 1 {
      var (at, isVoid) = (0, false)
      while at < side * side {
        let length = number(zeros(atMost: 32) + 1) - 1
        for sample in at..<at + length { isKnown[sample] = !isVoid }
        (at, isVoid) = (at + length, !isVoid)
      }
    }
    let base = Int(Int32(truncatingIfNeeded: number(32)))
    var (sum, count) = (64, 4)
    var heights = [[Int]](repeating: [Int](repeating: 0, count: side), count: side)
    for row in 0..<side {
      for column in 0..<side {
        let west = column > 0 ? heights[row][column - 1] : nil
        let north = row > 0 ? heights[row - 1][column] : nil
        guard isKnown[row * side + column] else {
          heights[row][column] = west ?? north ?? base
          continue
        }
        var prediction = west ?? north ?? base
        if let west, let north { prediction = west + north - heights[row - 1][column - 1] }
        var parameter = 0
        while count << parameter < sum { parameter += 1 }
        let above = zeros(atMost: 24)
        if above < 24 { next += 1 }
        let folded = above < 24 ? above << parameter + number(parameter) : number(32)
        heights[row][column] = prediction + (folded % 2 == 0 ? folded / 2 : -(folded + 1) / 2)
        (sum, count) = (sum + folded, count + 1)
        if count == 32 { (sum, count) = (sum / 2, count / 2) }
      }
    }
    return heights.enumerated().map { row, line in
      line.enumerated().map { isKnown[row * side + $0] ? $1 : nil }
    }
  }
}
