import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTiles

struct ValidPolygonsTests {
  private static func drawn(_ rings: [[(Int, Int)]]) -> [[DecodedTile.Point]] {
    ValidPolygons.polygons(rings.map { $0.map { GridPoint(Int32($0.0), Int32($0.1)) } })
      .flatMap { $0 }.map { $0.map { DecodedTile.Point(x: Int($0.x), y: Int($0.y)) } }
  }

  private static func areas(_ rings: [[(Int, Int)]]) -> [Int] { drawn(rings).map(PolygonValidity.area) }

  @Test func `a square is unchanged in either orientation`() {
    let square = [(0, 0), (10, 0), (10, 10), (0, 10)]
    #expect(Self.areas([square]) == [200] && Self.areas([square.reversed()]) == [200])
    #expect(Self.drawn([square])[0].count == 4)
  }

  @Test func `a ring within another is a hole, and one within a hole an outer ring`() {
    let rings = [(0, 90), (10, 80), (20, 70)].map { low, high in
      [(low, low), (high, low), (high, high), (low, high)]
    }
    #expect(Self.areas(rings) == [16200, -9800, 5000])
    #expect(Self.areas(rings.reversed()).sorted() == [-9800, 5000, 16200])
  }

  @Test func `a bow tie becomes two rings that touch`() {
    let rings = Self.drawn([[(0, 0), (10, 10), (10, 0), (0, 10)]])
    #expect(rings.map(PolygonValidity.area) == [50, 50] && PolygonValidity.fault(in: rings) == nil)
  }

  @Test func `a hole that touches its ring twice cuts it in two`() {
    let rings = Self.drawn([[(0, 0), (20, 0), (20, 20), (0, 20)], [(0, 10), (10, 8), (20, 10), (10, 12)]])
    #expect(rings.count == 2 && PolygonValidity.fault(in: rings) == nil)
    #expect(rings.map(PolygonValidity.area).reduce(0, +) == 800 - 80)
  }

  @Test func `rings that share an edge are merged`() {
    let rings = Self.drawn([[(0, 0), (5, 0), (5, 9), (0, 9)], [(5, 2), (9, 2), (9, 7), (5, 7)]])
    #expect(rings.map(PolygonValidity.area) == [130] && PolygonValidity.fault(in: rings) == nil)
  }

  @Test func `rings without area give no polygon`() {
    #expect(Self.areas([]).isEmpty && Self.areas([[]]).isEmpty && Self.areas([[(1, 1)]]).isEmpty)
    #expect(Self.areas([[(0, 0), (9, 9)]]).isEmpty && Self.areas([[(0, 0), (5, 5), (9, 9)]]).isEmpty)
    #expect(Self.areas([[(0, 0), (9, 0), (9, 0), (4, 0), (0, 0)]]).isEmpty)
    let twice = [(0, 0), (5, 0), (5, 5)]
    #expect(Self.areas([twice, twice]).isEmpty)
  }

  @Test func `spikes of zero width are removed`() {
    #expect(Self.areas([[(0, 0), (20, 0), (10, 0), (10, 10), (0, 10)]]) == [200])
    #expect(Self.areas([[(10, 0), (20, 0), (10, 0), (10, 10), (0, 10), (0, 0)]]) == [200])
  }

  /// Dense small extents produce every kind of contact between edges.
  @Test(arguments: UInt64(1)...60) func `random rings become valid polygons with the same interior`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    let side = [6, 12, 60, 4000][Int(seed % 4)]
    let rings = (0..<Int.random(in: 1...5, using: &random)).map { _ in
      (0..<Int.random(in: 3...(seed % 3 == 0 ? 60 : 12), using: &random)).map { _ in
        (Int.random(in: 0...side, using: &random), Int.random(in: 0...side, using: &random))
      }
    }
    let drawn = Self.drawn(rings)
    let fault = PolygonValidity.fault(in: drawn)
    #expect(fault == nil, "seed \(seed)")
    guard side == 4000 else { return }
    let wanted = rings.map { $0.map { DecodedTile.Point(x: $0.0, y: $0.1) } }
    for _ in 0..<300 {
      let x = Double.random(in: 0...4000, using: &random)
      let y = Double.random(in: 0...4000, using: &random)
      guard PolygonValidity.distance(x, y, to: wanted) > 3 else { continue }
      #expect(
        PolygonValidity.holds(drawn, x, y) == PolygonValidity.holds(wanted, x, y),
        "seed \(seed): (\(x), \(y))")
    }
  }

  @Test(arguments: UInt64(1)...20) func `the pairs visited include all edges that meet`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func place() -> GridPoint {
      GridPoint(Int32.random(in: -64...4160, using: &random), Int32.random(in: -64...4160, using: &random))
    }
    let edges = (0..<Int.random(in: 1...200, using: &random)).map { index -> RingEdge in
      let start = place()
      let step = GridPoint(
        Int32.random(in: -90...90, using: &random), Int32.random(in: -90...90, using: &random))
      return RingEdge(a: start, b: index % 20 == 0 ? place() : start &+ step, ring: 0, number: Int32(index))
    }
    var found: Set<[Int]> = []
    EdgePairs(edges).visit { first, second in
      found.insert([first, second])
      return true
    }
    for second in edges.indices {
      for first in 0..<second {
        var meets = false
        edges[first].meetings(edges[second]) { _ in
          meets = true
        } _: { _ in
          meets = true
        }
        #expect(!meets || found.contains([first, second]), "seed \(seed): \(first), \(second)")
      }
    }
  }
}
