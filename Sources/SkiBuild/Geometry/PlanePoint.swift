import SkiSystem

/// A point in a group's projection, in metres east and north of its centre.
package struct PlanePoint: Hashable, Sendable {
  var x: Double
  var y: Double

  /// Returns the distance to another point, in metres.
  func distanceMetres(to other: PlanePoint) -> Double { hypot(other.x - x, other.y - y) }

  /// Returns the squared distance to another point, in square metres.
  func squareMetres(to other: PlanePoint) -> Double {
    let (dx, dy) = (other.x - x, other.y - y)
    return dx * dx + dy * dy
  }

  /// Returns the point at a fraction of the segment to another.
  func towards(_ other: PlanePoint, _ fraction: Double) -> PlanePoint {
    PlanePoint(x: x + (other.x - x) * fraction, y: y + (other.y - y) * fraction)
  }

  /// Returns the fraction 0...1 of the segment from `a` to `b` that is nearest.
  func nearestFraction(from a: PlanePoint, to b: PlanePoint) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let square = dx * dx + dy * dy
    guard square > 0 else { return 0 }
    return min(1, max(0, ((x - a.x) * dx + (y - a.y) * dy) / square))
  }
}

/// A box in a group's projection, in metres.
struct PlaneBox: Hashable, Sendable {
  var minX: Double
  var minY: Double
  var maxX: Double
  var maxY: Double

  /// Creates the box around points, grown on all sides; the centre of the projection when there are none.
  init(_ points: some Collection<PlanePoint>, grownBy metres: Double = 0) {
    let first = points.first ?? PlanePoint(x: 0, y: 0)
    self.init(first, grownBy: metres)
    for point in points.dropFirst() {
      minX = min(minX, point.x - metres)
      minY = min(minY, point.y - metres)
      maxX = max(maxX, point.x + metres)
      maxY = max(maxY, point.y + metres)
    }
  }

  /// Creates the box around a point, grown on all sides.
  init(_ point: PlanePoint, grownBy metres: Double = 0) {
    (minX, minY) = (point.x - metres, point.y - metres)
    (maxX, maxY) = (point.x + metres, point.y + metres)
  }
}

extension PlaneBox {
  /// Returns the box grown on all sides.
  func grown(by metres: Double) -> PlaneBox {
    var box = self
    box.minX -= metres
    box.minY -= metres
    box.maxX += metres
    box.maxY += metres
    return box
  }
}
