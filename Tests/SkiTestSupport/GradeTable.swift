package import SkiGraph

/// The counts of runs by mapped and estimated grade, novice to expert.
package struct GradeTable: Sendable, CustomStringConvertible {
  /// The numbers of runs by mapped and by estimated grade.
  package private(set) var counts = [[Int]](repeating: [Int](repeating: 0, count: 5), count: 5)
  /// The number of graded runs without an estimate.
  package private(set) var withoutEstimate = 0

  /// Creates an empty table.
  package init() {}

  /// Counts one run; mapped grades off the scale don't count.
  package mutating func add(painted: Difficulty, estimated: Difficulty?) {
    guard painted.isOnScale else { return }
    guard let estimated, estimated.isOnScale else {
      withoutEstimate += 1
      return
    }
    counts[Int(painted.rank) - 1][Int(estimated.rank) - 1] += 1
  }

  /// Adds another table's counts.
  package mutating func add(_ other: GradeTable) {
    for row in counts.indices {
      for column in counts.indices { counts[row][column] += other.counts[row][column] }
    }
    withoutEstimate += other.withoutEstimate
  }

  /// The number of runs with both grades.
  package var total: Int { counts.joined().reduce(0, +) }
  /// Returns the share of runs whose estimate lies above the mapped grade by a matching number of grades.
  package func share(_ matches: (_ tooHard: Int) -> Bool) -> Double {
    var sum = 0
    for row in counts.indices {
      for column in counts.indices where matches(column - row) { sum += counts[row][column] }
    }
    return total > 0 ? Double(sum) / Double(total) : 0
  }
  /// The share of estimates equal to the mapped grade.
  package var exact: Double { share { $0 == 0 } }
  /// The share of estimates two or more grades too easy, which is the dangerous error.
  package var farTooEasy: Double { share { $0 <= -2 } }
  /// The share of estimates two or more grades too hard.
  package var farTooHard: Double { share { $0 >= 2 } }

  package var description: String {
    let words = Difficulty.allCases.filter(\.isOnScale).map(\.rawValue)
    let head = "painted \\ estimated  " + words.map { pad($0) }.joined()
    let rows = counts.enumerated().map { row in
      pad(words[row.offset]) + "       " + row.element.map { pad(String($0)) }.joined()
    }
    let shares = [("exact", exact), ("two too easy", farTooEasy), ("two too hard", farTooHard)]
      .map { "\($0.0) \(Double(($0.1 * 1000).rounded()) / 10) %" }.joined(separator: ", ")
    return ([head] + rows + ["\(total) runs: \(shares); \(withoutEstimate) without estimate"])
      .joined(separator: "\n")
  }

  private func pad(_ text: String) -> String {
    String(repeating: " ", count: max(1, 14 - text.count)) + text
  }
}
