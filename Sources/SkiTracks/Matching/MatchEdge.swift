import SkiSystem

/// The class of an edge, by the kind of movement on it.
enum MatchClass: UInt8 {
  case run, lift, walk
}

/// A directed edge with the attributes of matching.
struct MatchEdge: BitwiseCopyable, Sendable {
  var tail: UInt32
  var head: UInt32
  var link: UInt32
  /// The edge of the same link in the other direction; `.max` when there is none.
  var twin: UInt32
  /// The length in metres on the map.
  var length: Float
  /// The usual speed in metres per second, by the kind of lift or the gradient.
  var typicalSpeed: Float
  /// The variance of speeds in m²/s².
  var speedVariance: Float
  /// The greatest plausible speed, in metres per second.
  var greatestSpeed: Float
  /// The raw value of ``MatchClass``.
  var kind: UInt8
  var isReversed: Bool
  /// Indicates whether it is a lift ridden down.
  var isDescent: Bool
  /// Indicates whether it crosses a mapped area.
  var isCrossing: Bool
  /// Indicates whether it is a connector.
  var isConnector: Bool

  /// The distance from the ends of a lift in metres that counts as at the station; less on short lifts.
  var stationMetres: Float { min(MatchCosts.stationMetres, length / 3) }
  /// The distance from the ends of a lift, in metres, at which a standing person is not riding.
  var platformMetres: Float { min(20, length / 4) }

  var isLift: Bool { kind == MatchClass.lift.rawValue }
  /// Indicates whether people walk there along no drawn way, as between stations.
  var isUnmappedWalk: Bool { isConnector && kind == MatchClass.walk.rawValue }
}

/// A straight segment of a link in the plane.
struct MatchSegment: BitwiseCopyable, Sendable {
  var x: Float
  var y: Float
  var dx: Float
  var dy: Float
  /// The inverse of the squared length; 0 for a segment without length.
  var inverseSquare: Float
  /// The distance along the link from its tail to the start of the segment, in metres.
  var along: Float
  /// The length of the segment, in metres along the link.
  var alongLength: Float
  /// The elevation of the start in metres above mean sea level; NaN when unknown.
  var startElevation: Float
  /// The elevation of the end in metres above mean sea level; NaN when unknown.
  var endElevation: Float
  var link: UInt32
}

/// The costs of unlikely events: negative logarithms of their probabilities, in nats.
enum MatchCosts {
  /// The cost of an unmatched fix above that of a fix on the centre line of a run; equal to one 35 m from it.
  static let offMap: Float = 3.8

  /// Returns the cost of an unmatched fix: that of one far from a run at an irregular speed.
  @inline(__always)
  static func offMap(_ fix: Observation, _ model: SpeedModel) -> Float {
    let noise = fix.noise * fix.noise
    return offMap + 0.5 * fastLogarithm((noise + 81) * 0.01) + 0.5
      * fastLogarithm((noise + model.typicalVariance) * 0.01)
  }
  /// The greatest cost of an elevation: that of an outlier, one fix in fifty.
  static let elevation: Float = 3.9
  /// The cost of leaving the network.
  static let leaving: Float = 5.5
  /// The cost of returning to the network.
  static let entering: Float = 4.5
  /// The cost of leaving or entering a lift away from its stations.
  static let midSpan: Float = 9
  /// The cost of an unknown path over a gap.
  static let unknownPath: Float = 4
  /// The cost of turning round between two nodes.
  static let turning: Float = 4
  /// The cost of boarding a lift.
  static let boardingUp: Float = 1
  /// The cost of changing from lift to lift.
  static let changingLifts: Float = 2
  /// The cost of walking where nothing is drawn: one change between features in twenty.
  static let unmappedWalk: Float = 3
  /// The cost of a fix there above that of one as near to a run: most people on snow ski.
  static let offTrails: Float = 1.5
  /// The cost of boarding a lift to ride down.
  static let boardingDown: Float = 10

  /// Returns the cost of a transition from an edge to another one: that of boarding a lift or of an unmapped walk.
  @inline(__always)
  static func change(to next: MatchEdge, from edge: MatchEdge) -> Float {
    if next.isUnmappedWalk { return unmappedWalk }
    guard next.isLift else { return 0 }
    return (edge.isLift ? changingLifts : boardingUp) + (next.isDescent && !edge.isDescent ? boardingDown : 0)
  }
  /// The excess of the path over the straight line, in metres, per nat.
  static let detourMetres: Float = 12
  /// The excess of the straight line over the path, in metres, per nat.
  static let shortcutMetres: Float = 20
  /// The greatest cost of speed over a gap.
  static let gapSpeed: Float = 3
  /// The greatest cost of a detour over a gap.
  static let gapDetour: Float = 3
  /// The greatest distance from a station, in metres, that counts as at the station.
  static let stationMetres: Float = 50
}

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
