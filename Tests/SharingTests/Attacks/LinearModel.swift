/// A linear estimate of a position by least squares.
struct LinearModel {
  private var matrix: [[Double]] = []
  private var east: [Double] = []
  private var north: [Double] = []

  /// Learns from values whose position is known.
  mutating func learn(_ values: [Double], _ spot: Spot) {
    if matrix.isEmpty {
      let zeros = Array(repeating: 0.0, count: values.count)
      (matrix, east, north) = (values.map { _ in zeros }, zeros, zeros)
    }
    for (row, value) in values.enumerated() {
      for (column, other) in values.enumerated() { matrix[row][column] += value * other }
      east[row] += value * spot.east
      north[row] += value * spot.north
    }
  }

  /// Solves the normal equations with a small ridge, by elimination; the sums become the coefficients.
  mutating func solve() {
    for row in matrix.indices { matrix[row][row] += 1e-6 }
    for pivot in matrix.indices {
      let scale = matrix[pivot][pivot]
      for row in matrix.indices where row != pivot {
        let factor = matrix[row][pivot] / scale
        for column in matrix.indices { matrix[row][column] -= factor * matrix[pivot][column] }
        east[row] -= factor * east[pivot]
        north[row] -= factor * north[pivot]
      }
    }
    for row in matrix.indices {
      east[row] /= matrix[row][row]
      north[row] /= matrix[row][row]
    }
  }

  func estimate(_ values: [Double]) -> Spot {
    func sum(_ coefficients: [Double]) -> Double { zip(coefficients, values).reduce(0) { $0 + $1.0 * $1.1 } }
    return Spot(east: sum(east), north: sum(north))
  }
}
