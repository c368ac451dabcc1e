import SkiTestSupport
import Testing

@testable import SkiBase

struct LinearReferenceTests {
  private func piece(_ along: Double, _ metres: [Double]) -> [Double] {
    let (index, share) = metres.segmentFraction(at: along)
    return [Double(index), share]
  }

  @Test func `a distance lies on the piece after the last point at or before it`() {
    let metres = [0.0, 10, 10, 30]
    #expect(piece(-5, metres) == [0, 0])
    #expect(piece(0, metres) == [0, 0])
    #expect(piece(4, metres) == [0, 0.4])
    #expect(piece(10, metres) == [2, 0])
    #expect(piece(15, metres) == [2, 0.25])
    #expect(piece(30, metres) == [2, 1])
    #expect(piece(99, metres) == [2, 1])
    #expect(piece(.nan, metres)[0] == 0)
  }

  @Test func `a distance on a piece of zero length has a share of zero`() {
    #expect(piece(0, [0, 0]) == [0, 0])
    #expect(piece(7, [0, 5, 5]) == [1, 0])
  }

  @Test(arguments: UInt64(1)...50)
  func `the piece and share of a distance give the distance back`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var metres = [0.0]
    for _ in 0..<Int.random(in: 1...9, using: &random) {
      metres.append(metres[metres.count - 1] + Double(Int.random(in: 0...3, using: &random)))
    }
    for _ in 0..<20 {
      let along = Double.random(in: 0...max(0.1, metres[metres.count - 1]), using: &random)
      let (index, share) = metres[...].segmentFraction(at: along)
      let place = metres[index] + (metres[index + 1] - metres[index]) * share
      #expect(abs(place - min(along, metres[metres.count - 1])) < 1e-9, "seed \(seed)")
    }
  }
}
