import SkiSystem

/// The recent fixes of a traveller, with speed, heading, rise, and detection of standing; of bounded size.
struct MotionWindow: Hashable, Sendable {
  struct Sample: Hashable, Sendable {
    var seconds: Double
    var place: SIMD2<Double>
    var elevationMetres: Double?
    /// The standard deviation of the place along each axis, in metres.
    var sigmaMetres = 0.0
  }

  private(set) var samples: [Sample] = []
  /// The speed reported by the receiver with the last fix, in metres per second.
  private(set) var reportedSpeed: Double?
  /// The heading reported by the receiver with the last fix, in radians clockwise from north.
  private(set) var reportedHeading: Double?

  /// The least interval of samples, in seconds.
  private static let spacing = 0.9
  /// The duration of the window, in seconds.
  static let reach = 24.0
  /// The interval between fixes, in seconds, after which the window is cleared.
  static let gap = 15.0

  /// Adds a fix; times must ascend.
  mutating func add(_ sample: Sample, speed: Double?, courseDegrees: Double?) {
    if let last = samples.last, sample.seconds - last.seconds > Self.gap { samples = [] }
    reportedSpeed = speed.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    reportedHeading = courseDegrees.flatMap {
      $0.isFinite && $0 >= 0 && $0 <= 360 ? $0 * Double.pi / 180 : nil
    }
    if let last = samples.last, sample.seconds - last.seconds < Self.spacing { return }
    samples.append(sample)
    let old = sample.seconds - Self.reach
    while let first = samples.first, first.seconds < old || samples.count > 30 { samples.removeFirst() }
  }

  /// Returns the displacement over at least some seconds and its duration; nil when the window is too short.
  func displacement(seconds: Double) -> (metres: SIMD2<Double>, seconds: Double)? {
    guard let last = samples.last,
      let first = samples.last(where: { last.seconds - $0.seconds >= seconds })
    else { return nil }
    return (last.place - first.place, last.seconds - first.seconds)
  }

  /// The speed in metres per second on the map, from the receiver or else measured over 4 s; nil when unknown.
  var speed: Double? {
    if let reportedSpeed { return reportedSpeed }
    return displacement(seconds: 4).map { ($0.metres * $0.metres).sum().squareRoot() / $0.seconds }
  }

  /// The direction of travel in radians clockwise from north; nil when slower than 2 m/s or unknown.
  var heading: Double? {
    guard let speed, speed > 2 else { return nil }
    if let reportedHeading { return reportedHeading }
    return displacement(seconds: 4).map { atan2($0.metres.x, $0.metres.y) }
  }

  /// The speed over the last 12 s in metres per second, by linear least squares; nil when unknown.
  var steadySpeed: Double? {
    if let reportedSpeed { return reportedSpeed }
    guard let last = samples.last else { return nil }
    let recent = samples.filter { last.seconds - $0.seconds <= 12 }
    guard let first = recent.first, recent.count > 2, last.seconds - first.seconds >= 8 else { return nil }
    let count = Double(recent.count)
    let middle = recent.reduce(0) { $0 + ($1.seconds - first.seconds) } / count
    var (sum, squares) = (SIMD2<Double>.zero, 0.0)
    for sample in recent {
      let time = sample.seconds - first.seconds - middle
      sum += (sample.place - first.place) * time
      squares += time * time
    }
    let velocity = sum / max(1e-9, squares)
    return (velocity * velocity).sum().squareRoot()
  }

  /// Indicates whether the traveller stands.
  var isStanding: Bool { steadySpeed.map { $0 < 0.8 } ?? false }

  /// Indicates whether the traveller stands, or moves no more than receiver noise of the stated accuracy does.
  ///
  /// Over 12 s the slope of white and slowly drifting noise has a standard deviation of about 0.09 times theirs; one and
  /// a half of that, up to a quick walk, counts as standing where the receiver reports no speed.
  var isLikelyStanding: Bool {
    guard reportedSpeed == nil, let sigma = samples.last?.sigmaMetres else { return isStanding }
    return steadySpeed.map { $0 < max(0.8, min(2, 0.135 * sigma)) } ?? false
  }

  /// The likelihood that recent movement is noise alone: 1 below 1.4 m/s, 0 above 3 m/s.
  var noiseLikelihood: Double { steadySpeed.map { max(0, min(1, (3 - $0) / 1.6)) } ?? 1 }

  /// The vertical speed in metres per second over 15 s; nil where elevations are unknown.
  var rise: Double? {
    guard let last = samples.last, let high = last.elevationMetres,
      let first = samples.last(where: { last.seconds - $0.seconds >= 15 }), let low = first.elevationMetres
    else { return nil }
    return (high - low) / (last.seconds - first.seconds)
  }

  /// Indicates whether the traveller rises steadily while moving, as only on a lift.
  var isCarriedUp: Bool { (rise ?? 0) > 0.5 && (speed ?? 0) > 1 }
}
