import SkiBase
import SkiGraph
import SkiSystem

/// The projection of many near coordinates to world units, with the numbers of ``WorldProjection`` in a tenth of its
/// time.
///
/// Within a band of latitude, the row is a polynomial of degree 4 around the middle of the band: the derivatives of the
/// inverse Gudermannian function. Between 75° south and north the rest of the series is below 10⁻⁵ world units; within
/// 10⁻³ of where rounding changes, and outside, the row is computed by ``WorldProjection``.
struct MercatorRows {
  /// The binary logarithm of a band's height in 1e-7 degrees: a twentieth of a degree.
  private static let shift: Int32 = 19
  private static let slack = 1e-3

  private var band = Int32.min
  /// The coefficients of the powers of the distance from the middle of the band, in 1e-7 degrees.
  private var coefficients = (0.0, 0.0, 0.0, 0.0, 0.0)

  /// Returns the row of a latitude. Complexity: O(1).
  @inline(__always)
  mutating func y(latitudeE7: Int32) -> Int32 {
    if latitudeE7 >> Self.shift != band { enter(latitudeE7 >> Self.shift) }
    let away = Double(latitudeE7 &- (band << Self.shift &+ 1 << (Self.shift - 1)))
    let (a, b, c, d, e) = coefficients
    let row = a + away * (b + away * (c + away * (d + away * e)))
    // Rows are positive.
    let whole = Int(row)
    let share = row - Double(whole)
    guard abs(share - 0.5) > Self.slack else { return WorldProjection.y(latitudeE7: latitudeE7) }
    return Int32(truncatingIfNeeded: whole &+ (share > 0.5 ? 1 : 0) &- 2_147_483_648)
  }

  @inline(never)
  private mutating func enter(_ next: Int32) {
    band = next
    let middle = Double(next << Self.shift &+ 1 << (Self.shift - 1)) / 1e7
    guard abs(middle) < 75 else {
      // A share that is never accepted.
      coefficients = (0.5, 0, 0, 0, 0)
      return
    }
    let step = Double.pi / 180 / 1e7
    let (tangent, secant) = (tan(middle * .pi / 180), 1 / cos(middle * .pi / 180))
    let (t2, s2) = (tangent * tangent, secant * secant)
    // World units for a radian at the equator, southwards.
    let scale = -4_294_967_296 / (2 * Double.pi)
    coefficients = (
      TileAddress.share(ofLatitude: middle) * 4_294_967_296, scale * secant * step,
      scale * secant * tangent / 2 * step * step,
      scale * secant * (s2 + t2) / 6 * step * step * step,
      scale * secant * tangent * (5 * s2 + t2) / 24 * step * step * step * step
    )
  }

  /// Returns a coordinate in 1e-7 degrees as a vertex. Complexity: O(1).
  @inline(__always)
  mutating func vertex(_ latitudeE7: Int32, _ longitudeE7: Int32) -> WorldVertex {
    WorldVertex(x: WorldProjection.x(longitudeE7: longitudeE7), y: y(latitudeE7: latitudeE7))
  }

  /// Returns a point of a graph as a vertex. Complexity: O(1).
  mutating func vertex(_ place: FixedCoordinate) -> WorldVertex {
    vertex(place.latitudeE7, place.longitudeE7)
  }

  /// Returns the box around points of a graph: that of their extreme coordinates, since the projection is monotonic.
  /// - Complexity: O(*n*) in the points.
  mutating func box(_ graph: RoutingGraph, _ points: Range<Int>) -> WorldBox {
    guard !points.isEmpty else { return .empty }
    let (south, north) = Self.extremes(graph.storage.pointLatitude, points)
    let (west, east) = Self.extremes(graph.storage.pointLongitude, points)
    return WorldBox(
      west: WorldProjection.x(longitudeE7: west), north: y(latitudeE7: north),
      east: WorldProjection.x(longitudeE7: east), south: y(latitudeE7: south))
  }

  private static func extremes(_ row: SectionRow<Int32>, _ points: Range<Int>) -> (Int32, Int32) {
    precondition(points.lowerBound >= 0 && points.upperBound <= row.count, "points are outside their section")
    // The check above proves that the positions lie in the section.
    let numbers = row.unchecked
    var (low, high) = (Int32.max, Int32.min)
    for point in points {
      low = min(low, numbers[point])
      high = max(high, numbers[point])
    }
    return (low, high)
  }
}
