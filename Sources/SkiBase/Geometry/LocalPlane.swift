import SkiSystem

/// A local equirectangular plane around an origin, in metres east and north of it.
///
/// The scale is that of the origin: within 50 km distances are within 1 % of the ellipsoidal ones, and adjacent
/// features stay adjacent.
package struct LocalPlane: Sendable, Hashable {
  /// The coordinate at (0, 0).
  package let origin: Coordinate
  /// The metres per degree at the origin.
  package let scale: LocalScale

  /// Creates the plane of an origin.
  package init(at origin: Coordinate) {
    self.origin = origin
    scale = LocalScale(latitude: origin.latitude)
  }

  /// Returns the offset of a coordinate from the origin in metres (east, north), across the antimeridian where that is
  /// shorter.
  @inlinable
  @inline(__always)
  package func metres(_ place: Coordinate) -> SIMD2<Double> {
    SIMD2(
      shortestLongitudeDifference(origin.longitude, place.longitude) * scale.metresPerDegreeLongitude,
      (place.latitude - origin.latitude) * scale.metresPerDegreeLatitude)
  }

  /// Returns the coordinate at an offset from the origin in metres (east, north); latitudes are clamped to the poles.
  package func coordinate(_ metres: SIMD2<Double>) -> Coordinate {
    Coordinate(
      latitude: max(-90, min(90, origin.latitude + metres.y / scale.metresPerDegreeLatitude)),
      longitude: normalizedLongitude(origin.longitude + metres.x / scale.metresPerDegreeLongitude))
  }
}

/// The mean radius of the Earth in metres (IUGG R1), for spherical distances.
public let earthMeanRadiusMetres = 6_371_008.8

extension Coordinate {
  /// Returns the great-circle distance to another coordinate, in metres.
  ///
  /// The error against the ellipsoidal distance is at most 0.6 %; reported lengths use PROJ's geodesics instead.
  /// **Source:** haversine formula, Sinnott 1984, "Virtues of the haversine".
  public func distanceMetres(to other: Coordinate) -> Double {
    let degree = Double.pi / 180
    let sinLatitude = sin((other.latitude - latitude) * degree / 2)
    let sinLongitude = sin((other.longitude - longitude) * degree / 2)
    let h =
      sinLatitude * sinLatitude
      + cos(latitude * degree) * cos(other.latitude * degree) * sinLongitude * sinLongitude
    return 2 * earthMeanRadiusMetres * asin(min(1, h.squareRoot()))
  }

  /// Returns the initial bearing towards another coordinate, in degrees clockwise from true north, 0..<360.
  ///
  /// It is that of the great circle on the sphere, 0 between equal coordinates.
  public func bearingDegrees(to other: Coordinate) -> Double {
    let degree = Double.pi / 180
    let deltaLongitude = (other.longitude - longitude) * degree
    let y = sin(deltaLongitude) * cos(other.latitude * degree)
    let x =
      cos(latitude * degree) * sin(other.latitude * degree)
      - sin(latitude * degree) * cos(other.latitude * degree) * cos(deltaLongitude)
    let bearing = atan2(y, x) / degree
    let turned = bearing < 0 ? bearing + 360 : bearing
    return turned < 360 ? turned : 0  // a hair west of north rounds up to a full turn
  }
}

/// The metres per degree at one latitude of the WGS 84 ellipsoid, for planar distances over short ranges.
///
/// Within 5 km of the latitude the error of distances is at most 0.1 %.
/// **Source:** radii of curvature in the meridian and the prime vertical (Snyder 1987, p. 25).
package struct LocalScale: Sendable, Hashable {
  /// The length of one degree of latitude, in metres.
  package let metresPerDegreeLatitude: Double
  /// The length of one degree of longitude, in metres.
  package let metresPerDegreeLongitude: Double

  /// Creates the scale of a latitude in degrees.
  package init(latitude: Double) {
    let phi = latitude * Double.pi / 180
    let semiMajor = 6_378_137.0
    let eccentricitySquared = 0.006_694_379_990_141_316
    let sine = sin(phi)
    let w = 1 - eccentricitySquared * sine * sine
    let meridian = semiMajor * (1 - eccentricitySquared) / (w * w.squareRoot())
    let primeVertical = semiMajor / w.squareRoot()
    metresPerDegreeLatitude = meridian * Double.pi / 180
    metresPerDegreeLongitude = max(1e-9, primeVertical * cos(phi) * Double.pi / 180)
  }

  /// Returns the planar distance between two coordinates in metres, across the antimeridian where that is shorter.
  package func distanceMetres(_ a: Coordinate, _ b: Coordinate) -> Double {
    let dx = shortestLongitudeDifference(a.longitude, b.longitude) * metresPerDegreeLongitude
    let dy = (b.latitude - a.latitude) * metresPerDegreeLatitude
    return (dx * dx + dy * dy).squareRoot()
  }
}

/// Returns the shortest difference `to − from` of two longitudes within −180...180, in degrees, positive eastwards.
@inlinable
public func shortestLongitudeDifference(_ from: Double, _ to: Double) -> Double {
  let difference = to - from
  if difference > 180 { return difference - 360 }
  if difference < -180 { return difference + 360 }
  return difference
}
