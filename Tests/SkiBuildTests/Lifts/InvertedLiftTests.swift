import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiBuild

struct InvertedLiftTests {
  /// Builds a lift drawn from its upper end to its lower one, beside a run that leads down.
  private func mountain(
    _ kind: LiftKind = .chairLift, oneway: OnewayTag? = nil, heights: [Double]? = nil, run: OnewayTag? = nil
  ) throws -> BuiltWorld {
    var world = MetricWorld()
    world.lift("L", [(0, 500), (0, 0)], kind, heights: heights, oneway: oneway)
    world.run("R", [(10, 505), (30, 250), (10, -5)], oneway: run)
    return try world.build(nil)
  }

  private func direction(_ built: BuiltWorld) throws -> String {
    let link = try #require(built.links("L").first)
    let isNorthwards =
      link.points[0].coordinate.latitude < link.points[link.points.count - 1].coordinate.latitude
    return (isNorthwards ? "north" : "south") + (link.allowsBackward ? " and back" : "")
  }

  @Test(arguments: [LiftKind.chairLift, .dragLift, .tBar, .jBar, .magicCarpet])
  func `a lift that skiing alone shows to be drawn downhill is turned and counted`(kind: LiftKind) throws {
    let built = try mountain(kind)
    #expect(try direction(built) == "north")
    #expect(built.report.count(of: "liftTurnedBySkiing") == 1)
    #expect(built.report.count(of: "liftLeadsDown") == 0)
    #expect(built.hasPath("L", "R") && built.hasPath("R", "L", toStart: true))
  }

  @Test func `a lift with a direction tag is left, and reported`() throws {
    let built = try mountain(oneway: .oneway)
    #expect(try direction(built) == "south")
    #expect(built.report.count(of: "liftTurnedBySkiing") == 0)
    #expect(built.report.count(of: "liftLeadsDown") == 1)
  }

  @Test func `a lift with known elevations keeps its direction`() throws {
    let built = try mountain(heights: [2000, 2100], run: .oneway)
    #expect(try direction(built) == "south")
    #expect(built.report.count(of: "liftLeadsDown") == 1)
  }

  @Test func `a gondola, and a lift beside a run skied both ways, are not examined`() throws {
    #expect(try direction(try mountain(.gondola)).hasSuffix("and back"))
    let flat = try mountain(run: .twoWay)
    #expect(try direction(flat) == "south")
    #expect(flat.report.count(of: "liftTurnedBySkiing") == 0 && flat.report.count(of: "liftLeadsDown") == 0)
  }

  @Test func `random lifts drawn either way lead up by the runs beside them`() throws {
    for seed in UInt64(1)...40 {
      var random = SeededGenerator(seed: seed)
      var world = MetricWorld()
      for number in 0..<4 {
        let x = Double(number) * 900
        let top = Double.random(in: 300...900, using: &random)
        let isDrawnDown = Bool.random(using: &random)
        world.lift("L\(number)", isDrawnDown ? [(x, top), (x, 0)] : [(x, 0), (x, top)])
        world.run("R\(number)", [(x + 12, top + 4), (x + 50, top / 2), (x + 12, -4)])
      }
      let built = try world.build(nil)
      for number in 0..<4 {
        let link = try #require(built.links("L\(number)").first)
        #expect(
          link.points[0].coordinate.latitude < link.points[link.points.count - 1].coordinate.latitude,
          "seed \(seed), lift \(number)")
      }
    }
  }
}
