import SkiBase

extension ElevationLayer {
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
