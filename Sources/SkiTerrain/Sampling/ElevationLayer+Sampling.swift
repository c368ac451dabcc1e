import SkiBase

extension ElevationLayer {
  /// The number of coordinates transformed at once.
  static let blockCount = 512

  /// Writes the heights at coordinates, NaN where the layer has none.
  /// - Throws: ``SkiError`` when a tile can't be read.
  /// - Complexity: O(*n*), and the decoding of tiles that are not cached.
  /// - Precondition: There are as many heights as coordinates.
  func sample(
    _ places: UnsafeBufferPointer<Coordinate>, _ sampling: Sampling,
    into metres: UnsafeMutableBufferPointer<Double>, _ cursor: inout Cursor
  ) throws {
    precondition(places.count == metres.count, "\(metres.count) elevations for \(places.count) coordinates")
    guard places.count < TileGrouping.leastCount else {
      return try sampleByTile(places, sampling, into: metres, &cursor)
    }
    if let base = metres.baseAddress { try sampleInOrder(places, sampling, into: base, &cursor) }
  }

  /// Writes the heights at coordinates, NaN where the layer has none, in their order.
  func sampleInOrder(
    _ places: UnsafeBufferPointer<Coordinate>, _ sampling: Sampling,
    into metres: UnsafeMutablePointer<Double>, _ cursor: inout Cursor
  ) throws {
    try withPositions(of: places) { xs, ys, start, count in
      try fill(SamplingRun(xs: xs, ys: ys, metres: metres + start, count: count), sampling, &cursor)
    }
  }

  /// Calls a closure with the grid positions of coordinates, up to ``blockCount`` at a time.
  func withPositions(
    of places: UnsafeBufferPointer<Coordinate>,
    _ body: (UnsafePointer<Double>, UnsafePointer<Double>, _ start: Int, _ count: Int) throws -> Void
  ) throws {
    guard let base = places.baseAddress, !places.isEmpty else { return }
    let size = min(places.count, Self.blockCount)
    try withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * size) { memory in
      guard let xs = memory.baseAddress else { return }
      for start in stride(from: 0, to: places.count, by: size) {
        let count = min(size, places.count - start)
        try grid.positions(of: base + start, count: count, xs: xs, ys: xs + size)
        try body(xs, xs + size, start, count)
      }
    }
  }

  /// Writes the heights at positions in their order.
  func fill(_ run: SamplingRun, _ sampling: Sampling, _ cursor: inout Cursor) throws(SkiError) {
    var index = 0
    while index < run.count {
      let (x, y) = (run.xs[index], run.ys[index])
      guard x >= -1, y >= -1, x <= Double(grid.samples.columns), y <= Double(grid.samples.rows) else {
        run.metres[index] = .nan
        index += 1
        continue
      }
      let shift = sampling == .nearest ? 0.5 : 0
      let column = Int((x + shift).rounded(.down)) / grid.spanColumns
      let row = Int((y + shift).rounded(.down)) / grid.spanRows
      let start = index
      if let tile = try tile(column: column, row: row, &cursor) {
        index = tile.fill(
          run, from: start, column: column * grid.spanColumns, row: row * grid.spanRows, sampling)
      }
      if index == start {
        run.metres[index] = try elevation(x: x, y: y, sampling, &cursor)
        index += 1
      }
    }
  }

  /// Returns the height at one position from single samples, which may be in different tiles; NaN where there is none.
  func elevation(x: Double, y: Double, _ sampling: Sampling, _ cursor: inout Cursor) throws(SkiError)
    -> Double
  {
    switch sampling {
    case .nearest:
      return try node(Int((x + 0.5).rounded(.down)), Int((y + 0.5).rounded(.down)), &cursor)
    case .bilinear: return try bilinearElevation(x, y, &cursor)
    case .bicubic:
      let height = try bicubicElevation(x, y, &cursor)
      return height.isNaN ? try bilinearElevation(x, y, &cursor) : height
    }
  }

  /// Interpolates bilinearly, without the samples of zero weight.
  private func bilinearElevation(_ x: Double, _ y: Double, _ cursor: inout Cursor) throws(SkiError) -> Double
  {
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let (fx, fy) = (x - left, y - top)
    let (column, row) = (Int(left), Int(top))
    let nw = try node(column, row, &cursor)
    let ne = fx > 0 ? try node(column + 1, row, &cursor) : nw
    guard fy > 0 else { return nw * (1 - fx) + ne * fx }
    let sw = try node(column, row + 1, &cursor)
    let se = fx > 0 ? try node(column + 1, row + 1, &cursor) : sw
    return bilinear(nw, ne, sw, se, fx: fx, fy: fy)
  }

  private func bicubicElevation(_ x: Double, _ y: Double, _ cursor: inout Cursor) throws(SkiError) -> Double {
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    var lines = (SIMD4<Double>(), SIMD4<Double>(), SIMD4<Double>(), SIMD4<Double>())
    for column in 0..<4 {
      lines.0[column] = try node(Int(left) + column - 1, Int(top) - 1, &cursor)
      lines.1[column] = try node(Int(left) + column - 1, Int(top), &cursor)
      lines.2[column] = try node(Int(left) + column - 1, Int(top) + 1, &cursor)
      lines.3[column] = try node(Int(left) + column - 1, Int(top) + 2, &cursor)
    }
    return Cubic.blend(lines.0, lines.1, lines.2, lines.3, fx: x - left, fy: y - top)
  }
}
