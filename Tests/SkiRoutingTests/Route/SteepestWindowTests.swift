import SkiBase
import SkiTestSupport
import Testing

@testable import SkiRouting

@Suite struct SteepestWindowTests {
  private func steepest(distances: [Double], heights: [Double]) -> Gradient {
    distances.withUnsafeBufferPointer { distances in
      heights.withUnsafeBufferPointer { SteepestWindow.steepest(distances: distances, heights: $0) }
    }
  }

  @Test func `the steepest window of an even slope has its gradient`() {
    let gradient = steepest(distances: [0, 40, 100], heights: [100, 80, 50])
    #expect(abs(gradient.ratio - 0.5) < 1e-12)
  }

  @Test func `a short steep section is averaged over 25 m`() {
    let gradient = steepest(distances: [0, 100, 105, 200], heights: [100, 100, 90, 90])
    #expect(abs(gradient.ratio - 10.0 / 25) < 1e-12)
  }

  @Test func `a line shorter than 25 m is averaged as a whole, one of no length is level`() {
    #expect(abs(steepest(distances: [0, 5, 10], heights: [10, 9, 7]).ratio - 0.3) < 1e-12)
    #expect(steepest(distances: [0, 0], heights: [10, 7]).ratio == 0)
  }

  @Test func `the steepest window equals that of an exhaustive search`() {
    var random = SeededGenerator(seed: 5)
    for round in 0..<200 {
      var distances = [0.0]
      var heights = [0.0]
      for _ in 0..<Int.random(in: 3...30, using: &random) {
        distances.append(distances[distances.count - 1] + Double(Int.random(in: 1...30, using: &random)))
        heights.append(heights[heights.count - 1] + Double(Int.random(in: -10...6, using: &random)))
      }
      guard let length = distances.last, length > SteepestWindow.metres else { continue }
      let height = { (place: Double) -> Double in
        for i in 1..<distances.count where distances[i] >= place {
          let span = distances[i] - distances[i - 1]
          return span > 0
            ? heights[i - 1] + (heights[i] - heights[i - 1]) * (place - distances[i - 1]) / span : heights[i]
        }
        return heights[heights.count - 1]
      }
      var greatest = 0.0
      for step in 0...Int((length - 25) * 10) {
        greatest = max(greatest, abs(height(Double(step) / 10 + 25) - height(Double(step) / 10)) / 25)
      }
      let found = steepest(distances: distances, heights: heights).ratio
      #expect(abs(found - greatest) < 1e-9, "round \(round)")
    }
  }
}
