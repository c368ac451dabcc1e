import SkiTestSupport

@testable import SkiAPI
@testable import SkiPeople

/// The positions in a cell that agree with most answers so far.
struct Candidates {
  private static let perSide = 21
  private(set) var spots: [Spot] = []
  private var scores: [Int] = []

  init(side: Int) {
    let step = Double(side) / Double(Self.perSide)
    for row in 0..<Self.perSide {
      for column in 0..<Self.perSide {
        let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
        spots.append(Spot(east: x * step - Double(side) / 2, north: y * step - Double(side) / 2))
      }
    }
    scores = Array(repeating: 0, count: spots.count)
  }

  /// Counts an answer for the positions that agree with it.
  mutating func count(where agrees: (Spot) -> Bool) {
    for index in spots.indices where agrees(spots[index]) { scores[index] += 1 }
  }

  /// The positions that agree with most answers.
  var best: [Spot] {
    let most = scores.max() ?? 0
    return zip(spots, scores).filter { $0.1 == most }.map(\.0)
  }

  var estimate: Spot { .mean(best) }
}
