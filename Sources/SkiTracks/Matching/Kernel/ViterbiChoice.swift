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
