/// The terrain interpolated from elevations around it.
///
/// **Source:** inverse distance weighting, Shepard 1968, of the residuals of a least-squares plane.
struct InterpolatedTerrain: Sendable {
  private let known: [PointElevation]
  private let middle: PointElevation
  private let slope: (x: Double, y: Double)
  private let left: [Double]

  /// Creates the interpolation; returns nil without any elevation. Complexity: O(*k*).
  init?(_ known: [PointElevation]) {
    guard !known.isEmpty else { return nil }
    let count = Double(known.count)
    let middle = PointElevation(
      point: PlanePoint(
        x: known.reduce(0) { $0 + $1.point.x } / count, y: known.reduce(0) { $0 + $1.point.y } / count),
      metres: known.reduce(0) { $0 + $1.metres } / count)
    var (xx, xy, yy, xz, yz) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for height in known {
      let (x, y) = (height.point.x - middle.point.x, height.point.y - middle.point.y)
      let z = height.metres - middle.metres
      xx += x * x
      xy += x * y
      yy += y * y
      xz += x * z
      yz += y * z
    }
    // Regularises the plane, since elevations along a straight line determine no slope across it.
    let stiff = 1 + 0.001 * (xx + yy)
    let determinant = (xx + stiff) * (yy + stiff) - xy * xy
    let slope = (
      x: (xz * (yy + stiff) - yz * xy) / determinant, y: (yz * (xx + stiff) - xz * xy) / determinant
    )
    self.known = known
    self.middle = middle
    self.slope = slope
    left = known.map {
      $0.metres - middle.metres - slope.x * ($0.point.x - middle.point.x)
        - slope.y * ($0.point.y - middle.point.y)
    }
  }

  /// The gradient of the plane, as a ratio.
  var gradient: Double { (slope.x * slope.x + slope.y * slope.y).squareRoot() }

  /// Returns the elevation at a point in metres above mean sea level. Complexity: O(*k*).
  func elevation(_ point: PlanePoint) -> Double {
    var (sum, weights) = (0.0, 0.0)
    for (height, rest) in zip(known, left) {
      let (dx, dy) = (height.point.x - point.x, height.point.y - point.y)
      let weight = 1 / (dx * dx + dy * dy + 1)
      sum += weight * rest
      weights += weight
    }
    return middle.metres + slope.x * (point.x - middle.point.x) + slope.y * (point.y - middle.point.y)
      + sum / weights
  }
}
