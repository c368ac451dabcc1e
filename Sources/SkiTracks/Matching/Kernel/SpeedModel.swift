import SkiSystem

/// A model of movement along a path between two fixes: an Ornstein–Uhlenbeck process of speed around the usual speed.
///
/// Predictions of position and speed are exact for any time between fixes.
struct SpeedModel {
  /// The correlation time of the speed, in seconds.
  private static let correlationSeconds: Float = 20

  /// The share of the old speed that remains.
  private let oldSpeedShare: Float
  /// The effective seconds at the old speed.
  private let oldSpeedSeconds: Float
  /// The effective seconds at the usual speed.
  private let typicalSpeedSeconds: Float
  /// The process variance of the position for a speed variance of one.
  private let place: Float
  /// The process covariance of position and speed for a speed variance of one.
  private let covariance: Float
  /// The process variance of the speed for a speed variance of one.
  private let speed: Float

  init(elapsed: Float) {
    let memory = Self.correlationSeconds
    oldSpeedShare = exp(-elapsed / memory)
    oldSpeedSeconds = memory * (1 - oldSpeedShare)
    typicalSpeedSeconds = elapsed - oldSpeedSeconds
    // Variance of the integrated process; rounding may make it negative near zero.
    place = max(
      0, memory * memory * (2 * elapsed / memory - 3 + 4 * oldSpeedShare - oldSpeedShare * oldSpeedShare))
    covariance = memory * (1 - oldSpeedShare) * (1 - oldSpeedShare)
    speed = 1 - oldSpeedShare * oldSpeedShare
  }

  /// The share of the old speed that remains after the time, 0...1.
  var keptShare: Float { oldSpeedShare }
  /// The effective time at the old speed, in seconds.
  var feltSeconds: Float { oldSpeedSeconds }

  /// The variance of the predicted position in square metres, for a speed known to 2 m/s.
  var typicalVariance: Float { 4 * oldSpeedSeconds * oldSpeedSeconds + 25 * place }

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
      ahead: hypothesis.lead + hypothesis.speed * oldSpeedSeconds + usual * typicalSpeedSeconds,
      speed: hypothesis.speed * oldSpeedShare + usual * (1 - oldSpeedShare),
      placeVariance: hypothesis.placeVariance + 2 * oldSpeedSeconds * hypothesis.covariance
        + oldSpeedSeconds * oldSpeedSeconds * hypothesis.speedVariance + spread * place,
      covariance: oldSpeedShare * (hypothesis.covariance + oldSpeedSeconds * hypothesis.speedVariance)
        + spread * covariance,
      speedVariance: oldSpeedShare * oldSpeedShare * hypothesis.speedVariance + spread * speed)
  }
}
