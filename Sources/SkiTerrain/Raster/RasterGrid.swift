package import SkiProjection

/// Where the samples of a raster lie on the Earth: columns from west to east, rows from north to south.
///
/// A value; `Sendable`. Sample (column 0, row 0) is the north-western one; positions are counted in samples, so that
/// sample (c, r) lies at position (c, r), whatever the file says about pixels as areas or points.
public struct RasterGrid: Sendable, Hashable {
  /// Samples from west to east.
  public let columns: Int
  /// Samples from north to south.
  public let rows: Int
  /// What x and y mean.
  package let reference: ReferenceSystem
  /// x of the samples of column 0, in units of the reference system.
  public let originX: Double
  /// y of the samples of row 0, in units of the reference system.
  public let originY: Double
  /// From one column to the next, units of the reference system, positive.
  public let stepX: Double
  /// From one row to the next southwards, units of the reference system, positive.
  public let stepY: Double

  /// Makes a grid.
  /// - Precondition: at least one column and row, finite origin, steps positive and finite.
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

  /// Returns x of a column, in units of the reference system.
  public func x(ofColumn column: Double) -> Double { originX + column * stepX }

  /// Returns y of a row, in units of the reference system.
  public func y(ofRow row: Double) -> Double { originY - row * stepY }

  /// The part of a window that lies on the grid, as columns and rows of the grid; both are empty when none does.
  func overlap(with window: RasterWindow) -> (columns: Range<Int>, rows: Range<Int>) {
    let columns = (window.column..<window.column + window.columns).clamped(to: 0..<self.columns)
    let rows = (window.row..<window.row + window.rows).clamped(to: 0..<self.rows)
    return columns.isEmpty || rows.isEmpty ? (0..<0, 0..<0) : (columns, rows)
  }

  /// All samples.
  public var window: RasterWindow { RasterWindow(column: 0, row: 0, columns: columns, rows: rows) }
}
