import SkiTerrain

/// A window of a raster in memory, on the grid of the whole raster; all outside the window is void.
struct WindowRaster: ElevationRaster {
  let grid: RasterGrid
  let verticalDatum: VerticalDatum
  let names: [String]
  /// The window in memory.
  let window: RasterWindow
  /// The elevations in metres, rows from the north; NaN for a void.
  let elevationsMetres: [Float]

  /// Creates a copy of a window of a raster.
  /// - Throws: As the raster's `read`.
  init(_ raster: any ElevationRaster, _ window: RasterWindow) throws {
    (grid, verticalDatum, names, self.window) = (raster.grid, raster.verticalDatum, raster.names, window)
    var heights = [Float](repeating: .nan, count: window.count)
    try heights.withUnsafeMutableBufferPointer { try raster.read(window, into: $0) }
    elevationsMetres = heights
  }

  var blockColumns: Int { max(1, window.columns) }
  var blockRows: Int { max(1, window.rows) }

  func read(_ wanted: RasterWindow, into target: UnsafeMutableBufferPointer<Float>) throws {
    for row in 0..<wanted.rows {
      for column in 0..<wanted.columns {
        let (x, y) = (wanted.column + column - window.column, wanted.row + row - window.row)
        let isHeld = x >= 0 && y >= 0 && x < window.columns && y < window.rows
        target[row * wanted.columns + column] = isHeld ? elevationsMetres[y * window.columns + x] : .nan
      }
    }
  }
}
