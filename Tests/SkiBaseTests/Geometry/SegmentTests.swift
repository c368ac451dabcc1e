import SkiBase
import SkiTestSupport
import Testing

struct SegmentTests {
  @Test(arguments: UInt64(1)...200)
  func `no sampled point of a segment is nearer than its nearest fraction`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func place() -> SIMD2<Double> {
      SIMD2(.random(in: -10...10, using: &random), .random(in: -10...10, using: &random))
    }
    let (start, spot) = (place(), place())
    let segment = Segment(start, seed % 10 == 0 ? start : place())
    func distance(_ share: Double) -> Double {
      let off = segment.place(at: share) - spot
      return (off * off).sum()
    }
    let nearest = segment.fractionNearest(to: spot)
    #expect((0...1).contains(nearest), "seed \(seed)")
    for step in 0...100 { #expect(distance(nearest) <= distance(Double(step) / 100) + 1e-12, "seed \(seed)") }
  }
}
