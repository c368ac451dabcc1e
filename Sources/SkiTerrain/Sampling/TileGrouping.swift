/// Working memory for the sampling of many positions in many tiles, whatever their order.
///
/// The tiles of positions are numbered, and positions sorted by them with a counting sort; borrowed memory for up to
/// ``greatestCount`` positions.
struct TileGrouping {
  /// The number of positions from which sorting is tried.
  static let leastCount = 256
  /// The number of positions sorted at once.
  static let greatestCount = 1 << 17
  /// The number of positions sampled in their order before sorting is tried again.
  static let orderedCount = 1 << 12
  /// The mean number of positions of a tile from which sorting is faster.
  static let leastMean = 4
  /// The tile of positions without one.
  static let none = UInt32.max

  /// The positions in their order.
  let xs: UnsafeMutablePointer<Double>
  let ys: UnsafeMutablePointer<Double>
  /// The positions and heights by tile.
  let sortedXs: UnsafeMutablePointer<Double>
  let sortedYs: UnsafeMutablePointer<Double>
  let heights: UnsafeMutablePointer<Double>
  /// The column and row of the tile of each position; the columns become the numbers of tiles.
  let columns: UnsafeMutablePointer<UInt32>
  let rows: UnsafeMutablePointer<UInt32>
  /// The index of each sorted position.
  let order: UnsafeMutablePointer<UInt32>
  /// The end of each tile in the sorted positions.
  let ends: UnsafeMutablePointer<UInt32>
  /// The room of `ends`.
  let tileLimit: Int

  /// Calls a closure with memory for a number of positions.
  static func with<Result>(_ count: Int, _ body: (TileGrouping) throws -> Result) rethrows -> Result {
    let tileLimit = count / leastMean
    return try withUnsafeTemporaryAllocation(of: Double.self, capacity: 5 * count) { numbers in
      try withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 3 * count + tileLimit) { indices in
        guard let numbers = numbers.baseAddress, let indices = indices.baseAddress else {
          preconditionFailure("memory for \(count) positions has no address")
        }
        return try body(
          TileGrouping(
            xs: numbers, ys: numbers + count, sortedXs: numbers + 2 * count, sortedYs: numbers + 3 * count,
            heights: numbers + 4 * count, columns: indices, rows: indices + count, order: indices + 2 * count,
            ends: indices + 3 * count, tileLimit: tileLimit))
      }
    }
  }

  /// The tiles of positions.
  struct Extent {
    var columns = (least: UInt32.max, greatest: UInt32(0))
    var rows = (least: UInt32.max, greatest: UInt32(0))
    /// The number of successive positions in different tiles.
    var changes = 0

    /// Returns whether a number of positions change their tile so often that sorting is faster.
    func isScattered(_ count: Int) -> Bool { changes * 8 >= count }

    /// The number of tiles from the least to the greatest column.
    var width: Int { Int(columns.greatest) - Int(columns.least) + 1 }
    /// The number of tiles of the extent; 0 without positions.
    var tileCount: Int {
      columns.least > columns.greatest ? 0 : width * (Int(rows.greatest) - Int(rows.least) + 1)
    }
  }

  /// Finds the tile of each of the first positions.
  func assign(_ count: Int, _ grid: ElevationGrid, _ sampling: Sampling) -> Extent {
    let shift = sampling == .nearest ? 0.5 : 0
    let (endX, endY) = (Double(grid.samples.columns), Double(grid.samples.rows))
    let (spanX, spanY) = (Double(grid.spanColumns), Double(grid.spanRows))
    var extent = Extent()
    var (lastColumn, lastRow) = (Self.none, Self.none)
    for index in 0..<count {
      let (x, y) = (xs[index], ys[index])
      guard x >= -1, y >= -1, x <= endX, y <= endY else {
        columns[index] = Self.none
        continue
      }
      // Quotients of integers below 2⁵³, so the rounding of the division reaches no integer above.
      let column = UInt32(max(0, Self.floor(x + shift)) / spanX)
      let row = UInt32(max(0, Self.floor(y + shift)) / spanY)
      (columns[index], rows[index]) = (column, row)
      extent.changes &+= column != lastColumn || row != lastRow ? 1 : 0
      (lastColumn, lastRow) = (column, row)
      extent.columns = (min(extent.columns.least, column), max(extent.columns.greatest, column))
      extent.rows = (min(extent.rows.least, row), max(extent.rows.greatest, row))
    }
    return extent
  }

  /// Returns the greatest integer up to a number that is −1 or more, without a call of the mathematics library.
  @inline(__always)
  private static func floor(_ number: Double) -> Double {
    let whole = Double(Int(number))
    return number < whole ? whole - 1 : whole
  }

  /// Numbers the tiles of the extent row by row, and counts the positions of each in `ends`.
  /// - Precondition: `extent.tileCount <= tileLimit`
  func number(_ count: Int, _ extent: Extent) {
    let width = UInt32(extent.width)
    for tile in 0..<extent.tileCount { ends[tile] = 0 }
    for index in 0..<count where columns[index] != Self.none {
      let tile = (rows[index] &- extent.rows.least) &* width &+ columns[index] &- extent.columns.least
      columns[index] = tile
      ends[Int(tile)] &+= 1
    }
  }

  /// Sorts the first positions by tile after ``number(_:_:)``; those without one are left out.
  func sort(_ count: Int, _ extent: Extent) {
    var start: UInt32 = 0
    for tile in 0..<extent.tileCount {
      let number = ends[tile]
      ends[tile] = start
      start &+= number
    }
    // Each start moves to the end of its tile.
    for index in 0..<count where columns[index] != Self.none {
      let tile = Int(columns[index])
      let place = Int(ends[tile])
      ends[tile] &+= 1
      order[place] = UInt32(truncatingIfNeeded: index)
      (sortedXs[place], sortedYs[place]) = (xs[index], ys[index])
    }
  }
}
