import SkiTestSupport
import Testing

@testable import SkiBuild

struct RobustElevationFitTests {
  /// Returns a chain of drops of 10 m from a height of 1500 m, and a second observation across three of them.
  private static func chain(second: Double) -> [ElevationObservation] {
    [ElevationObservation(height: 0, metres: 1500, deviationMetres: 1)]
      + (1..<6).map { ElevationObservation(dropFrom: $0 - 1, to: $0, metres: 10, deviationMetres: 2) }
      + [ElevationObservation(dropFrom: 1, to: 4, metres: second, deviationMetres: 2)]
  }

  @Test func `drops from a known elevation add up`() {
    var fit = RobustElevationFit(Self.chain(second: 30), unknowns: 6)
    let heights = fit.solve {}
    for (index, height) in heights.enumerated() { #expect(abs(height - (1500 - 10 * Double(index))) < 0.1) }
  }

  @Test func `one outlier does not change the fit`() {
    let others = [(0, 5, 50.0), (1, 4, 30), (0, 4, 40), (1, 5, 40)].map {
      ElevationObservation(dropFrom: $0.0, to: $0.1, metres: $0.2, deviationMetres: 2)
    }
    var fit = RobustElevationFit(Self.chain(second: -400) + others, unknowns: 6)
    let heights = fit.solve {}
    for (index, height) in heights.enumerated() { #expect(abs(height - (1500 - 10 * Double(index))) < 1) }
  }

  @Test func `unknowns without an anchor rest at the default elevation`() {
    var fit = RobustElevationFit(
      [ElevationObservation(dropFrom: 0, to: 1, metres: 40, deviationMetres: 1)], unknowns: 3)
    let heights = fit.solve {}
    #expect(abs(heights[0] - heights[1] - 40) < 0.1)
    #expect(abs((heights[0] + heights[1]) / 2 - 2000) < 0.5 && abs(heights[2] - 2000) < 0.1)
  }

  /// Among agreeing observations the fit is that of plain least squares, which elimination solves.
  @Test(arguments: 0..<20)
  func `consistent observations give the least-squares solution`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 2...25, using: &random)
    let truth = (0..<count).map { _ in Double.random(in: 500...3000, using: &random) }
    var observations = [ElevationObservation(height: 0, metres: truth[0], deviationMetres: 1)]
    for index in 1..<count {
      let other = Int.random(in: 0..<index, using: &random)
      observations.append(
        ElevationObservation(
          dropFrom: index, to: other, metres: truth[index] - truth[other],
          deviationMetres: .random(in: 0.5...5, using: &random)))
    }
    for _ in 0..<count where count > 2 {
      let (a, b, c) = (
        Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random),
        Int.random(in: 0..<count, using: &random)
      )
      let share = Double.random(in: 0...1, using: &random)
      var level = ElevationObservation(
        level: a, with: KnotInterval(before: b, after: c, share: share), deviationMetres: 20)
      level.metres = truth[a] - truth[b] * (1 - share) - truth[c] * share
      observations.append(level)
    }
    var fit = RobustElevationFit(observations, unknowns: count)
    let heights = fit.solve {}
    let leastSquaresFit = Self.leastSquares(observations, count)
    for index in 0..<count {
      #expect(abs(leastSquaresFit[index] - truth[index]) < 0.5, "seed \(seed), the least-squares fit itself")
      #expect(abs(heights[index] - leastSquaresFit[index]) < 0.5, "seed \(seed), height \(index)")
    }
  }

  /// Returns the least-squares solution by Gaussian elimination.
  private static func leastSquares(_ observations: [ElevationObservation], _ count: Int) -> [Double] {
    let rest = RobustElevationFit.restingDeviationMetres
    var rows = (0..<count).map { row in
      (0...count).map {
        $0 == row ? 1 / (rest * rest) : $0 == count ? RobustElevationFit.restingMetres / (rest * rest) : 0
      }
    }
    for one in observations {
      let weight = 1 / (one.deviationMetres * one.deviationMetres)
      let terms = [one.terms.0, one.terms.1, one.terms.2]
      for a in terms {
        for b in terms { rows[a.unknown][b.unknown] += weight * a.factor * b.factor }
        rows[a.unknown][count] += weight * a.factor * one.metres
      }
    }
    for pivot in 0..<count {
      for row in 0..<count where row != pivot {
        let factor = rows[row][pivot] / rows[pivot][pivot]
        for column in pivot...count { rows[row][column] -= factor * rows[pivot][column] }
      }
    }
    return (0..<count).map { rows[$0][count] / rows[$0][$0] }
  }
}
