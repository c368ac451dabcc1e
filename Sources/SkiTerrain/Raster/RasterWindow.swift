/// A rectangle of samples, which may extend beyond the raster.
///
/// The buffer of a window holds its rows from the north, each from the west: `count == columns * rows`.
package struct RasterWindow: Sendable, Hashable {
  /// The westernmost column; negative when the window starts outside.
  package var column: Int
  /// The northernmost row; negative when the window starts outside.
  package var row: Int
  /// The number of samples from west to east, not negative.
  package var columns: Int
  /// The number of samples from north to south, not negative.
  package var rows: Int

  /// Creates a window from its north-western sample and its size in samples.
  /// - Precondition: `columns` and `rows` are not negative.
  package init(column: Int, row: Int, columns: Int, rows: Int) {
    precondition(columns >= 0 && rows >= 0, "window must have a size, got \(columns) × \(rows)")
    self.column = column
    self.row = row
    self.columns = columns
    self.rows = rows
  }

  /// The number of samples in the window.
  package var count: Int { columns * rows }

  /// Returns the window extended by a number of samples on every side.
  /// - Precondition: A negative number, which shrinks the window, leaves no negative size.
  package func grown(by samples: Int) -> RasterWindow {
    RasterWindow(
      column: column - samples, row: row - samples, columns: columns + 2 * samples, rows: rows + 2 * samples)
  }
}
