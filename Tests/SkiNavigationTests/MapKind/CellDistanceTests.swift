import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiNavigation

/// The distances of a tile, compared with those of an exhaustive search.
struct CellDistanceTests {
  @Test(arguments: 1...30)
  func `cell distances equal those of an exhaustive search`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let side = Int.random(in: 1...24, using: &random)
    let share = random.pick([0, 0.01, 0.1, 0.5, 1])
    let marks = (0..<side * side).map { _ in random.happens(share) ? UInt8(1) : 0 }
    let seeds = marks.indices.filter { marks[$0] == 1 }
    let found = CellDistances(side: side, marks: marks, equalTo: 1, wantsNearest: true)
    func squared(_ a: Int, _ b: Int) -> Int32 {
      let (x, y) = (a % side - b % side, a / side - b / side)
      return Int32(x * x + y * y)
    }
    for cell in marks.indices {
      let best = seeds.map { squared(cell, $0) }.min() ?? CellDistances.none
      #expect(found.squared[cell] == best, "seed \(seed)")
      #expect(seeds.isEmpty == (found.nearest[cell] < 0))
      if found.nearest[cell] >= 0 { #expect(squared(cell, Int(found.nearest[cell])) == best, "seed \(seed)") }
    }
  }

  @Test(arguments: 1...20)
  func `the nearest segments equal those of an exhaustive search`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let reach: Float = random.pick([300, 2000])
    func place(_ reach: Float) -> SIMD2<Float> {
      SIMD2(
        Float.random(in: -reach...reach, using: &random), Float.random(in: -reach...reach, using: &random))
    }
    let roles: [SegmentRole] = [.run, .lift, .tour, .road, .path]
    let segments = (0..<Int.random(in: 0...60, using: &random)).map { _ in
      let start = place(reach)
      let end = random.happens(0.7) ? start + place(80) : place(reach * 3)
      return TileSegment(
        line: Segment(start, random.happens(0.05) ? start : end), startElevation: .nan, endElevation: .nan,
        link: 0,
        point: 0, region: 0, role: random.pick(roles))
    }
    let near = NearSegments(segments, withinMetres: 1200)
    for _ in 0..<200 {
      let at = place(700)
      for limit in [Float(50), 400] {
        func best(_ wanted: (TileSegment) -> Bool) -> Float? {
          segments.filter(wanted).map { $0.nearest(to: at).squared }.min().flatMap {
            $0 < limit * limit ? $0 : nil
          }
        }
        let found = near.nearest(to: at, withinMetres: limit)
        #expect(found.any?.squared == best { _ in true }, "seed \(seed)")
        #expect(found.skied?.squared == best { $0.role.isSkied }, "seed \(seed)")
      }
    }
  }
}
