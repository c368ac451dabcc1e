import SkiTestSupport
import Testing

@testable import SkiTiles

struct RingTests {
  @Test(arguments: UInt64(1)...20) func `rings that share vertices keep the same ones at every threshold`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    let shared = (0..<40).map { GridPoint($0 * 1000, Int32.random(in: -4000...4000, using: &random)) }
    let above = shared + [GridPoint(39_000, -60_000), GridPoint(0, -60_000)]
    let below =
      shared.reversed() + [GridPoint(0, 70_000), GridPoint(20_000, 90_000), GridPoint(39_000, 70_000)]
    let leveled = SharedRings.leveled([above, Array(below)])
    for threshold in UInt8(0)...18 {
      let kept = leveled.map { ring in
        Set(ring.filter { $0.level >= threshold }.map { GridPoint($0.x, $0.y) })
      }
      #expect(kept[0].intersection(shared) == kept[1].intersection(shared), "seed \(seed)")
    }
    #expect(leveled.map(\.count) == [42, 43])
    #expect(Set(leveled[0].map { GridPoint($0.x, $0.y) }) == Set(above))
  }

  @Test func `a ring across the antimeridian is split into one on each side`() {
    let ring = [
      GridPoint(.max - 999, 0), GridPoint(.min + 1000, 0), GridPoint(.min + 1000, 500),
      GridPoint(.max - 999, 500),
    ]
    let parts = RingClip.acrossWorld(ring)
    #expect(parts.count == 2)
    #expect(parts.allSatisfy { abs(abs(RingCleaning.doubleAreaOfWorld($0)) - 2 * 1000 * 500) <= 2000 })
    #expect(RingClip.acrossWorld([GridPoint(0, 0), GridPoint(9, 0), GridPoint(0, 9)]).count == 1)
    #expect(RingClip.acrossWorld([]).isEmpty)
  }
}
