public import SkiBase

extension LocationFix {
  /// Creates a fix from the values of a receiver that reports unknown values as negative numbers, as CoreLocation does.
  ///
  /// Values that are not finite are unknown too. Accuracies are radii of 68 % probability.
  /// - Parameters:
  ///   - coordinate: The coordinate in degrees (WGS 84).
  ///   - time: The time of the position.
  ///   - horizontalAccuracy: The accuracy of the position in metres; negative when the position is invalid.
  ///   - altitude: The elevation in metres above mean sea level.
  ///   - verticalAccuracy: The accuracy of the elevation in metres; negative or 0 when it is invalid.
  ///   - speed: The speed in metres per second; negative when unknown.
  ///   - speedAccuracy: The accuracy of the speed in metres per second; negative when unknown.
  ///   - course: The bearing of travel in degrees clockwise from true north; negative when unknown.
  ///   - courseAccuracy: The accuracy of the course in degrees; negative when unknown.
  /// - Throws: ``FixRejection`` `.invalidAccuracy` when `horizontalAccuracy` is negative or not finite.
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
