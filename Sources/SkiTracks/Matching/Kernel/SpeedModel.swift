#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// How people move along their way between two fixes: a speed that wanders around what is usual there.
///
/// The place ahead is predicted by an Ornstein–Uhlenbeck speed, exactly for any time between fixes.
struct SpeedModel {
  /// Seconds after which a speed is forgotten.
  private static let memorySeconds: Float = 20

  /// How much of a speed is left.
  private let kept: Float
  /// Seconds of the old speed that are felt, and those of the usual one.
  private let felt: Float
  private let rest: Float
  /// For a spread of one: the variances that are new.
  private let place: Float
  private let covariance: Float
  private let speed: Float

  init(elapsed: Float) {
    let memory = Self.memorySeconds
    kept = exp(-elapsed / memory)
    felt = memory * (1 - kept)
    rest = elapsed - felt
    // Of the integral of the process; near zero the difference of large numbers may come out below it.
    place = max(0, memory * memory * (2 * elapsed / memory - 3 + 4 * kept - kept * kept))
    covariance = memory * (1 - kept) * (1 - kept)
    speed = 1 - kept * kept
  }

  /// How much of a speed is left after the time, 0...1.
  var keptShare: Float { kept }
  /// Seconds for which the old speed is felt.
  var feltSeconds: Float { felt }

  /// The variance of the place ahead for a skier whose speed is known to 2 m/s.
  var usualVariance: Float { 4 * felt * felt + 25 * place }

  struct Prediction {
    /// Metres ahead of the place the survivor's candidate had.
    var ahead: Float
    var speed: Float
    var placeVariance: Float
    var covariance: Float
    var speedVariance: Float
  }

  /// Predicts where a survivor is now.
  @inline(__always)
  func predict(_ survivor: Survivor, on edge: MatchEdge) -> Prediction {
    let (usual, spread) = (edge.usualSpeed, edge.speedVariance)
    return Prediction(
      ahead: survivor.lead + survivor.speed * felt + usual * rest,
      speed: survivor.speed * kept + usual * (1 - kept),
      placeVariance: survivor.placeVariance + 2 * felt * survivor.covariance
        + felt * felt * survivor.speedVariance + spread * place,
      covariance: kept * (survivor.covariance + felt * survivor.speedVariance) + spread * covariance,
      speedVariance: kept * kept * survivor.speedVariance + spread * speed)
  }
}
