import SkiTerrain

/// The filling of a tile's voids with elevations interpolated from the surroundings.
///
/// Viewers decode an elevation tile's colours regardless of opacity, and a browser's canvas turns transparent pixels
/// black, which in Terrarium is 32,768 m below the sea. A void therefore takes the mean of the elevations in the
/// smallest surrounding square that has any, smoothed across squares. A filled value depends on its position in the
/// world alone, so adjacent tiles match in voids too.
/// **Source:** the pull-push algorithm, Gortler, Grzeszczuk, Szeliski and Cohen 1996, "The Lumigraph".
struct VoidFilling {
  let raster: any ElevationRaster
  /// The number of pixels along each side of a tile: a power of two.
  let side: Int

  /// Returns the elevations of a tile in metres, rows from the north, without voids; nil when it has none.
  /// - Throws: ``SkiError`` when the raster can't be read.
  /// - Complexity: O(pixels) of the tile, of nine tiles where voids are as large as it.
  /// - Precondition: The window is a tile: its column and row are multiples of `side`.
  func elevations(of window: RasterWindow) throws -> [Float]? {
    precondition(
      window.columns == side && window.rows == side && window.column % side == 0 && window.row % side == 0,
      "a tile of \(side) must be filled as a whole, got \(window)")
    let known = try read(window)
    guard known.contains(where: \.isNaN) else { return known }
    guard known.contains(where: { !$0.isNaN }) else { return nil }
    return try filled(window)
  }

  /// Fills voids from the lowest pyramid level without voids around the tile, or from the highest level.
  private func filled(_ window: RasterWindow) throws -> [Float] {
    let last = side.trailingZeroBitCount
    for level in [3, 5, 7, last] where level <= last {
      let reach = 1 << level
      let wide = RasterWindow(
        column: window.column - reach, row: window.row - reach, columns: side + 2 * reach,
        rows: side + 2 * reach)
      var squares = [ElevationSquares(side: wide.columns, elevations: try read(wide))]
      for _ in 0..<level { squares.append(squares[squares.count - 1].pulled()) }
      if level < last, squares[level].elevations.contains(where: \.isNaN) { continue }
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

/// A square of elevations, NaN for voids, at one level of a pyramid of means.
private struct ElevationSquares {
  let side: Int
  var elevations: [Float]

  /// Returns the next level: the mean of the known elevations of each two by two pixels.
  func pulled() -> ElevationSquares {
    let half = side / 2
    var means = [Float](repeating: .nan, count: half * half)
    for row in 0..<half {
      for column in 0..<half {
        var (sum, count) = (Float(0), Float(0))
        for at in [0, 1, side, side + 1] {
          let height = elevations[2 * row * side + 2 * column + at]
          if !height.isNaN { (sum, count) = (sum + height, count + 1) }
        }
        if count > 0 { means[row * half + column] = sum / count }
      }
    }
    return ElevationSquares(side: half, elevations: means)
  }

  /// Fills voids from the next level, bilinearly between its known squares.
  mutating func push(_ above: ElevationSquares) {
    for row in 0..<side {
      for column in 0..<side where elevations[row * side + column].isNaN {
        elevations[row * side + column] = above.between(column, row)
      }
    }
  }

  /// Returns the interpolated elevation at a pixel of the level below.
  private func between(_ column: Int, _ row: Int) -> Float {
    // Bilinear weights at a quarter of the distance: along each axis the own square counts 3, its neighbour 1.
    let (x, y) = (column / 2, row / 2)
    let (besideX, besideY) = (x + (column % 2 == 0 ? -1 : 1), y + (row % 2 == 0 ? -1 : 1))
    var (sum, weights) = (Float(0), Float(0))
    for (column, row, weight) in [
      (x, y, Float(9)), (besideX, y, 3), (x, besideY, 3), (besideX, besideY, 1),
    ] where (0..<side).contains(column) && (0..<side).contains(row) {
      let height = elevations[row * side + column]
      if !height.isNaN { (sum, weights) = (sum + weight * height, weights + weight) }
    }
    return weights > 0 ? sum / weights : .nan
  }

  /// Returns an inner square as rows from the north.
  func inner(from start: Int, count: Int) -> [Float] {
    (start..<start + count).flatMap { row in elevations[row * side + start..<row * side + start + count] }
  }
}
