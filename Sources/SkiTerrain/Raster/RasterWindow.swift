/// A rectangle of samples within a raster, or reaching beyond it.
///
/// A value; `Sendable`. Memory for a window holds its rows one after the other from the north, each from the west:
/// `count == columns * rows`.
public struct RasterWindow: Sendable, Hashable {
  /// The westernmost column; negative when the window begins outside.
  public var column: Int
  /// The northernmost row; negative when the window begins outside.
  public var row: Int
  /// Samples from west to east.
  public var columns: Int
  /// Samples from north to south.
  public var rows: Int

  /// Makes a window.
  /// - Precondition: sizes are not negative.
  public init(column: Int, row: Int, columns: Int, rows: Int) {
    precondition(columns >= 0 && rows >= 0, "window must have a size, got \(columns) × \(rows)")
    self.column = column
    self.row = row
    self.columns = columns
    self.rows = rows
  }

  /// Samples in the window.
  public var count: Int { columns * rows }

  /// Returns the window grown by some samples on every side.
  public func grown(by samples: Int) -> RasterWindow {
    RasterWindow(
      column: column - samples, row: row - samples, columns: columns + 2 * samples, rows: rows + 2 * samples)
  }
}
