import SkiBase

/// The class of each cell of a tile and its surroundings, by ``MountainRule``.
struct MapKindRaster {
  let grid: CellGrid<Double>
  /// The class of each cell: 1 for mountain, 0 for street.
  private(set) var classes: [UInt8]

  /// Classifies the cells. Complexity: O(segments + cells).
  init(grid: CellGrid<Double>, segments: [TileSegment], bases: BaseElevations) {
    self.grid = grid
    let drawn = RasterisedLines(grid, segments, bases)
    let cell = grid.cellMetres
    func squared(_ metres: Double) -> Int32 { Int32((metres / cell) * (metres / cell)) }

    let fromRuns = CellDistances(side: grid.side, marks: drawn.runs, equalTo: 1, wantsNearest: true)
    let fromLines = CellDistances(side: grid.side, marks: drawn.lines, equalTo: 1)
    let fromRoads = CellDistances(side: grid.side, marks: drawn.roads, equalTo: 1)
    let lineReach = squared(MountainRule.lineReachMetres)
    var near = [UInt8](repeating: 0, count: grid.count)
    for cell in 0..<grid.count {
      let run = fromRuns.nearest[cell]
      let isByRun = run >= 0 && fromRuns.squared[cell] <= drawn.reachSquared[Int(run)]
      near[cell] = isByRun || fromLines.squared[cell] <= lineReach ? 1 : 0
    }
    classes = Self.closed(near, grid, squared(MountainRule.gapRadiusMetres))
    EnclosedGaps.fill(
      &classes, grid, roads: drawn.roads, widest: Int(MountainRule.enclosedGapMetres / cell),
      unsure: Int((MountainRule.runReachUpHighMetres + 2 * MountainRule.gapRadiusMetres) / cell))
    let streetReach = squared(MountainRule.streetReachMetres)
    for cell in 0..<grid.count where fromRoads.squared[cell] <= streetReach {
      let skied = min(fromRuns.squared[cell], fromLines.squared[cell])
      if fromRoads.squared[cell] < skied { classes[cell] = 0 }
    }
  }

  /// Returns the morphological closing of marks with a circle.
  private static func closed(_ marks: [UInt8], _ grid: CellGrid<Double>, _ radiusSquared: Int32) -> [UInt8] {
    let grown = CellDistances(side: grid.side, marks: marks, equalTo: 1).squared.map {
      $0 <= radiusSquared ? UInt8(1) : 0
    }
    return CellDistances(side: grid.side, marks: grown, equalTo: 0).squared.map {
      $0 > radiusSquared ? UInt8(1) : 0
    }
  }
}

/// The lines of a tile, rasterised.
private struct RasterisedLines {
  var runs: [UInt8]
  /// The cells of lifts, tours and hikes: 1, others 0.
  var lines: [UInt8]
  var roads: [UInt8]
  /// The squared buffer distance in cells, for each cell of a run.
  var reachSquared: [Int32]

  init(_ grid: CellGrid<Double>, _ segments: [TileSegment], _ bases: BaseElevations) {
    var runs = [UInt8](repeating: 0, count: grid.count)
    var (lines, roads) = (runs, runs)
    var reaches = [Int32](repeating: 0, count: grid.count)
    for segment in segments {
      let (start, end) = (SIMD2<Double>(segment.line.start), SIMD2<Double>(segment.line.end))
      switch segment.role {
      case .run:
        grid.visit(start, end) { cell, share in
          let place = segment.line.place(at: Float(share))
          let height = segment.startElevation + (segment.endElevation - segment.startElevation) * Float(share)
          let reach = bases.runReach(at: place, height: height) / grid.cellMetres
          runs[cell] = 1
          reaches[cell] = max(reaches[cell], Int32(reach * reach))
        }
      case .lift, .tour: grid.visit(start, end) { cell, _ in lines[cell] = 1 }
      case .road: grid.visit(start, end) { cell, _ in roads[cell] = 1 }
      case .path: break
      }
    }
    (self.runs, self.lines, self.roads, reachSquared) = (runs, lines, roads, reaches)
  }
}

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
