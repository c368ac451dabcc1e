public import SkiGeo

extension LocationFix {
  /// Makes a fix of the numbers of a receiver that writes what it doesn't know as a negative number, as CoreLocation does.
  ///
  /// There a negative horizontal accuracy says that the coordinate is invalid, a negative vertical accuracy (or 0) that the
  /// altitude is, and a negative speed, course, or accuracy of them that the value is. What is no number is not known either.
  /// Accuracies are radii of 68 %.
  /// - Throws: ``FixRejection`` `.invalidAccuracy` when the receiver calls its own coordinate invalid.
  public init(
    _ coordinate: Coordinate, time: UniversalTime, horizontalAccuracy: Double, altitude: Double,
    verticalAccuracy: Double, speed: Double = -1, speedAccuracy: Double = -1, course: Double = -1,
    courseAccuracy: Double = -1
  ) throws(FixRejection) {
    guard let radius = Self.known(horizontalAccuracy) else { throw .invalidAccuracy }
    self.init(coordinate, time: time, horizontalAccuracyMetres: radius)
    if let vertical = Self.known(verticalAccuracy), vertical > 0, altitude.isFinite {
      elevationMetres = altitude
      verticalAccuracyMetres = vertical
    }
    speedMetresPerSecond = Self.known(speed)
    speedAccuracyMetresPerSecond = speedMetresPerSecond == nil ? nil : Self.known(speedAccuracy)
    courseDegrees = Self.known(course).map { $0.truncatingRemainder(dividingBy: 360) }
    courseAccuracyDegrees = courseDegrees == nil ? nil : Self.known(courseAccuracy)
  }

  private static func known(_ value: Double) -> Double? { value >= 0 && value.isFinite ? value : nil }
}
