/// What the search left behind for each fix, to find the likeliest way backwards, and how sure each decision is.
///
/// One flat array; 20 bytes for each candidate of each fix.
struct Trellis: Sendable {
  private(set) var entries: [TrellisEntry] = []
  /// Entries of column c are `entries[firsts[c]..<firsts[c + 1]]`.
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

  /// A decision on one fix.
  struct Decision {
    var entry: TrellisEntry
    /// Nats by which the likeliest way beats the best one found with another edge here.
    var margin: Float
  }

  /// Returns the likeliest way that ends in one of the last column's entries.
  ///
  /// How sure a decision is comes from the closest rival that joined the way later and had another edge there.
  /// **Source:** soft-output Viterbi algorithm, Hagenauer and Hoeher 1989.
  /// - Complexity: O(*n* · *w*), `window` *w* being how far back rivals are followed.
  func decisions(last survivors: [Survivor], window: Int = 40) -> [Decision] {
    guard columnCount > 0 else { return [] }
    var position = 0
    for index in survivors.indices where survivors[index].cost < survivors[position].cost { position = index }
    var path = [Int](repeating: 0, count: columnCount)
    for column in stride(from: columnCount - 1, through: 0, by: -1) {
      path[column] = position
      let back = entries[firsts[column] + position].back
      position = back == TrellisEntry.none ? 0 : Int(back)
    }
    var decisions = (0..<columnCount).map {
      Decision(entry: entries[firsts[$0] + path[$0]], margin: .infinity)
    }
    for index in survivors.indices where index != path[columnCount - 1] {
      weaken(&decisions, path, from: columnCount - 1, index, survivors[index].cost, window)
    }
    for column in 1..<max(1, columnCount) {
      let entry = decisions[column].entry
      if entry.rival != TrellisEntry.none {
        weaken(&decisions, path, from: column - 1, Int(entry.rival), entry.margin, window)
      }
    }
    return decisions
  }

  /// Follows a rival back until it joins the way; where it had another edge, the decision is no surer than its margin.
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
