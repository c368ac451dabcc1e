import SkiBase
import SkiGraph
import SkiSystem
import SkiTracks

/// The simulation of a phone's receiver: it returns fixes of a skier's true position, or none.
///
/// **Model:** the position error is a first-order autoregressive drift plus white noise; the elevation is that of a
/// barometer, with a slow drift and little noise; course and speed derive from the true motion, as with a Doppler
/// receiver.
struct SimulatedReceiver: Sendable {
  private let options: ReceiverOptions
  private var east: AutoregressiveProcess
  private var north: AutoregressiveProcess
  private var barometer: AutoregressiveProcess
  private var outageUntil = -1.0
  /// The factor of the position error, raised just after an outage.
  private var recovery = 1.0
  private var last: (time: Double, coordinate: Coordinate)?
  private var count: UInt64 = 0

  init(_ options: ReceiverOptions, _ random: inout SimulationRandom) {
    self.options = options
    let drift = options.sigmaMetres * max(0, min(1, options.driftShare)).squareRoot()
    east = AutoregressiveProcess(deviation: drift, scale: options.driftCorrelationSeconds, &random)
    north = AutoregressiveProcess(deviation: drift, scale: options.driftCorrelationSeconds, &random)
    barometer = AutoregressiveProcess(deviation: options.elevationDriftMetres ?? 0, scale: 1800, &random)
  }

  /// Advances the errors by a time in seconds and decides on outages; called once a step.
  mutating func advance(_ seconds: Double, at elapsed: Double, _ random: inout SimulationRandom) {
    east.advance(seconds, &random)
    north.advance(seconds, &random)
    barometer.advance(seconds, &random)
    recovery = 1 + (recovery - 1) * exp(-seconds / 8)
    if random.happens(options.shortOutagesPerHour * seconds / 3600) {
      startOutage(random.uniform(5, 30), from: elapsed)
    }
    if random.happens(options.longOutagesPerHour * seconds / 3600) {
      startOutage(random.uniform(60, 360), from: elapsed)
    }
  }

  private mutating func startOutage(_ seconds: Double, from elapsed: Double) {
    outageUntil = max(outageUntil, elapsed + seconds)
    recovery = 2.5
  }

  /// Returns the fix of a moment; nil during an outage.
  mutating func fix(
    of moment: TrueState, at elapsed: Double, time: UniversalTime, _ random: inout SimulationRandom
  ) -> LocationFix? {
    let motion = motion(to: moment.coordinate, at: elapsed)
    guard elapsed >= outageUntil, moment.cover != .tunnel else { return nil }
    let worse = (moment.cover == .cabin ? options.coveredFactor : 1) * recovery
    let white = options.sigmaMetres * (1 - max(0, min(1, options.driftShare))).squareRoot()
    let error =
      (SIMD2(east.value, north.value) + SIMD2(random.gaussian(), random.gaussian()) * white) * worse
    var fix = LocationFix(LocalPlane(at: moment.coordinate).coordinate(error), time: time)
    count += 1
    fix.sequence = count
    if options.elevationDriftMetres != nil {
      fix.elevationMetres = moment.elevationMetres + barometer.value + 0.6 * random.gaussian()
    }
    if options.reportsAccuracy {
      // The radius around the truth that contains 68 % of a circular normal distribution is 1.51 deviations.
      fix.horizontalAccuracyMetres = max(1, 1.51 * options.sigmaMetres * worse * random.uniform(0.8, 1.25))
      fix.verticalAccuracyMetres = fix.elevationMetres == nil ? nil : options.elevationDriftMetres
    }
    if options.reportsMotion, let motion { report(motion, in: &fix, &random) }
    return fix
  }

  private mutating func motion(to place: Coordinate, at elapsed: Double) -> (speed: Double, course: Double)? {
    defer { last = (elapsed, place) }
    guard let last, elapsed > last.time, elapsed - last.time < 10 else { return nil }
    return (
      last.coordinate.distanceMetres(to: place) / (elapsed - last.time),
      last.coordinate.bearingDegrees(to: place)
    )
  }

  private func report(
    _ motion: (speed: Double, course: Double), in fix: inout LocationFix, _ random: inout SimulationRandom
  ) {
    fix.speedMetresPerSecond = max(0, motion.speed + 0.4 * random.gaussian())
    fix.speedAccuracyMetresPerSecond = 0.6
    // A standing receiver has no course; a slow one an inaccurate one.
    guard motion.speed > 0.7 else { return }
    let deviation = min(60, 25 / motion.speed + 4)
    let course = (motion.course + deviation * random.gaussian()).truncatingRemainder(dividingBy: 360)
    let turned = course < 0 ? course + 360 : course
    fix.courseDegrees = turned < 360 ? turned : 0
    fix.courseAccuracyDegrees = deviation
  }
}
