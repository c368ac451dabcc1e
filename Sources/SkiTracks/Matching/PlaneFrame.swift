import SkiGeo

/// A flat plane over one region: metres east and north of its middle.
///
/// A value. One scale for the whole region: at 50 km from the middle, distances are within 1 % of the truth, and since map
/// and fixes lie in the same plane, a fix is as near to its line as on the ground.
struct PlaneFrame: Sendable, Hashable {
  let origin: Coordinate
  let scale: LocalScale

  init(origin: Coordinate) {
    self.origin = origin
    scale = LocalScale(latitude: origin.latitude)
  }

  /// Returns metres east and north; longitudes are taken the short way round.
  @inline(__always)
  func place(_ coordinate: Coordinate) -> SIMD2<Float> {
    SIMD2(
      Float(
        shortestLongitudeDifference(origin.longitude, coordinate.longitude) * scale.metresPerDegreeLongitude),
      Float((coordinate.latitude - origin.latitude) * scale.metresPerDegreeLatitude))
  }

  /// Returns the coordinate of a place in the plane.
  func coordinate(_ place: SIMD2<Float>) -> Coordinate {
    let east = origin.longitude + Double(place.x) / scale.metresPerDegreeLongitude
    return Coordinate(
      latitude: max(-90, min(90, origin.latitude + Double(place.y) / scale.metresPerDegreeLatitude)),
      longitude: east > 180 ? east - 360 : east < -180 ? east + 360 : east)
  }
}
