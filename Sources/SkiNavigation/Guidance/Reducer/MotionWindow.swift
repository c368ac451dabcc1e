#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// The last seconds of a traveller's fixes: how fast, which way, standing or riding upward.
///
/// A value of bounded size.
struct MotionWindow: Hashable, Sendable {
  struct Sample: Hashable, Sendable {
    var seconds: Double
    var place: SIMD2<Double>
    var elevationMetres: Double?
  }

  private(set) var samples: [Sample] = []
  /// What the receiver itself says of the last fix.
  private(set) var reportedSpeed: Double?
  private(set) var reportedHeading: Double?

  /// Samples nearer together than this are left out, seconds.
  private static let spacing = 0.9
  /// How far back it reaches, seconds.
  static let reach = 24.0
  /// After a pause of this length the past says nothing any more, seconds.
  static let gap = 15.0

  /// Takes in a fix; times must grow.
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

  /// Returns the way of the last seconds, and how long it took; nil when too little is known.
  func way(seconds: Double) -> (metres: SIMD2<Double>, seconds: Double)? {
    guard let last = samples.last,
      let first = samples.last(where: { last.seconds - $0.seconds >= seconds })
    else { return nil }
    return (last.place - first.place, last.seconds - first.seconds)
  }

  /// Metres per second on the map: the receiver's word, else measured over 4 s; nil when unknown.
  var speed: Double? {
    if let reportedSpeed { return reportedSpeed }
    return way(seconds: 4).map { ($0.metres * $0.metres).sum().squareRoot() / $0.seconds }
  }

  /// The direction of travel, radians clockwise from north; nil when slower than 2 m/s or unknown.
  var heading: Double? {
    guard let speed, speed > 2 else { return nil }
    if let reportedHeading { return reportedHeading }
    return way(seconds: 4).map { atan2($0.metres.x, $0.metres.y) }
  }

  /// Metres per second over the last 12 s, with noise evened out: the straight line of least squares; nil when unknown.
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

  /// Whether the traveller stands, as far as noise lets that be told.
  var isStanding: Bool { steadySpeed.map { $0 < 0.8 } ?? false }

  /// How likely the way of the last seconds is noise alone: 1 for who may be standing, 0 for who surely moves.
  var doubt: Double { steadySpeed.map { max(0, min(1, (3 - $0) / 1.6)) } ?? 1 }

  /// Metres per second upward over 15 s; nil where elevations are unknown.
  var rise: Double? {
    guard let last = samples.last, let high = last.elevationMetres,
      let first = samples.last(where: { last.seconds - $0.seconds >= 15 }), let low = first.elevationMetres
    else { return nil }
    return (high - low) / (last.seconds - first.seconds)
  }

  /// Whether the traveller is carried up, as only a lift does: rising steadily while moving.
  var isCarriedUp: Bool { (rise ?? 0) > 0.5 && (speed ?? 0) > 1 }
}
