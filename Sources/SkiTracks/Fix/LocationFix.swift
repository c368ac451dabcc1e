public import SkiGeo

/// One report of a positioning receiver: where a traveller was at a moment, and how sure that is.
///
/// A value. The fields mean what CoreLocation's mean, but what isn't known is nil, never a negative number. Accuracies are
/// the radius that holds the truth with 68 %.
public struct LocationFix: Hashable, Sendable, Codable {
  /// Where; WGS 84 degrees. Not checked here: filters judge it.
  public var coordinate: Coordinate
  /// Metres above mean sea level, as the receiver or its barometer says.
  public var elevationMetres: Double?
  /// How far the place may be off, metres on the map.
  public var horizontalAccuracyMetres: Double?
  /// How far the elevation may be off, metres.
  public var verticalAccuracyMetres: Double?
  /// The direction of travel, degrees clockwise from true north, 0..<360.
  public var courseDegrees: Double?
  /// How far the course may be off, degrees.
  public var courseAccuracyDegrees: Double?
  /// Metres per second over the ground.
  public var speedMetresPerSecond: Double?
  /// How far the speed may be off, metres per second.
  public var speedAccuracyMetresPerSecond: Double?
  /// When the position was taken (not when it was received).
  public var time: UniversalTime
  /// The number the sender gave it, growing by one each; nil where senders don't number.
  public var sequence: UInt64?

  /// Makes a fix of a place and a moment.
  public init(
    _ coordinate: Coordinate, time: UniversalTime, elevationMetres: Double? = nil,
    horizontalAccuracyMetres: Double? = nil
  ) {
    self.coordinate = coordinate
    self.time = time
    self.elevationMetres = elevationMetres
    self.horizontalAccuracyMetres = horizontalAccuracyMetres
  }
}
