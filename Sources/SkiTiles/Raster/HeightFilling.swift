import SkiTerrain

/// Heights for every pixel of a tile, those of voids made from the heights around.
///
/// Viewers take the colours of a height tile for heights whatever their opacity is, and a browser's canvas makes black of
/// what is transparent: in Terrarium a void would be ground 32,768 m below the sea. A void therefore takes the mean of the
/// ground around it, of as small a square as has heights, smoothly from one square to the next. A filled height depends on
/// its place in the world alone, as known ones do, so that tiles meet without seams in voids too.
/// **Source:** the pull-push algorithm, Gortler and others, The Lumigraph, 1996.
struct HeightFilling {
  let raster: any ElevationRaster
  /// Pixels along each side of a tile: a power of two.
  let side: Int

  /// Returns the heights of a tile, rows from the north, without voids; nil when it has no heights at all.
  /// - Throws: as reading the raster.
  /// - Complexity: O(pixels) of the tile, of nine tiles where voids are as large as it.
  /// - Precondition: the window is a tile: its column and row are multiples of its side.
  func heights(of window: RasterWindow) throws -> [Float]? {
    precondition(
      window.columns == side && window.rows == side && window.column % side == 0 && window.row % side == 0,
      "a tile of \(side) must be filled as a whole, got \(window)")
    let known = try read(window)
    guard known.contains(where: \.isNaN) else { return known }
    guard known.contains(where: { !$0.isNaN }) else { return nil }
    return try filled(window)
  }

  /// Looks at larger and larger squares until each around the tile has heights, at the largest at those that have.
  private func filled(_ window: RasterWindow) throws -> [Float] {
    let last = side.trailingZeroBitCount
    for level in [3, 5, 7, last] where level <= last {
      let reach = 1 << level
      let wide = RasterWindow(
        column: window.column - reach, row: window.row - reach, columns: side + 2 * reach,
        rows: side + 2 * reach)
      var squares = [HeightSquares(side: wide.columns, heights: try read(wide))]
      for _ in 0..<level { squares.append(squares[squares.count - 1].pulled()) }
      if level < last, squares[level].heights.contains(where: \.isNaN) { continue }
      for finer in (0..<level).reversed() { squares[finer].push(squares[finer + 1]) }
      return squares[0].inner(from: reach, count: side)
    }
    return []
  }

  private func read(_ window: RasterWindow) throws -> [Float] {
    var heights = [Float](repeating: .nan, count: window.count)
    try heights.withUnsafeMutableBufferPointer { try raster.read(window, into: $0) }
    return heights
  }
}

/// A square of heights, NaN for voids, at one level of a pyramid of means.
private struct HeightSquares {
  let side: Int
  var heights: [Float]

  /// Returns the level above: the mean of the known ones of each two by two.
  func pulled() -> HeightSquares {
    let half = side / 2
    var means = [Float](repeating: .nan, count: half * half)
    for row in 0..<half {
      for column in 0..<half {
        var (sum, count) = (Float(0), Float(0))
        for at in [0, 1, side, side + 1] {
          let height = heights[2 * row * side + 2 * column + at]
          if !height.isNaN { (sum, count) = (sum + height, count + 1) }
        }
        if count > 0 { means[row * half + column] = sum / count }
      }
    }
    return HeightSquares(side: half, heights: means)
  }

  /// Fills voids from the level above, bilinear between those of its squares that have heights.
  mutating func push(_ above: HeightSquares) {
    for row in 0..<side {
      for column in 0..<side where heights[row * side + column].isNaN {
        heights[row * side + column] = above.between(column, row)
      }
    }
  }

  /// The height at the middle of a square of the level below.
  private func between(_ column: Int, _ row: Int) -> Float {
    // Of the two nearest squares of each direction the own one counts three times as much.
    let (x, y) = (column / 2, row / 2)
    let (besideX, besideY) = (x + (column % 2 == 0 ? -1 : 1), y + (row % 2 == 0 ? -1 : 1))
    var (sum, weights) = (Float(0), Float(0))
    for (column, row, weight) in [
      (x, y, Float(9)), (besideX, y, 3), (x, besideY, 3), (besideX, besideY, 1),
    ] where (0..<side).contains(column) && (0..<side).contains(row) {
      let height = heights[row * side + column]
      if !height.isNaN { (sum, weights) = (sum + weight * height, weights + weight) }
    }
    return weights > 0 ? sum / weights : .nan
  }

  /// Returns a square within, as rows from the north.
  func inner(from start: Int, count: Int) -> [Float] {
    (start..<start + count).flatMap { row in heights[row * side + start..<row * side + start + count] }
  }
}
