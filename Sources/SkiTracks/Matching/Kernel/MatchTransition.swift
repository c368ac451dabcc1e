/// The values of one hypothesis shared by all transitions from it.
struct KernelPredecessor {
  var prediction: SpeedModel.Prediction
  var edge: MatchEdge
  /// The inverse of four times the variance of the innovation.
  var inverse: Float
  /// The cost of the variance of the innovation, in nats.
  var spreadCost: Float
  var elevationVariance: Float
  /// The lower bound of the cost of a transition from it, without the candidate's own cost.
  var least: Float

  /// Returns the variance of the difference to the map's elevation: errors of both, and of the position on a slope.
  @inline(__always)
  func elevationVariance(of candidate: MatchCandidate, on edge: MatchEdge, _ fix: Observation) -> Float {
    let astray = candidate.slope * fix.noise
    return elevationVariance + fix.elevationVariance + (edge.isLift ? 36 : 9) + astray * astray
  }
}

/// A transition to a candidate.
struct MatchTransition: CostedState {
  var cost: Float
  /// The length of the path from the previous position, in metres.
  var metres: Float
  var isBreak: Bool
  var isLoop = false
  static let impossible = MatchTransition(cost: .infinity, metres: 0, isBreak: false)
}
