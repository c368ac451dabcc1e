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
