/// A hypothesis of the search: the best path to a candidate, with its estimates of speed and elevation bias.
///
/// Each hypothesis has its own estimates (per-hypothesis processing), so that an ascent is compared with that of its own
/// path.
///
/// **Source:** Raheli, Polydoros and Tzou 1995; switching linear dynamic systems, Pavlović et al. 2001.
struct MatchHypothesis: CostedState, BitwiseCopyable, Sendable {
  /// The negative log-likelihood in nats, relative to the least of its column.
  var cost: Float
  /// The directed edge; `.max` off the map.
  var edge: UInt32
  var along: Float
  /// The distance of the filtered position ahead of the nearest one, in metres.
  var lead: Float
  /// The speed along the path, in metres per second.
  var speed: Float
  /// The variance of the position along the edge.
  var placeVariance: Float
  /// The covariance of position and speed.
  var covariance: Float
  /// The variance of the speed.
  var speedVariance: Float
  /// The bias of the receiver's elevation, in metres.
  var elevationBias: Float
  /// The variance of the bias, in square metres.
  var elevationVariance: Float

  static let offMap = UInt32.max
  var isOffMap: Bool { edge == Self.offMap }
}

/// The values of a hypothesis stored for backtracking.
struct TrellisEntry: BitwiseCopyable, Sendable {
  /// The directed edge; `.max` off the map.
  var edge: UInt32
  var along: Float
  var distance: Float
  /// The filtered position in metres from the start of the edge, and the filtered speed.
  var filtered: Float
  var speed: Float
  /// The difference in nats between the best and the second-best path to it; infinite when there was one only.
  var margin: Float
  /// The position of the best predecessor in the previous column.
  var back: UInt8
  /// The position of the second-best predecessor in the previous column.
  var secondBest: UInt8
  /// Indicates whether the path from the previous entry is unknown.
  var isBreak: Bool
  /// Indicates whether the path leaves the edge and returns to its start.
  var isLoop: Bool

  static let none = UInt8.max
}

/// A state of a hidden Markov model, or a transition to one, with its cost.
package protocol CostedState {
  /// The type of the cost.
  associatedtype Cost: BinaryFloatingPoint
  /// The negative log-likelihood, in nats.
  var cost: Cost { get set }
}

/// The least-cost transition to a state, and the least-cost one from another predecessor: a step of the Viterbi
/// algorithm.
///
/// **Source:** Viterbi 1967.
package struct ViterbiChoice<Way: CostedState> {
  /// The least-cost transition; of infinite cost before any was considered.
  package var way: Way
  /// The predecessor of ``way``.
  package var position = 0
  /// The cost of the best transition from another predecessor; infinite where there is none.
  package var secondBestCost = Way.Cost.infinity
  /// The predecessor of that transition.
  package var secondBest = 0

  /// Creates a choice with a transition of infinite cost.
  package init(_ impossible: Way) { way = impossible }

  /// Considers a transition from a predecessor; of equal costs the first is kept.
  package mutating func consider(_ other: Way, from: Int) {
    if other.cost < way.cost {
      if from != position || way.cost == .infinity { (secondBestCost, secondBest) = (way.cost, position) }
      (way, position) = (other, from)
    } else if other.cost < secondBestCost, from != position {
      (secondBestCost, secondBest) = (other.cost, from)
    }
  }
}

extension MutableCollection where Element: CostedState {
  /// Subtracts the least cost of a column of states from all of them. Complexity: O(*n*).
  package mutating func makeCostsRelative() {
    var least = Element.Cost.infinity
    for state in self { least = Swift.min(least, state.cost) }
    guard least.isFinite else { return }
    var index = startIndex
    while index != endIndex {
      self[index].cost -= least
      formIndex(after: &index)
    }
  }
}
