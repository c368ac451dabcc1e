/// What all candidates share of one survivor.
struct KernelPredecessor {
  var prediction: SpeedModel.Prediction
  var edge: MatchEdge
  /// One over four times the variance of the innovation, and the cost of its size.
  var inverse: Float
  var spreadCost: Float
  var heightVariance: Float
  /// What all that comes from it costs at least, the candidate's own cost aside.
  var least: Float

  /// How far a height may be from the map's, squared: by the errors of both, and by that of the place on a slope.
  @inline(__always)
  func heightVariance(of candidate: MatchCandidate, on edge: MatchEdge, _ fix: Observation) -> Float {
    let astray = candidate.slope * fix.noise
    return heightVariance + fix.heightVariance + (edge.isLift ? 36 : 9) + astray * astray
  }
}

/// One way to have come to a candidate.
struct KernelStep: CostedWay {
  var cost: Float
  /// Metres of way since the place before.
  var metres: Float
  var isBreak: Bool
  var isLoop = false
  static let impossible = KernelStep(cost: .infinity, metres: 0, isBreak: false)
}
