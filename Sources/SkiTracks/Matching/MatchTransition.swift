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

/// A position on a directed edge that may be the true position of a fix.
struct MatchCandidate: BitwiseCopyable, Sendable {
  var edge: UInt32
  /// The distance from the start of the edge, in metres.
  var along: Float
  /// The distance between the fix and the position, in metres.
  var distance: Float
  /// The elevation in metres above mean sea level; NaN when the map has none.
  var elevation: Float
  /// The absolute slope of the edge as a ratio; at most 3.
  var slope: Float
  /// The negative logarithm of the emission probability, in nats.
  var cost: Float

  /// Returns whether a candidate costs less; of equals, whether it comes first in the graph.
  static func < (a: Self, b: Self) -> Bool { (a.cost, a.edge, a.along) < (b.cost, b.edge, b.along) }
}

/// The working memory of matching one fix, reused for the next.
///
/// Nothing in it is state of a traveller: one instance of about 4 kB serves all travellers of one task.
package struct MatchScratch: Sendable {
  var candidates = CandidateSearch()
  /// The shared values of each hypothesis of the previous fix.
  var states: [KernelPredecessor] = []
  /// The hypotheses of this fix, and the trellis entry of each.
  var hypotheses: [MatchHypothesis] = []
  private(set) var column: [TrellisEntry] = []

  /// Creates working memory.
  package init() {
    let count = CandidateSearch.limit + 1
    states.reserveCapacity(count)
    hypotheses.reserveCapacity(count)
    column.reserveCapacity(count)
  }

  /// Removes everything but the candidates.
  mutating func clear() {
    states.removeAll(keepingCapacity: true)
    hypotheses.removeAll(keepingCapacity: true)
    column.removeAll(keepingCapacity: true)
  }

  mutating func leave(_ hypothesis: MatchHypothesis, _ entry: TrellisEntry) {
    hypotheses.append(hypothesis)
    column.append(entry)
  }
}
