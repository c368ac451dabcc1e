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

/// The rule for the boundary between mountain and street maps, with its distances in metres.
///
/// A place is **mountain** when one of these holds, and **street** otherwise:
/// 1. It is within the buffer of a run. The buffer is ``runReachAtBaseMetres`` where the run is at the base, the lowest
///    elevation of runs, lifts and streets within ``baseRadiusMetres``, and increases linearly to
///    ``runReachUpHighMetres`` at ``highAboveBaseMetres`` above; ``runReachWithoutHeightsMetres`` where the map has no
///    elevations.
/// 2. It is within ``lineReachMetres`` of a lift, ski tour or hike.
/// 3. It is in a gap between the areas of 1 and 2 that contains no circle of radius ``gapRadiusMetres`` (morphological
///    closing).
/// 4. It is in a gap enclosed by the areas of 1 to 3, at most ``enclosedGapMetres`` from south to north and from west
///    to east, without a road: forest and cliffs inside an area.
///
/// A place is nevertheless **street** when a road for cars or a pedestrian street is within ``streetReachMetres`` and
/// nearer than every run and lift. Tracks and paths have no such effect, because in winter they are part of the slopes.
///
/// The class is computed on a grid of ``cellMetres``; distances to the boundary are exact on that grid (Euclidean
/// distance transform), and accurate to about one cell.
package enum MountainRule {
  package static let runReachAtBaseMetres = 80.0
  package static let runReachUpHighMetres = 250.0
  package static let runReachWithoutHeightsMetres = 120.0
  /// The elevation above the base, in metres, at which a run's buffer is greatest.
  package static let highAboveBaseMetres = 200.0
  package static let baseRadiusMetres = 1000.0
  package static let lineReachMetres = 40.0
  package static let gapRadiusMetres = 100.0
  package static let enclosedGapMetres = 1000.0
  package static let streetReachMetres = 80.0
  package static let cellMetres = 10.0
  /// The greatest distance to the boundary and to the nearest edge that is computed, in metres.
  package static let farthestMetres = 1000.0
}
