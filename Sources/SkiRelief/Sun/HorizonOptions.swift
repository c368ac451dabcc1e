/// How far and how finely the horizon of a place is looked for.
///
/// A value; `Sendable`.
package struct HorizonOptions: Sendable, Hashable {
  /// Directions looked in, evenly around; between them the horizon is straight.
  package var azimuthCount: Int
  /// How far rays are followed, metres.
  package var reachMetres: Double
  /// The eye's height above the ground, metres.
  package var eyeMetres: Double
  /// The height no mountain beyond the model's end exceeds, metres above mean sea level.
  package var highestElevationMetres: Double

  /// From one sample of a ray to the next, as a part of the distance from the eye: a 45° slope between two is missed by a
  /// seventh of a degree at most.
  static let stepPerDistance = 0.005

  /// Makes options.
  /// - Precondition: 4 to 3,600 directions, a reach of more than 0 and at most 200 km, an eye at or above the ground.
  package init(
    azimuthCount: Int = 360, reachMetres: Double = 30_000, eyeMetres: Double = 1.5,
    highestElevationMetres: Double = 8849
  ) {
    precondition((4...3600).contains(azimuthCount), "directions must be 4 to 3,600, got \(azimuthCount)")
    precondition(reachMetres > 0 && reachMetres <= 200_000, "reach must be 0 to 200 km, got \(reachMetres)")
    precondition(eyeMetres >= 0 && eyeMetres.isFinite, "eye must not be below the ground, got \(eyeMetres)")
    precondition(
      highestElevationMetres.isFinite, "highest elevation must be finite, got \(highestElevationMetres)")
    self.azimuthCount = azimuthCount
    self.reachMetres = reachMetres
    self.eyeMetres = eyeMetres
    self.highestElevationMetres = highestElevationMetres
  }
}
