/// The plane that touches the Earth at one place: metres east and north of it.
///
/// One scale for the whole plane: 50 km from the origin distances are within 1 % of the truth, and what lies side by side on the ground
/// lies so in the plane. A value; `Sendable`.
package struct LocalPlane: Sendable, Hashable {
  /// Where it touches.
  package let origin: Coordinate
  /// Metres to a degree at the origin.
  package let scale: LocalScale

  /// Lays the plane at a place.
  package init(at origin: Coordinate) {
    self.origin = origin
    scale = LocalScale(latitude: origin.latitude)
  }

  /// Returns metres east and north of the origin; longitudes are taken the short way round.
  @inlinable
  @inline(__always)
  package func metres(_ place: Coordinate) -> SIMD2<Double> {
    SIMD2(
      shortestLongitudeDifference(origin.longitude, place.longitude) * scale.metresPerDegreeLongitude,
      (place.latitude - origin.latitude) * scale.metresPerDegreeLatitude)
  }

  /// Returns the place some metres east and north of the origin, never beyond a pole.
  package func coordinate(_ metres: SIMD2<Double>) -> Coordinate {
    Coordinate(
      latitude: max(-90, min(90, origin.latitude + metres.y / scale.metresPerDegreeLatitude)),
      longitude: turnedLongitude(origin.longitude + metres.x / scale.metresPerDegreeLongitude))
  }
}
