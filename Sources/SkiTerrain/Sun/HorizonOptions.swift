/// The resolution and extent of the computation of a horizon.
///
/// A value; `Sendable`.
package struct HorizonOptions: Sendable, Hashable {
  /// The number of evenly spaced azimuths; between them the horizon is interpolated linearly.
  package var azimuthCount: Int
  /// The length of rays, in metres.
  package var reachMetres: Double
  /// The height of the eye above the ground, in metres.
  package var observerMetres: Double
  /// The greatest elevation of terrain outside the model, in metres above mean sea level.
  package var highestElevationMetres: Double

  /// The step between samples of a ray as a fraction of the distance from the eye: a 45° slope between two samples is
  /// missed by at most a seventh of a degree.
  static let stepPerDistance = 0.005

  /// Creates options.
  /// - Precondition: 4 to 3,600 azimuths, a reach of more than 0 and at most 200 km, an eye at or above the ground.
  package init(
    azimuthCount: Int = 360, reachMetres: Double = 30_000, observerMetres: Double = 1.5,
    highestElevationMetres: Double = 8849
  ) {
    precondition((4...3600).contains(azimuthCount), "directions must be 4 to 3,600, got \(azimuthCount)")
    precondition(reachMetres > 0 && reachMetres <= 200_000, "reach must be 0 to 200 km, got \(reachMetres)")
    precondition(
      observerMetres >= 0 && observerMetres.isFinite,
      "eye must not be below the ground, got \(observerMetres)")
    precondition(
      highestElevationMetres.isFinite, "highest elevation must be finite, got \(highestElevationMetres)")
    self.azimuthCount = azimuthCount
    self.reachMetres = reachMetres
    self.observerMetres = observerMetres
    self.highestElevationMetres = highestElevationMetres
  }
}
