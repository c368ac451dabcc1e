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
}
