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
