import SkiBase

/// The base elevation around each position of a tile: the lowest elevation of any run, lift or street near it.
struct BaseElevations {
  private static let cellMetres: Float = 250
  private let grid: CellGrid<Float>
  private var lowest: [Float]

  /// Computes the base elevations. Complexity: O(segments + cells).
  init(_ segments: [TileSegment], withinMetres metres: Double) {
    grid = CellGrid(withinMetres: metres, cellMetres: Self.cellMetres)
    let (side, halfMetres) = (grid.side, grid.halfMetres)
    var heights = [Float](repeating: .infinity, count: grid.count)
    for segment in segments {
      for (place, height) in [
        (segment.line.start, segment.startElevation), (segment.line.end, segment.endElevation),
      ]
      where !height.isNaN && abs(place.x) <= halfMetres && abs(place.y) <= halfMetres {
        let cell = grid.position(place)
        heights[cell] = min(heights[cell], height)
      }
    }
    lowest = heights
    let reach = Int(Float(MountainRule.baseRadiusMetres) / Self.cellMetres)
    for row in 0..<side {
      for column in 0..<side {
        var low = Float.infinity
        for y in max(0, row - reach)...min(side - 1, row + reach) {
          for x in max(0, column - reach)...min(side - 1, column + reach)
          where (x - column) * (x - column) + (y - row) * (y - row) <= reach * reach {
            low = min(low, heights[y * side + x])
          }
        }
        lowest[row * side + column] = low
      }
    }
  }

  /// Returns the buffer distance of a run at a position and elevation, in metres.
  func runReach(at place: SIMD2<Float>, height: Float) -> Double {
    guard height.isFinite else { return MountainRule.runReachWithoutHeightsMetres }
    let base = lowest[grid.position(place)]
    guard base.isFinite else { return MountainRule.runReachWithoutHeightsMetres }
    let share = min(1, max(0, Double(height - base) / MountainRule.highAboveBaseMetres))
    return MountainRule.runReachAtBaseMetres
      + (MountainRule.runReachUpHighMetres - MountainRule.runReachAtBaseMetres) * share
  }
}
