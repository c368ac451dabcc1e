/// Grid positions and the buffer of their heights; borrowed memory of equal counts.
struct SamplingRun {
  let xs: UnsafePointer<Double>
  let ys: UnsafePointer<Double>
  /// The heights in metres, NaN for none.
  let metres: UnsafeMutablePointer<Double>
  let count: Int
}

extension ElevationTile {
  /// Writes heights from a position on, as long as all samples they need are in this tile and none is void.
  ///
  /// - Parameters:
  ///   - column, row: The grid position of the tile's first sample.
  /// - Returns: The first position that was not written.
  /// - Complexity: O(*n*) in the positions written; without allocation, locks or reference counting.
  func fill(
    _ run: SamplingRun, from start: Int, column: Int, row: Int, _ sampling: Sampling
  ) -> Int {
    switch samples {
    case .metres(let heights):
      return heights.withUnsafeBufferPointer { fill(run, start, column, row, sampling, $0.baseAddress) }
    case .wholeMetres(let heights):
      return heights.withUnsafeBufferPointer { fill(run, start, column, row, sampling, $0.baseAddress) }
    }
  }

  @inline(__always)
  private func fill<Stored: TileElevation>(
    _ run: SamplingRun, _ start: Int, _ column: Int, _ row: Int, _ sampling: Sampling,
    _ heights: UnsafePointer<Stored>?
  ) -> Int {
    guard let heights else { return start }
    let (x, y) = (Double(column), Double(row))
    switch sampling {
    case .nearest: return fillNearest(run, start, x, y, heights)
    case .bilinear: return fillBilinear(run, start, x, y, heights)
    case .bicubic: return fillBicubic(run, start, x, y, heights)
    }
  }

  @inline(__always)
  private func fillNearest<Stored: TileElevation>(
    _ run: SamplingRun, _ start: Int, _ x: Double, _ y: Double, _ heights: UnsafePointer<Stored>
  ) -> Int {
    let (width, endX, endY) = (columns, Double(columns), Double(rows))
    var index = start
    while index < run.count {
      let (u, v) = (run.xs[index] - x + 0.5, run.ys[index] - y + 0.5)
      guard u >= 0, u < endX, v >= 0, v < endY else { return index }
      let height = heights[Int(v) &* width &+ Int(u)].heightMetres
      guard !height.isNaN else { return index }
      run.metres[index] = height
      index &+= 1
    }
    return index
  }

  @inline(__always)
  private func fillBilinear<Stored: TileElevation>(
    _ run: SamplingRun, _ start: Int, _ x: Double, _ y: Double, _ heights: UnsafePointer<Stored>
  ) -> Int {
    let (width, endX, endY) = (columns, Double(columns - 1), Double(rows - 1))
    var index = start
    while index < run.count {
      let (u, v) = (run.xs[index] - x, run.ys[index] - y)
      guard u >= 0, u < endX, v >= 0, v < endY else { return index }
      let (column, row) = (Int(u), Int(v))
      let cell = heights + (row &* width &+ column)
      let height = bilinear(
        cell[0].heightMetres, cell[1].heightMetres, cell[width].heightMetres, cell[width &+ 1].heightMetres,
        fx: u - Double(column), fy: v - Double(row))
      guard !height.isNaN else { return index }
      run.metres[index] = height
      index &+= 1
    }
    return index
  }

  @inline(__always)
  private func fillBicubic<Stored: TileElevation>(
    _ run: SamplingRun, _ start: Int, _ x: Double, _ y: Double, _ heights: UnsafePointer<Stored>
  ) -> Int {
    let (width, endX, endY) = (columns, Double(columns - 2), Double(rows - 2))
    var index = start
    while index < run.count {
      let (u, v) = (run.xs[index] - x, run.ys[index] - y)
      guard u >= 1, u < endX, v >= 1, v < endY else { return index }
      let (column, row) = (Int(u), Int(v))
      let cell = heights + ((row &- 1) &* width &+ column &- 1)
      let height = Cubic.blend(
        four(cell), four(cell + width), four(cell + 2 &* width), four(cell + 3 &* width),
        fx: u - Double(column), fy: v - Double(row))
      guard !height.isNaN else { return index }
      run.metres[index] = height
      index &+= 1
    }
    return index
  }

  @inline(__always)
  private func four<Stored: TileElevation>(_ row: UnsafePointer<Stored>) -> SIMD4<Double> {
    SIMD4(row[0].heightMetres, row[1].heightMetres, row[2].heightMetres, row[3].heightMetres)
  }
}
