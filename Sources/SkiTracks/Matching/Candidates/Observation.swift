import SkiGeo

/// Where and when the fix before was taken: all that the next one needs of it.
struct ObservedPlace: BitwiseCopyable, Sendable {
  var place: SIMD2<Float>
  /// Seconds since 1970.
  var seconds: Double
}

/// A fix in the plane, with what all its candidates share.
struct Observation {
  var place: SIMD2<Float>
  /// Seconds since 1970.
  var seconds: Double
  /// Metres, one standard deviation along each axis.
  var noise: Float
  /// Metres above sea; NaN when unknown.
  var height: Float
  /// The square of its standard deviation.
  var heightVariance: Float
  /// The direction of travel, a unit vector; zero when unknown or standing.
  var course: SIMD2<Float>
  /// Metres a second as the receiver measured them; NaN when unknown.
  var speed: Float
  /// How much of the fix is news beside the one before: errors of receivers last for many seconds.
  var weight: Float
  /// Seconds since the observation before; 0 for the first.
  var elapsed: Float
  /// Metres from the observation before, straight.
  var straight: Float

  /// What the next fix needs.
  var observed: ObservedPlace { ObservedPlace(place: place, seconds: seconds) }

  /// Seconds after which the error of a receiver is forgotten.
  static let noiseSeconds: Float = 6

  /// Reads a fix; nil when it has no place or no time.
  ///
  /// `noiseMetres` stands for the accuracy of a fix that says nothing of it.
  init?(_ fix: LocationFix, after last: ObservedPlace?, plane: LocalPlane, noiseMetres: Double) {
    guard fix.coordinate.isValid, fix.time.secondsSince1970.isFinite else { return nil }
    place = SIMD2<Float>(plane.metres(fix.coordinate))
    seconds = fix.time.secondsSince1970
    let accuracy = fix.horizontalAccuracyMetres ?? .nan
    // A radius that holds 68 % is 1.51 standard deviations of one axis.
    noise = Float(accuracy >= 0 ? max(1, min(200, accuracy / 1.51)) : max(1, min(200, noiseMetres)))
    let elevation = fix.elevationMetres ?? .nan
    height = abs(elevation) < 10_000 ? Float(elevation) : .nan
    let vertical = fix.verticalAccuracyMetres ?? .nan
    let deviation = Float(vertical >= 0 ? max(3, min(100, vertical / 2)) : 4)
    heightVariance = deviation * deviation
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
}
