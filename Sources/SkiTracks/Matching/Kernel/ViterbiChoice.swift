/// A way to a state of a hidden Markov model, or such a state, with what speaks against it.
package protocol CostedWay {
  /// The number costs are counted in.
  associatedtype Cost: BinaryFloatingPoint
  /// The negative logarithm of its likelihood, nats.
  var cost: Cost { get set }
}

/// The cheapest way to a state from the states before it, and the cheapest one from another of them: a step of Viterbi's search.
///
/// **Source:** Viterbi 1967.
package struct ViterbiChoice<Way: CostedWay> {
  /// The cheapest way, of infinite cost before any was considered.
  package var way: Way
  /// The state it comes from.
  package var position = 0
  /// What the cheapest way from another state costs, infinite where there is none.
  package var rivalCost = Way.Cost.infinity
  /// The state that one comes from.
  package var rival = 0

  /// Begins with a way of infinite cost.
  package init(_ impossible: Way) { way = impossible }

  /// Takes a way from a state into account; of ways as cheap the first is kept.
  package mutating func consider(_ other: Way, from: Int) {
    if other.cost < way.cost {
      if from != position || way.cost == .infinity { (rivalCost, rival) = (way.cost, position) }
      (way, position) = (other, from)
    } else if other.cost < rivalCost, from != position {
      (rivalCost, rival) = (other.cost, from)
    }
  }
}

extension MutableCollection where Element: CostedWay {
  /// Counts the costs of a column of states from that of the likeliest. Complexity: O(*n*).
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
