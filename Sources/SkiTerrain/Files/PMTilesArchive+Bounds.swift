import SkiBase

extension PMTilesArchive {
  /// Returns the bounds of the tiles of a zoom, or nil when it has none.
  ///
  /// - Complexity: O(*p* log *n*) in the tiles along the edges of the coverage: quadrants that can't widen the bounds
  ///   are skipped.
  func tileBounds(zoom: Int) throws -> TileBounds? {
    var bounds: TileBounds?
    var squares: [(zoom: Int, column: Int, row: Int)] = [(0, 0, 0)]
    while let square = squares.popLast() {
      let side = 1 << (zoom - square.zoom)
      let (left, top) = (square.column * side, square.row * side)
      if let bounds, bounds.columns.contains(left), bounds.columns.contains(left + side - 1),
        bounds.rows.contains(top), bounds.rows.contains(top + side - 1)
      {
        continue
      }
      guard try hasTiles(in: square, zoom: zoom) else { continue }
      if side == 1 {
        bounds = bounds.map {
          TileBounds(
            columns: min($0.columns.lowerBound, left)...max($0.columns.upperBound, left),
            rows: min($0.rows.lowerBound, top)...max($0.rows.upperBound, top))
        }
        bounds = bounds ?? TileBounds(columns: left...left, rows: top...top)
      } else {
        for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
          squares.append((square.zoom + 1, 2 * square.column + x, 2 * square.row + y))
        }
      }
    }
    return bounds
  }

  /// Returns whether a zoom has tiles within a tile of a lower zoom, which are contiguous along the Hilbert curve.
  private func hasTiles(in square: (zoom: Int, column: Int, row: Int), zoom: Int) throws -> Bool {
    let along =
      TileID(zoom: square.zoom, column: square.column, row: square.row).number
      - TileID.first(zoom: square.zoom).number
    let count = UInt64(1) << UInt64(2 * (zoom - square.zoom))
    let start = TileID.first(zoom: zoom).number + along * count
    guard let found = try firstTile(from: TileID(start)) else { return false }
    return found.tile.number < start + count
  }
}
