import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTiles

struct ClosedOutlineTests {
  /// The position in world steps, some metres east and south of a place in the Alps.
  private static func place(_ east: Double, _ south: Double) -> GridPoint {
    let stepsPerMetre = 4_294_967_296 / (40_075_017 * 0.694)
    return GridPoint(Int32(100_000_000 + east * stepsPerMetre), Int32(-300_000_000 + south * stepsPerMetre))
  }

  private static func decoded(_ rings: [[GridPoint]]) -> [[DecodedTile.Point]] {
    rings.map { $0.map { DecodedTile.Point(x: Int($0.x), y: Int($0.y)) } }
  }

  @Test func `two adjoining lines have one outline that is not their convex hull`() throws {
    // An L of two long arms: its convex hull would contain the ground between them.
    let lines = [
      [Self.place(0, 0), Self.place(6000, 0)], [Self.place(0, 100), Self.place(0, 6000)],
    ]
    let ground = try #require(ClosedOutline(lines, latitude: 46))
    let rings = Self.decoded(ground.rings)
    #expect(rings.count == 1 && PolygonValidity.fault(in: rings) == nil)
    func holds(_ east: Double, _ south: Double) -> Bool {
      let place = Self.place(east, south)
      return PolygonValidity.holds(rings, Double(place.x), Double(place.y))
    }
    #expect(holds(3000, 0) && holds(0, 3000) && holds(40, 40) && !holds(3000, 3000) && !holds(1500, 1500))
    #expect(holds(Double(0), -40) && !holds(0, -400) && !holds(-400, 0))
  }

  @Test func `near lines share one outline, distant ones have two`() throws {
    func count(_ gap: Double) throws -> Int {
      let lines = [
        [Self.place(0, 0), Self.place(3000, 0)], [Self.place(0, gap), Self.place(3000, gap)],
      ]
      return try #require(ClosedOutline(lines, latitude: 46)).rings.count
    }
    #expect(try count(500) == 1 && count(3000) == 2)
  }

  @Test(arguments: UInt64(1)...30) func `an outline contains every vertex of its lines and its centre`(
    seed: UInt64
  )
    throws
  {
    var random = SeededGenerator(seed: seed)
    let lines = (0..<Int.random(in: 1...30, using: &random)).map { _ -> [GridPoint] in
      let x = Double.random(in: 0...9000, using: &random)
      let y = Double.random(in: 0...9000, using: &random)
      return (0..<Int.random(in: 1...6, using: &random)).map { step in
        Self.place(x + Double(step) * Double.random(in: -400...400, using: &random), y + Double(step) * 150)
      }
    }
    let ground = try #require(ClosedOutline(lines, latitude: 46))
    let rings = Self.decoded(ground.rings)
    #expect(PolygonValidity.fault(in: rings) == nil, "seed \(seed)")
    for place in lines.joined() {
      #expect(PolygonValidity.holds(rings, Double(place.x), Double(place.y)), "seed \(seed)")
    }
    #expect(PolygonValidity.holds(rings, Double(ground.centre.x), Double(ground.centre.y)), "seed \(seed)")
  }

  @Test func `an empty set of lines, or one wider than the limit, has no outline`() {
    #expect(ClosedOutline([], latitude: 46) == nil)
    #expect(ClosedOutline([[GridPoint(.min, 0), GridPoint(.max, 0)]], latitude: 46) == nil)
    #expect(ClosedOutline([[GridPoint(0, 0), GridPoint(1 << 27, 1 << 27)]], latitude: 0) == nil)
    #expect(
      ClosedOutline([[GridPoint(0, 0), GridPoint(1 << 25, 1 << 25)]], latitude: 0)?.rings.isEmpty == false)
    #expect(ClosedOutline([[GridPoint(5, 5)]], latitude: -90)?.rings.count == 1)
  }
}
