import SkiBase

extension ElevationLayer {
  /// Writes the heights at many coordinates, NaN where the layer has none; where successive coordinates are in different
  /// tiles, from tiles held at once or, if those don't fit the cache, tile by tile.
  /// - Throws: ``SkiError`` when a tile can't be read.
  /// - Complexity: O(*n*), and the decoding of tiles that are not cached.
  func sampleByTile(
    _ places: UnsafeBufferPointer<Coordinate>, _ sampling: Sampling,
    into metres: UnsafeMutableBufferPointer<Double>, _ cursor: inout Cursor
  ) throws {
    guard let places = places.baseAddress, let base = metres.baseAddress else { return }
    let all = metres.count
    try TileGrouping.with(min(all, TileGrouping.greatestCount)) { groups in
      var start = 0
      while start < all {
        var count = min(TileGrouping.leastCount, all - start)
        try grid.positions(of: places + start, count: count, xs: groups.xs, ys: groups.ys)
        if groups.assign(count, grid, sampling).isScattered(count) {
          count = min(TileGrouping.greatestCount, all - start)
          try sampleByTile(places + start, count, sampling, into: base + start, groups, &cursor)
        } else {
          count = min(TileGrouping.orderedCount, all - start)
          try sampleInOrder(
            UnsafeBufferPointer(start: places + start, count: count), sampling, into: base + start, &cursor)
        }
        start += count
      }
    }
  }

  /// Writes the heights at as many coordinates as are sorted at once.
  private func sampleByTile(
    _ places: UnsafePointer<Coordinate>, _ count: Int, _ sampling: Sampling,
    into metres: UnsafeMutablePointer<Double>, _ groups: TileGrouping, _ cursor: inout Cursor
  ) throws {
    try grid.positions(of: places, count: count, xs: groups.xs, ys: groups.ys)
    let run = SamplingRun(xs: groups.xs, ys: groups.ys, metres: metres, count: count)
    let extent = groups.assign(count, grid, sampling)
    guard extent.isScattered(count), extent.tileCount <= groups.tileLimit else {
      return try fill(run, sampling, &cursor)
    }
    do {
      groups.number(count, extent)
      if try fillHeld(run, sampling, groups, extent, &cursor) { return }
      groups.sort(count, extent)
      try fill(run, sampling, groups, extent, &cursor)
    } catch {
      // In order of the coordinates, for the error of the first one.
      try fill(run, sampling, &cursor)
    }
  }

  /// Writes the heights at sorted positions, tile by tile.
  private func fill(
    _ run: SamplingRun, _ sampling: Sampling, _ groups: TileGrouping, _ extent: TileGrouping.Extent,
    _ cursor: inout Cursor
  ) throws(SkiError) {
    for index in 0..<run.count where groups.columns[index] == TileGrouping.none { run.metres[index] = .nan }
    var start = 0
    for tile in 0..<extent.tileCount {
      let end = Int(groups.ends[tile])
      guard end > start else { continue }
      let (row, column) = (tile / extent.width, tile % extent.width)
      try fill(
        SamplingRun(
          xs: groups.sortedXs + start, ys: groups.sortedYs + start, metres: groups.heights + start,
          count: end - start), sampling, tileColumn: column + Int(extent.columns.least),
        tileRow: row + Int(extent.rows.least), &cursor)
      for place in start..<end { run.metres[Int(groups.order[place])] = groups.heights[place] }
      start = end
    }
  }

  /// Writes the heights at positions in one tile.
  private func fill(
    _ run: SamplingRun, _ sampling: Sampling, tileColumn: Int, tileRow: Int, _ cursor: inout Cursor
  ) throws(SkiError) {
    var own = Cursor()
    let tile = try tile(column: tileColumn, row: tileRow, &own)
    var index = 0
    while index < run.count {
      if let tile {
        index = tile.fill(
          run, from: index, column: tileColumn * grid.spanColumns, row: tileRow * grid.spanRows, sampling)
      }
      guard index < run.count else { return }
      run.metres[index] = try elevation(x: run.xs[index], y: run.ys[index], sampling, &cursor)
      index += 1
    }
  }

  /// Returns a window of the layer's grid as a raster; samples beyond the grid are void.
  ///
  /// Columns wrap around the Earth if whole tiles close the turn.
  func raster(of window: RasterWindow) -> TiledRaster {
    let samples = grid.samples
    let raster = RasterGrid(
      columns: window.columns, rows: window.rows, reference: samples.reference,
      originX: samples.x(ofColumn: Double(window.column)), originY: samples.y(ofRow: Double(window.row)),
      stepX: samples.stepX, stepY: samples.stepY)
    var lattice = TiledRaster.Lattice(tileColumns: grid.tileColumns, tileRows: grid.tileRows)
    lattice.sharedSamples = grid.tileColumns - grid.spanColumns
    lattice.originColumn = window.column
    lattice.originRow = window.row
    if grid.wraps, samples.columns == grid.tilesAcross * grid.spanColumns {
      lattice.tilesAround = grid.tilesAcross
    }
    return TiledRaster(
      grid: raster, lattice: lattice, reader: reader, cache: cache, keyPrefix: keyPrefix, geoKeys: geoKeys)
  }

  /// Reads the samples of a window in metres, NaN for voids and missing tiles.
  ///
  /// Columns wrap around the Earth if the grid does; samples beyond its ends are void.
  /// - Throws: ``SkiError`` when a tile can't be read.
  /// - Complexity: O(*n*) in the samples, and the decoding of tiles that are not cached.
  /// - Precondition: `metres.count == window.count`
  func read(_ window: RasterWindow, into metres: UnsafeMutableBufferPointer<Float>) throws {
    let all = grid.samples.columns
    guard grid.wraps, window.column < 0 || window.column + window.columns > all else {
      return try raster(of: window).read(RasterWindow(size: window), into: metres)
    }
    var at = window.column
    while at < window.column + window.columns {
      let turn = (at >= 0 ? at / all : (at + 1) / all - 1) * all
      let end = min(window.column + window.columns, turn + all)
      let part = RasterWindow(column: at - turn, row: window.row, columns: end - at, rows: window.rows)
      try withUnsafeTemporaryAllocation(of: Float.self, capacity: part.count) { heights in
        heights.initialize(repeating: .nan)
        try raster(of: part).read(RasterWindow(size: part), into: heights)
        for row in 0..<part.rows {
          for column in 0..<part.columns {
            metres[row * window.columns + at - window.column + column] = heights[row * part.columns + column]
          }
        }
      }
      at = end
    }
  }
}

extension RasterWindow {
  /// Creates a window of another's size at the origin.
  fileprivate init(size other: RasterWindow) {
    self.init(column: 0, row: 0, columns: other.columns, rows: other.rows)
  }
}
