extension Coordinate {
  /// Returns the place a share of the way to another, 0...1: straight in degrees, longitudes the short way round.
  /// - Complexity: O(1).
  package func towards(_ other: Coordinate, _ share: Double) -> Coordinate {
    Coordinate(
      // Rounding may lead a hair beyond the pole.
      latitude: max(-90, min(90, latitude + (other.latitude - latitude) * share)),
      longitude: turnedLongitude(longitude + shortestLongitudeDifference(longitude, other.longitude) * share))
  }
}

/// Returns a longitude that lies less than a turn beyond ±180 degrees as one within.
package func turnedLongitude(_ degrees: Double) -> Double {
  degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
}
