/// The blocks that cover a window, numbered by rows from the north-west.
struct BlockPlan: Sendable {
  /// The greatest size of a block.
  let largest: RasterWindow
  /// The number of blocks.
  let count: Int
  private let area: RasterWindow
  /// The number of blocks side by side.
  let across: Int

  /// Creates the blocks of a size in a window.
  /// - Precondition: The size is positive.
  init(_ area: RasterWindow, columns: Int, rows: Int) {
    precondition(columns > 0 && rows > 0, "blocks must have a size, got \(columns) × \(rows)")
    self.area = area
    largest = RasterWindow(column: 0, row: 0, columns: min(columns, area.columns), rows: min(rows, area.rows))
    across = (area.columns + columns - 1) / columns
    count = across * ((area.rows + rows - 1) / rows)
  }

  /// Returns the window of a block; those at the eastern and southern edge are smaller.
  func window(of index: Int) -> RasterWindow {
    let column = index % across * largest.columns
    let row = index / across * largest.rows
    return RasterWindow(
      column: area.column + column, row: area.row + row, columns: min(largest.columns, area.columns - column),
      rows: min(largest.rows, area.rows - row))
  }
}
