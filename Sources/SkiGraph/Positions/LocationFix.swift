public import SkiBase

/// A report of a receiver: coordinate, time, elevation, speed and course with their accuracies.
///
/// The members have the meaning of CoreLocation's, but unknown values are nil, never negative. Accuracies are radii of
/// 68 % probability.
public struct LocationFix: Hashable, Sendable, Codable {
  /// The coordinate in degrees (WGS 84); not validated here, see `FixFilter`.
  public var coordinate: Coordinate
  /// The elevation in metres above mean sea level, from the receiver or its barometer; nil when unknown.
  public var elevationMetres: Double?
  /// The accuracy of the position, a radius in metres; nil when unknown.
  public var horizontalAccuracyMetres: Double?
  /// The accuracy of the elevation in metres; nil when unknown.
  public var verticalAccuracyMetres: Double?
  /// The bearing of travel in degrees clockwise from true north, 0..<360; nil when unknown.
  public var courseDegrees: Double?
  /// The accuracy of the course in degrees; nil when unknown.
  public var courseAccuracyDegrees: Double?
  /// The speed over ground in metres per second; nil when unknown.
  public var speedMetresPerSecond: Double?
  /// The accuracy of the speed in metres per second; nil when unknown.
  public var speedAccuracyMetresPerSecond: Double?
  /// The time of the position, not of its reception.
  public var time: UniversalTime
  /// The sequence number given by the sender, ascending by one; nil where the sender gives none.
  public var sequence: UInt64?

  /// Creates a fix from a coordinate and its time, with unknown speed and course.
  /// - Parameters:
  ///   - coordinate: The coordinate in degrees (WGS 84).
  ///   - time: The time of the position.
  ///   - elevationMetres: The elevation above mean sea level; nil when unknown.
  ///   - horizontalAccuracyMetres: The accuracy of the position; nil when unknown.
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
