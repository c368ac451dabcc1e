import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiBuild

struct DescendingFitTests {
  @Test func `descending heights are unchanged`() {
    #expect(DescendingFit.nearest(to: [9, 7, 7, 3]) == [9, 7, 7, 3])
  }

  @Test func `a rise is replaced by its mean`() {
    #expect(DescendingFit.nearest(to: [10, 4, 6, 1]) == [10, 5, 5, 1])
  }

  /// The height at a place is the least over all starts before it of the greatest mean over all ends after it.
  @Test(arguments: 0..<50)
  func `the fit equals the min-max formula of isotonic regression`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let heights = (0..<Int.random(in: 1...12, using: &random)).map { _ in
      Double.random(in: 0...100, using: &random)
    }
    func mean(_ range: ClosedRange<Int>) -> Double { heights[range].reduce(0, +) / Double(range.count) }
    let expected = heights.indices.map { place in
      (0...place).map { start in
        (place..<heights.count).map { mean(start...$0) }.max() ?? 0
      }.min() ?? 0
    }
    for (fitted, wanted) in zip(DescendingFit.nearest(to: heights), expected) {
      #expect(abs(fitted - wanted) < 1e-9, "seed \(seed): \(heights)")
    }
  }

  @Test func `a skied profile falls by at least 5 % everywhere, a flat one by half its mean`() {
    let steep = DescendingFit.skied([100, 60, 70, 0], distances: [0, 100, 200, 300])
    for (a, b) in zip(steep, steep.dropFirst()) { #expect(a - b > 4.99) }
    let flat = DescendingFit.skied([12, 4, 6, 0], distances: [0, 100, 200, 300])
    for (a, b) in zip(flat, flat.dropFirst()) { #expect(a - b > 1.99) }
    let rising = DescendingFit.skied([0, 5], distances: [0, 100])
    #expect(abs(rising[0] - rising[1] - 2) < 0.01)
  }
}
