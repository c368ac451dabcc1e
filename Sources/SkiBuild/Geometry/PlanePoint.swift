import Glibc

/// A point of a group's flat map, metres east and north of its centre.
package struct PlanePoint: Hashable, Sendable {
  var x: Double
  var y: Double

  /// The distance to another point, metres.
  func distanceMetres(to other: PlanePoint) -> Double { hypot(other.x - x, other.y - y) }

  /// The point a fraction of the way towards another.
  func towards(_ other: PlanePoint, _ fraction: Double) -> PlanePoint {
    PlanePoint(x: x + (other.x - x) * fraction, y: y + (other.y - y) * fraction)
  }

  /// Which part of the way from `a` to `b` lies nearest: 0...1.
  func nearestFraction(from a: PlanePoint, to b: PlanePoint) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let square = dx * dx + dy * dy
    guard square > 0 else { return 0 }
    return min(1, max(0, ((x - a.x) * dx + (y - a.y) * dy) / square))
  }
}

/// A box of a group's flat map, metres.
struct PlaneBox: Hashable, Sendable {
  var minX: Double
  var minY: Double
  var maxX: Double
  var maxY: Double

  /// Makes the box around some points, grown on all sides; a box around nothing holds only the centre.
  init(_ points: [PlanePoint], grownBy metres: Double = 0) {
    minX = (points.lazy.map(\.x).min() ?? 0) - metres
    minY = (points.lazy.map(\.y).min() ?? 0) - metres
    maxX = (points.lazy.map(\.x).max() ?? 0) + metres
    maxY = (points.lazy.map(\.y).max() ?? 0) + metres
  }
}
