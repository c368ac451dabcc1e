/// The columns of the Viterbi search, for backtracking the most probable path with the confidence of each decision.
///
/// One flat array; 28 bytes for each candidate of each fix.
struct Trellis: Sendable {
  private(set) var entries: [TrellisEntry] = []
  /// The first entry of each column: column c is `entries[firsts[c]..<firsts[c + 1]]`.
  private(set) var firsts: [Int] = [0]

  var columnCount: Int { firsts.count - 1 }

  mutating func reserve(columns: Int) {
    firsts.reserveCapacity(columns + 1)
    entries.reserveCapacity(columns * 5)
  }

  mutating func append(_ column: [TrellisEntry]) {
    entries += column
    firsts.append(entries.count)
  }

  /// The decision about one fix.
  struct Decision {
    var entry: TrellisEntry
    /// The difference in nats to the best path found with another edge here.
    var margin: Float
  }

  /// Returns the most probable path that ends in an entry of the last column.
  ///
  /// The confidence of a decision comes from the closest competing path with another edge that joins the path later.
  ///
  /// **Source:** soft-output Viterbi algorithm, Hagenauer and Hoeher 1989.
  /// - Parameters:
  ///   - hypotheses: The hypotheses of the last column.
  ///   - window: The greatest number of columns for which a competing path is followed.
  /// - Complexity: O(*n* · *w*) for window *w*.
  func decisions(last hypotheses: [MatchHypothesis], window: Int = 40) -> [Decision] {
    guard columnCount > 0 else { return [] }
    var position = 0
    for index in hypotheses.indices where hypotheses[index].cost < hypotheses[position].cost {
      position = index
    }
    var path = [Int](repeating: 0, count: columnCount)
    for column in stride(from: columnCount - 1, through: 0, by: -1) {
      path[column] = position
      let back = entries[firsts[column] + position].back
      position = back == TrellisEntry.none ? 0 : Int(back)
    }
    var decisions = (0..<columnCount).map {
      Decision(entry: entries[firsts[$0] + path[$0]], margin: .infinity)
    }
    for index in hypotheses.indices where index != path[columnCount - 1] {
      weaken(&decisions, path, from: columnCount - 1, index, hypotheses[index].cost, window)
    }
    for column in 1..<max(1, columnCount) {
      let entry = decisions[column].entry
      if entry.secondBest != TrellisEntry.none {
        weaken(&decisions, path, from: column - 1, Int(entry.secondBest), entry.margin, window)
      }
    }
    return decisions
  }

  /// Follows a competing path back until it joins the path, reducing the margins of decisions for another edge.
  private func weaken(
    _ decisions: inout [Decision], _ path: [Int], from start: Int, _ rival: Int, _ margin: Float,
    _ window: Int
  ) {
    var (column, position) = (start, rival)
    while column >= 0, column > start - window, path[column] != position {
      let entry = entries[firsts[column] + position]
      if entry.edge != decisions[column].entry.edge, margin < decisions[column].margin {
        decisions[column].margin = margin
      }
      guard entry.back != TrellisEntry.none else { return }
      position = Int(entry.back)
      column -= 1
    }
  }
}
