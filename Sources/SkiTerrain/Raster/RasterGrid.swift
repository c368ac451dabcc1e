/// The grid of a raster's samples: columns from west to east, rows from north to south.
///
/// Sample (0, 0) is the north-western one. Positions are in samples, so that sample (c, r) is at position (c, r),
/// whether the file defines pixels as areas or points.
package struct RasterGrid: Sendable, Hashable {
  /// The number of samples from west to east, positive.
  package let columns: Int
  /// The number of samples from north to south, positive.
  package let rows: Int
  /// The reference system of x and y.
  package let reference: ReferenceSystem
  /// The x of column 0, in units of the reference system.
  package let originX: Double
  /// The y of row 0, in units of the reference system.
  package let originY: Double
  /// The distance between columns, in units of the reference system; positive.
  package let stepX: Double
  /// The distance between rows, southwards, in units of the reference system; positive.
  package let stepY: Double

  /// Creates a grid.
  /// - Precondition: There are at least one column and row, the origin is finite, steps are positive and finite.
  package init(
    columns: Int, rows: Int, reference: ReferenceSystem, originX: Double, originY: Double, stepX: Double,
    stepY: Double
  ) {
    precondition(columns > 0 && rows > 0, "grid must have samples, got \(columns) × \(rows)")
    precondition(originX.isFinite && originY.isFinite, "origin must be finite, got \(originX), \(originY)")
    precondition(
      stepX > 0 && stepY > 0 && stepX.isFinite && stepY.isFinite,
      "steps must be positive, got \(stepX), \(stepY)")
    self.columns = columns
    self.rows = rows
    self.reference = reference
    self.originX = originX
    self.originY = originY
    self.stepX = stepX
    self.stepY = stepY
  }

  /// Returns the x of a column in units of the reference system; columns may be fractional or outside the grid.
  package func x(ofColumn column: Double) -> Double { originX + column * stepX }

  /// Returns the y of a row in units of the reference system; rows may be fractional or outside the grid.
  package func y(ofRow row: Double) -> Double { originY - row * stepY }

  /// Returns the columns and rows of the grid within a window; both are empty when they do not intersect.
  func overlap(with window: RasterWindow) -> (columns: Range<Int>, rows: Range<Int>) {
    let columns = (window.column..<window.column + window.columns).clamped(to: 0..<self.columns)
    let rows = (window.row..<window.row + window.rows).clamped(to: 0..<self.rows)
    return columns.isEmpty || rows.isEmpty ? (0..<0, 0..<0) : (columns, rows)
  }

  /// The window of all samples.
  package var window: RasterWindow { RasterWindow(column: 0, row: 0, columns: columns, rows: rows) }
}
