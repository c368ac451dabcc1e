import SkiTestSupport
import Testing

@testable import SkiTiles

struct BitGridTests {
  /// A grid of some width with few cells set, or many.
  private static func grid(_ random: inout SeededGenerator) -> BitGrid {
    let columns = Int.random(in: 1...140, using: &random)
    var grid = BitGrid(columns: columns, rows: .random(in: 1...20, using: &random))
    let share = [1, 8, 60].randomElement(using: &random) ?? 1
    for row in 0..<grid.rows {
      for column in 0..<columns where Int.random(in: 0...60, using: &random) < share { grid.set(column, row) }
    }
    return grid
  }

  /// The least squared distance of a cell from those that are set, or not; infinity without any.
  private static func squared(_ grid: BitGrid, _ column: Int, _ row: Int, from isSet: Bool) -> Float {
    var least = Float.infinity
    for other in 0..<grid.rows {
      for beside in 0..<grid.columns where grid.isSet(beside, other) == isSet {
        let (dx, dy) = (beside - column, other - row)
        least = min(least, Float(dx * dx + dy * dy))
      }
    }
    return least
  }

  @Test(arguments: UInt64(1)...20) func `cells are set within the reach of set ones, and no others`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    let grid = Self.grid(&random)
    let limit = Float.random(in: 0...40, using: &random)
    let wide = grid.dilated(squaredReach: limit)
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        let isNear = Self.squared(grid, column, row, from: true) <= limit
        #expect(wide.isSet(column, row) == isNear, "seed \(seed)")
      }
    }
    #expect(wide.words.reduce(0) { $0 + $1.nonzeroBitCount } <= grid.columns * grid.rows, "seed \(seed)")
  }

  @Test(arguments: UInt64(1)...20) func `depths are the distances from the nearest cell that is not set`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    let grid = Self.grid(&random)
    let depths = DistanceTransform.depths(of: grid)
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        let expected = Self.squared(grid, column, row, from: false).squareRoot()
        #expect(depths[row * grid.columns + column] == expected, "seed \(seed)")
      }
    }
  }
}
