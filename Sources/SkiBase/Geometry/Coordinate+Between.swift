extension Coordinate {
  /// Returns the coordinate interpolated linearly in degrees towards another, across the antimeridian where that is
  /// shorter.
  /// - Parameter share: The fraction of the distance, 0...1.
  package func towards(_ other: Coordinate, _ share: Double) -> Coordinate {
    Coordinate(
      // Rounding may exceed the pole by one unit in the last place.
      latitude: max(-90, min(90, latitude + (other.latitude - latitude) * share)),
      longitude: normalizedLongitude(
        longitude + shortestLongitudeDifference(longitude, other.longitude) * share))
  }
}

/// Returns a longitude of −540...540 degrees normalised to −180...180.
package func normalizedLongitude(_ degrees: Double) -> Double {
  degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
}
