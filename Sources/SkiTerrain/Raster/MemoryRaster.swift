package import SkiBase

/// A raster held in memory, for small areas, tests and heights from elsewhere.
package struct MemoryRaster: ElevationRaster {
  package let grid: RasterGrid
  package let verticalDatum: VerticalDatum
  package let names: [String]
  /// The heights in metres, NaN for a void; rows from the north, `count == grid.columns * grid.rows`.
  package let elevationsMetres: [Float]

  /// Creates a raster from heights in metres.
  /// - Precondition: There is one height for each sample of the grid.
  package init(
    grid: RasterGrid, elevationsMetres: [Float], verticalDatum: VerticalDatum = .unstated,
    name: String = "memory"
  ) {
    precondition(
      elevationsMetres.count == grid.columns * grid.rows,
      "elevations must fill the grid, got \(elevationsMetres.count) for \(grid.columns) × \(grid.rows)")
    self.grid = grid
    self.elevationsMetres = elevationsMetres
    self.verticalDatum = verticalDatum
    names = [name]
  }

  package var blockColumns: Int { grid.columns }
  package var blockRows: Int { max(1, min(grid.rows, 1 << 16 / grid.columns)) }

  package func read(_ window: RasterWindow, into target: UnsafeMutableBufferPointer<Float>) throws(SkiError) {
    precondition(
      target.count == window.count, "memory must fit the window, got \(target.count) for \(window.count)")
    let inside = grid.overlap(with: window)
    elevationsMetres.withUnsafeBufferPointer { heights in
      for row in 0..<window.rows {
        let line = UnsafeMutableBufferPointer(
          rebasing: target[row * window.columns..<(row + 1) * window.columns])
        let from = window.row + row
        guard inside.rows.contains(from) else {
          line.update(repeating: .nan)
          continue
        }
        let columns = inside.columns.lowerBound - window.column..<inside.columns.upperBound - window.column
        let start = from * grid.columns + inside.columns.lowerBound
        line[..<columns.lowerBound].update(repeating: .nan)
        _ = line[columns].update(fromContentsOf: heights[start..<start + columns.count])
        line[columns.upperBound...].update(repeating: .nan)
      }
    }
  }
}
