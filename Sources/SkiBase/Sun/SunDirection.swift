/// The direction of the sun, or another light at infinity, in horizontal coordinates.
package struct SunDirection: Sendable, Hashable {
  /// The azimuth in degrees clockwise from true north: 90 is east, 180 south.
  package var azimuthDegrees: Double
  /// The altitude in degrees above the horizontal plane, −90...90; negative below it.
  package var altitudeDegrees: Double

  /// Creates a direction from its angles in degrees.
  package init(azimuthDegrees: Double, altitudeDegrees: Double) {
    self.azimuthDegrees = azimuthDegrees
    self.altitudeDegrees = altitudeDegrees
  }
}
