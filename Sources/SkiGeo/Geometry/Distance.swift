#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// The mean radius of the Earth in metres (IUGG R1), for spherical distances.
public let earthMeanRadiusMetres = 6_371_008.8

extension Coordinate {
  /// Returns the great-circle distance to another place, in metres.
  ///
  /// Good to 0.5 % of the ellipsoidal distance; reported lengths come from PROJ's geodesics instead.
  /// **Source:** haversine formula, Sinnott 1984.
  /// - Complexity: O(1).
  public func distanceMetres(to other: Coordinate) -> Double {
    let degree = Double.pi / 180
    let sinLatitude = sin((other.latitude - latitude) * degree / 2)
    let sinLongitude = sin((other.longitude - longitude) * degree / 2)
    let h =
      sinLatitude * sinLatitude
      + cos(latitude * degree) * cos(other.latitude * degree) * sinLongitude * sinLongitude
    return 2 * earthMeanRadiusMetres * asin(min(1, h.squareRoot()))
  }

  /// Returns the initial bearing towards another place, degrees clockwise from true north, 0..<360.
  /// - Complexity: O(1).
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

/// Metres per degree around one latitude of the WGS 84 ellipsoid: a flat map for short distances.
///
/// Within 5 km of the latitude distances are good to 0.1 %. A value; `Sendable`.
/// **Source:** radii of curvature in the meridian and the prime vertical (Snyder 1987, p. 25).
package struct LocalScale: Sendable, Hashable {
  /// Metres to one degree of latitude.
  package let metresPerDegreeLatitude: Double
  /// Metres to one degree of longitude.
  package let metresPerDegreeLongitude: Double

  /// Makes the scale for a latitude in degrees.
  package init(latitude: Double) {
    let phi = latitude * Double.pi / 180
    let semiMajor = 6_378_137.0
    let eccentricitySquared = 0.006_694_379_990_141_316
    let w = 1 - eccentricitySquared * sin(phi) * sin(phi)
    let meridian = semiMajor * (1 - eccentricitySquared) / (w * w.squareRoot())
    let primeVertical = semiMajor / w.squareRoot()
    metresPerDegreeLatitude = meridian * Double.pi / 180
    metresPerDegreeLongitude = max(1e-9, primeVertical * cos(phi) * Double.pi / 180)
  }

  /// Returns the flat distance between two near places, in metres; longitudes are taken the short way round.
  package func distanceMetres(_ a: Coordinate, _ b: Coordinate) -> Double {
    let dx = shortestLongitudeDifference(a.longitude, b.longitude) * metresPerDegreeLongitude
    let dy = (b.latitude - a.latitude) * metresPerDegreeLatitude
    return (dx * dx + dy * dy).squareRoot()
  }
}

/// Returns `to − from` in degrees of longitude, the short way round: −180...180.
@inlinable
public func shortestLongitudeDifference(_ from: Double, _ to: Double) -> Double {
  let difference = to - from
  if difference > 180 { return difference - 360 }
  if difference < -180 { return difference + 360 }
  return difference
}
