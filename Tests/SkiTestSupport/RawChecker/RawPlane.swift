import Foundation

// The checker shares no code with the product: this geometry is deliberately its own.

/// A vertex as a raw file has it.
package struct RawVertex: Sendable, Hashable {
  /// Degrees east, WGS 84.
  package var longitude: Double
  /// Degrees north, WGS 84.
  package var latitude: Double
  /// Metres; nil when missing or implausible.
  package var elevation: Double?

  /// Creates a vertex; an elevation outside −500...9000 m counts as missing.
  package init(longitude: Double, latitude: Double, elevation: Double? = nil) {
    self.longitude = longitude
    self.latitude = latitude
    self.elevation = elevation.flatMap { (-500...9000).contains($0) ? $0 : nil }
  }

  /// Indicates whether the vertex lies on the Earth.
  var isOnEarth: Bool { abs(longitude) <= 180 && abs(latitude) <= 90 }
}

/// Returns the metres in a degree of latitude and of longitude on the WGS 84 ellipsoid.
private func metresPerDegree(latitude: Double) -> (east: Double, north: Double) {
  let sine = sin(latitude * .pi / 180)
  let equator = 6_378_137.0
  let flattening = 1 / 298.257_223_563
  let e2 = flattening * (2 - flattening)
  let root = (1 - e2 * sine * sine).squareRoot()
  let degree = Double.pi / 180
  return (
    equator / root * cos(latitude * .pi / 180) * degree,
    equator * (1 - e2) / (root * root * root) * degree
  )
}

/// Returns the horizontal distance in metres on the ellipsoid, good to a millionth below 10 km.
package func rawDistanceMetres(_ a: RawVertex, _ b: RawVertex) -> Double {
  let scale = metresPerDegree(latitude: (a.latitude + b.latitude) / 2)
  let east = (b.longitude - a.longitude) * scale.east
  let north = (b.latitude - a.latitude) * scale.north
  return (east * east + north * north).squareRoot()
}

/// A flat map of one area in metres, for distances only; straight lines stay straight.
struct RawPlane: Sendable {
  let origin: RawVertex
  let metresEast: Double
  let metresNorth: Double

  init(around origin: RawVertex) {
    self.origin = origin
    let scale = metresPerDegree(latitude: origin.latitude)
    metresEast = scale.east
    metresNorth = scale.north
  }

  func point(_ vertex: RawVertex) -> SIMD2<Double> {
    SIMD2(
      (vertex.longitude - origin.longitude) * metresEast,
      (vertex.latitude - origin.latitude) * metresNorth)
  }

  func vertex(_ point: SIMD2<Double>) -> RawVertex {
    RawVertex(
      longitude: origin.longitude + point.x / metresEast, latitude: origin.latitude + point.y / metresNorth)
  }
}

func length(_ v: SIMD2<Double>) -> Double { (v.x * v.x + v.y * v.y).squareRoot() }

/// Returns the distance of a point from a segment, and the fraction of the segment nearest to it.
func nearest(
  _ p: SIMD2<Double>, on a: SIMD2<Double>, _ b: SIMD2<Double>
) -> (distance: Double, fraction: Double) {
  let d = b - a
  let squared = d.x * d.x + d.y * d.y
  let along = (p - a) * d
  let fraction = squared > 0 ? min(1, max(0, (along.x + along.y) / squared)) : 0
  return (length(p - (a + d * fraction)), fraction)
}

/// Returns whether a point is inside a closed ring, by the even-odd rule.
func isInside(_ p: SIMD2<Double>, ring: [SIMD2<Double>]) -> Bool {
  var inside = false
  guard var previous = ring.last else { return false }
  for current in ring {
    if (current.y > p.y) != (previous.y > p.y) {
      let x = (previous.x - current.x) * (p.y - current.y) / (previous.y - current.y) + current.x
      if p.x < x { inside.toggle() }
    }
    previous = current
  }
  return inside
}
