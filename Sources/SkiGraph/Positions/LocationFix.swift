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

/// The reason a fix was refused; raw values are those of every output format.
///
/// The limits are those of `FixFilter`.
@nonexhaustive
public enum FixRejection: String, Error, Sendable, Hashable, CaseIterable {
  /// The coordinate is outside the valid range, or the time is not finite.
  case invalidCoordinate = "invalid-coordinate"
  /// The coordinate is within 0.0001° of 0° N 0° E, which receivers report without a position.
  case nullIsland = "null-island"
  /// The accuracy is negative or not finite, which receivers report with an invalid position.
  case invalidAccuracy = "invalid-accuracy"
  /// The fix before it has the same time or the same sequence number.
  case duplicate
  /// The fix is older than the last accepted one, or than 60 s when received live.
  case outdated
  /// The time of the fix is more than 10 s in the future when received live.
  case future
  /// The accuracy radius is greater than 100 m.
  case inaccurate
  /// The speed from the last accepted fix is greater than 45 m/s, beyond the accuracies of both.
  case impossibleSpeed = "impossible-speed"
}

/// The decision of a rule or a filter about a fix.
package enum FixDecision: Sendable, Hashable {
  /// The fix may be used.
  case accepted
  /// The fix must not be used.
  case refused(FixRejection)

  /// The reason of a refusal; nil when accepted.
  package var rejection: FixRejection? {
    if case .refused(let reason) = self { reason } else { nil }
  }

  /// Indicates whether the fix may be used.
  package var isAccepted: Bool { self == .accepted }
}
