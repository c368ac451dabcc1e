import SkiBase
import SkiGraph
import SkiSystem

/// The position and time of the previous fix.
struct ObservedPlace: BitwiseCopyable, Sendable {
  var place: SIMD2<Float>
  /// The time in seconds since 1970.
  var seconds: Double
}

/// A fix in the plane, with the values shared by its candidates.
struct Observation {
  var place: SIMD2<Float>
  /// The time in seconds since 1970.
  var seconds: Double
  /// The standard deviation of the position along each axis, in metres.
  var noise: Float
  /// The elevation in metres above mean sea level; NaN when unknown.
  var elevation: Float
  /// The variance of the elevation, in square metres.
  var elevationVariance: Float
  /// The change of the elevation's bias since the previous observation, in metres, where elevations jump.
  var elevationJump: Float = 0
  /// The direction of travel as a unit vector; zero when unknown or below 2 m/s.
  var course: SIMD2<Float>
  /// The speed measured by the receiver, in metres per second; NaN when unknown.
  var speed: Float
  /// The weight of the fix, 0.05...1: errors of receivers are correlated over ``noiseSeconds``.
  var weight: Float
  /// The time since the previous observation in seconds; 0 for the first.
  var elapsed: Float
  /// The straight distance from the previous observation, in metres.
  var straight: Float

  /// The position and time, for the next fix.
  var observed: ObservedPlace { ObservedPlace(place: place, seconds: seconds) }

  /// The correlation time of receiver errors in seconds, where it is not estimated.
  static let noiseSeconds: Float = 6

  /// Creates an observation of a fix; nil when its coordinate or time is invalid.
  ///
  /// `noiseMetres` is the standard deviation assumed for fixes without an accuracy.
  init?(_ fix: LocationFix, after last: ObservedPlace?, plane: LocalPlane, noiseMetres: Double) {
    guard fix.coordinate.isValid, fix.time.secondsSince1970.isFinite else { return nil }
    place = SIMD2<Float>(plane.metres(fix.coordinate))
    seconds = fix.time.secondsSince1970
    let accuracy = fix.horizontalAccuracyMetres ?? .nan
    // The radius of 68 % is 1.51 standard deviations of one axis.
    noise = Float(accuracy >= 0 ? max(1, min(200, accuracy / 1.51)) : max(1, min(200, noiseMetres)))
    let elevation = fix.elevationMetres ?? .nan
    // Receivers write 0 for an unknown elevation.
    self.elevation = abs(elevation) < 10_000 && elevation != 0 ? Float(elevation) : .nan
    let vertical = fix.verticalAccuracyMetres ?? .nan
    let deviation = Float(vertical >= 0 ? max(3, min(100, vertical / 2)) : 4)
    elevationVariance = deviation * deviation
    speed = fix.speedMetresPerSecond.map { $0 >= 0 && $0 < 1000 ? Float($0) : .nan } ?? .nan
    course = .zero
    if let degrees = fix.courseDegrees, degrees >= 0, degrees < 360, let speed = fix.speedMetresPerSecond,
      speed > 2
    {
      course = Heading.vector(degrees: degrees)
    }
    (weight, elapsed, straight) = (1, 0, 0)
    guard let last else { return }
    elapsed = Float(max(0, min(1e6, seconds - last.seconds)))
    let moved = place - last.place
    straight = (moved * moved).sum().squareRoot()
    weight = max(0.05, min(1, elapsed / Self.noiseSeconds))
  }
  /// Takes the noise and the elevation that were estimated for the recording.
  mutating func take(_ noise: PositionNoise?, _ elevation: ConditionedElevation) {
    if let noise, noise.metres > self.noise {
      self.noise = min(Self.greatestNoise, noise.metres)
      weight = elapsed == 0 ? 1 : max(0.03, min(1, elapsed / noise.correlationSeconds))
    }
    self.elevation = elevation.metres
    elevationVariance = max(elevationVariance, elevation.deviationMetres * elevation.deviationMetres)
    elevationJump = elevation.jumpMetres
  }

  /// The greatest estimated noise, in metres.
  private static let greatestNoise: Float = 60
}

/// A namespace for directions in the plane.
enum Heading {
  /// Returns the unit vector of a course in degrees clockwise from north.
  static func vector(degrees: Double) -> SIMD2<Float> {
    let angle = degrees * Double.pi / 180
    return SIMD2(Float(sin(angle)), Float(cos(angle)))
  }
}
