/// The size of a square grid of cells around the middle of a tile.
struct CellGrid<Scalar: BinaryFloatingPoint & SIMDScalar & Sendable>: Sendable, Hashable {
  /// Cells along each side.
  let side: Int
  /// Metres along each side of a cell.
  let cellMetres: Scalar

  /// How many cells there are.
  var count: Int { side * side }
  /// Metres from the middle to each side.
  var halfMetres: Scalar { Scalar(side) * cellMetres / 2 }

  /// Returns the column and row of a place; those of the nearest cell for one outside.
  @inline(__always)
  func cell(_ place: SIMD2<Scalar>) -> (column: Int, row: Int) {
    let at = (place + halfMetres) / cellMetres
    return (min(side - 1, max(0, Int(at.x))), min(side - 1, max(0, Int(at.y))))
  }

  /// Returns where a place lies among the cells, in the order of rows.
  @inline(__always)
  func position(_ place: SIMD2<Scalar>) -> Int {
    let (column, row) = cell(place)
    return row * side + column
  }
}

extension CellGrid {
  /// Makes the least grid that reaches so many metres to each side.
  init(withinMetres metres: Double, cellMetres: Scalar) {
    self.init(side: max(1, Int((2 * metres / Double(cellMetres)).rounded(.up))), cellMetres: cellMetres)
  }
}

extension CellGrid<Double> {
  /// Hands over each cell a line passes, some of them twice; what lies outside is cut off first.
  /// - Complexity: O(side), however long the line.
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

  /// The shares of a line between which it lies in the grid; nil when it doesn't, or isn't made of numbers.
  ///
  /// **Source:** Liang and Barsky 1984.
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
