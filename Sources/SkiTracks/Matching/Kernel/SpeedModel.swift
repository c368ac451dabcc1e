#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// A model of movement along a path between two fixes: an Ornstein–Uhlenbeck process of speed around the usual speed.
///
/// Predictions of position and speed are exact for any time between fixes.
struct SpeedModel {
  /// The correlation time of the speed, in seconds.
  private static let memorySeconds: Float = 20

  /// The share of the old speed that remains.
  private let kept: Float
  /// The effective seconds at the old speed.
  private let felt: Float
  /// The effective seconds at the usual speed.
  private let rest: Float
  /// The process variance of the position for a speed variance of one.
  private let place: Float
  /// The process covariance of position and speed for a speed variance of one.
  private let covariance: Float
  /// The process variance of the speed for a speed variance of one.
  private let speed: Float

  init(elapsed: Float) {
    let memory = Self.memorySeconds
    kept = exp(-elapsed / memory)
    felt = memory * (1 - kept)
    rest = elapsed - felt
    // Variance of the integrated process; rounding may make it negative near zero.
    place = max(0, memory * memory * (2 * elapsed / memory - 3 + 4 * kept - kept * kept))
    covariance = memory * (1 - kept) * (1 - kept)
    speed = 1 - kept * kept
  }

  /// The share of the old speed that remains after the time, 0...1.
  var keptShare: Float { kept }
  /// The effective time at the old speed, in seconds.
  var feltSeconds: Float { felt }

  /// The variance of the predicted position in square metres, for a speed known to 2 m/s.
  var typicalVariance: Float { 4 * felt * felt + 25 * place }

  struct Prediction {
    /// The distance ahead of the hypothesis's candidate, in metres.
    var ahead: Float
    var speed: Float
    var placeVariance: Float
    var covariance: Float
    var speedVariance: Float
  }

  /// Returns the prediction of a hypothesis for the current time.
  @inline(__always)
  func predict(_ hypothesis: MatchHypothesis, on edge: MatchEdge) -> Prediction {
    let (usual, spread) = (edge.typicalSpeed, edge.speedVariance)
    return Prediction(
      ahead: hypothesis.lead + hypothesis.speed * felt + usual * rest,
      speed: hypothesis.speed * kept + usual * (1 - kept),
      placeVariance: hypothesis.placeVariance + 2 * felt * hypothesis.covariance
        + felt * felt * hypothesis.speedVariance + spread * place,
      covariance: kept * (hypothesis.covariance + felt * hypothesis.speedVariance) + spread * covariance,
      speedVariance: kept * kept * hypothesis.speedVariance + spread * speed)
  }
}
