/// Where the sun, or another far light, stands in the sky of a place.
///
/// A value; `Sendable`.
package struct SunDirection: Sendable, Hashable {
  /// Degrees clockwise from true north: 90 is east, 180 south.
  package var azimuthDegrees: Double
  /// Degrees above the level plane of the place, −90...90; negative below it.
  package var altitudeDegrees: Double

  /// Makes a direction.
  package init(azimuthDegrees: Double, altitudeDegrees: Double) {
    self.azimuthDegrees = azimuthDegrees
    self.altitudeDegrees = altitudeDegrees
  }
}
