/// The gaps enclosed by mountain cells: forest and cliffs between the runs of one area.
enum EnclosedGaps {
  /// Fills each enclosed gap that is at most `widest` cells along each axis and has no road.
  ///
  /// Gaps within `unsure` cells of the grid's edge are not filled, because their surroundings are incomplete.
  /// - Complexity: O(cells).
  static func fill(
    _ classes: inout [UInt8], _ grid: CellGrid<Double>, roads: [UInt8], widest: Int, unsure: Int
  ) {
    var seen = classes
    var gap: [Int32] = []
    for start in 0..<grid.count where seen[start] == 0 {
      let bounds = collect(from: start, grid.side, &seen, into: &gap)
      guard bounds.width <= widest, bounds.height <= widest, bounds.low >= unsure,
        bounds.high < grid.side - unsure, !gap.contains(where: { roads[Int($0)] == 1 })
      else { continue }
      for cell in gap { classes[Int(cell)] = 1 }
    }
  }

  private struct Bounds {
    var west: Int
    var east: Int
    var south: Int
    var north: Int
    var width: Int { east - west + 1 }
    var height: Int { north - south + 1 }
    var low: Int { min(west, south) }
    var high: Int { max(east, north) }
  }

  /// Collects the 4-connected component of a cell.
  private static func collect(
    from start: Int, _ side: Int, _ seen: inout [UInt8], into gap: inout [Int32]
  ) -> Bounds {
    gap.removeAll(keepingCapacity: true)
    gap.append(Int32(start))
    seen[start] = 1
    var bounds = Bounds(west: side, east: 0, south: side, north: 0)
    var next = 0
    while next < gap.count {
      let cell = Int(gap[next])
      next += 1
      let (row, column) = cell.quotientAndRemainder(dividingBy: side)
      bounds.west = min(bounds.west, column)
      bounds.east = max(bounds.east, column)
      bounds.south = min(bounds.south, row)
      bounds.north = max(bounds.north, row)
      for (isInside, other) in [
        (column > 0, cell - 1), (column + 1 < side, cell + 1), (row > 0, cell - side),
        (row + 1 < side, cell + side),
      ] where isInside && seen[other] == 0 {
        seen[other] = 1
        gap.append(Int32(other))
      }
    }
    return bounds
  }
}
