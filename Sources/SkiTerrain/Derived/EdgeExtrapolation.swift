/// The linear extrapolation of elevations beyond the outer edge of a raster, from the two outermost samples.
enum EdgeExtrapolation {
  /// Fills the samples one beyond the grid in a window, first along rows, then along columns.
  ///
  /// Columns that wrap around the Earth keep their elevations. A sample stays NaN where one of the two outermost
  /// samples is a void, and where the grid has only one row or column.
  /// - Complexity: O(*rows* + *columns*) of the window.
  /// - Precondition: The window reaches at most one sample beyond the grid.
  static func fill(_ heights: UnsafeMutablePointer<Float>, _ window: RasterWindow, in grid: RasterGrid) {
    let stride = window.columns
    let rows = max(0, -window.row)..<min(window.rows, grid.rows - window.row)
    if window.columns > 2, grid.columns > 1 {
      for row in rows {
        let line = heights + row * stride
        if window.column < 0, line[0].isNaN { line[0] = 2 * line[1] - line[2] }
        if window.column + window.columns > grid.columns, line[stride - 1].isNaN {
          line[stride - 1] = 2 * line[stride - 2] - line[stride - 3]
        }
      }
    }
    guard window.rows > 2, grid.rows > 1 else { return }
    let last = heights + (window.rows - 1) * stride
    for column in 0..<stride {
      if window.row < 0 { heights[column] = 2 * heights[stride + column] - heights[2 * stride + column] }
      if window.row + window.rows > grid.rows {
        last[column] = 2 * last[column - stride] - last[column - 2 * stride]
      }
    }
  }
}
