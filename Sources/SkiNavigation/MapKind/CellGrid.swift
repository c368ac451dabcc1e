/// A square grid of cells, centred on a tile.
struct CellGrid<Scalar: BinaryFloatingPoint & SIMDScalar & Sendable>: Sendable, Hashable {
  /// The number of cells along each side.
  let side: Int
  /// The side of a cell, in metres.
  let cellMetres: Scalar

  /// The number of cells.
  var count: Int { side * side }
  /// The distance from the centre to each side, in metres.
  var halfMetres: Scalar { Scalar(side) * cellMetres / 2 }

  /// Returns the column and row of a position; those of the nearest cell for one outside.
  @inline(__always)
  func cell(_ place: SIMD2<Scalar>) -> (column: Int, row: Int) {
    let at = (place + halfMetres) / cellMetres
    return (min(side - 1, max(0, Int(at.x))), min(side - 1, max(0, Int(at.y))))
  }

  /// Returns the index of a position's cell, in row order.
  @inline(__always)
  func position(_ place: SIMD2<Scalar>) -> Int {
    let (column, row) = cell(place)
    return row * side + column
  }
}

extension CellGrid {
  /// Creates the smallest grid that extends some metres from its centre to each side.
  init(withinMetres metres: Double, cellMetres: Scalar) {
    self.init(side: max(1, Int((2 * metres / Double(cellMetres)).rounded(.up))), cellMetres: cellMetres)
  }
}

extension CellGrid<Double> {
  /// Calls a function with each cell a line crosses, some of them twice, clipped to the grid.
  /// - Complexity: O(side).
  @inline(__always)
  func visit(_ start: SIMD2<Double>, _ end: SIMD2<Double>, _ body: (_ cell: Int, _ share: Double) -> Void) {
    guard let part = clipped(start, end) else { return }
    let along = end - start
    let length = (along * along).sum().squareRoot() * (part.upperBound - part.lowerBound)
    let steps = max(1, Int((length / cellMetres * 2).rounded(.up)))
    var step = 0
    while step <= steps {
      let share = part.lowerBound + (part.upperBound - part.lowerBound) * Double(step) / Double(steps)
      body(position(start + along * share), share)
      step += 1
    }
  }

  /// Returns the parameters between which a line is inside the grid; nil when it is outside or not finite.
  ///
  /// **Source:** Liang and Barsky 1984, "A new concept and method for line clipping".
  private func clipped(_ start: SIMD2<Double>, _ end: SIMD2<Double>) -> ClosedRange<Double>? {
    let along = end - start
    guard along.x.isFinite, along.y.isFinite else { return nil }
    var (low, high) = (0.0, 1.0)
    for axis in 0..<2 {
      if along[axis] == 0 {
        guard abs(start[axis]) < halfMetres else { return nil }
        continue
      }
      let (a, b) = ((-halfMetres - start[axis]) / along[axis], (halfMetres - start[axis]) / along[axis])
      low = max(low, min(a, b))
      high = min(high, max(a, b))
    }
    return low <= high ? low...high : nil
  }
}
