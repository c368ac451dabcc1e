import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiBuild

/// Mountains of two sides that are disconnected without a short walk.
struct ComponentJoiningTests {
  /// Returns a front side, a back side that a ridge leads over to but not back from, and a blind valley that the back
  /// side leads out to.
  private static func twoSides(gap: Double) -> MetricWorld {
    var world = MetricWorld()
    world.lift("Front", [(0, 0), (0, 1000)])
    world.lift("Front parallel", [(20, 0), (20, 950)])  // most lifts are on the front side
    world.run("Front run", [(10, 1000), (60, 500), (10, 0)])
    world.run("Ridge", [(10, 1000), (10 + gap, 1005)])
    world.lift("Back", [(gap + 5, 2000), (gap + 5, 1010)])
    world.run("Back run", [(10 + gap, 1005), (gap + 60, 1500), (gap + 15, 2000)])
    world.run("Out", [(gap + 15, 2000), (1500, 3000)])
    world.lift("Valley", [(1510, 3000), (1510, 2400)])
    world.run("Valley run", [(1515, 2400), (1560, 2700), (1515, 3000)])
    return world
  }

  @Test func `without elevations a walk of 140 m along the ridge joins the back side to the front`() throws {
    let built = try Self.twoSides(gap: 140).build(nil)
    #expect(built.hasPath("Front", "Back", toStart: true))
    #expect(built.hasPath("Back", "Front", toStart: true))
    let walk = try #require(built.connectors.max { length($0) < length($1) })
    #expect([.nearMiss, .liftToRun].contains(walk.cause))
    #expect(walk.confidencePercent <= 60)
    #expect((120...150).contains(length(walk)))
  }

  @Test func `sides more than 150 m apart are not joined by a walk`() throws {
    let built = try Self.twoSides(gap: 175).build(nil)
    #expect(built.hasPath("Front", "Back", toStart: true))
    #expect(!built.hasPath("Back", "Front", toStart: true))
  }

  @Test func `with elevations no walk leads up a cliff`() throws {
    let cliff = FunctionElevation { place in
      let (x, y) = MetricWorld.metres(place)
      return x > 80 ? 2150 - 0.2 * max(0, y - 1000) : 2000 + min(1000, y) * 0.2
    }
    #expect(try !Self.twoSides(gap: 140).build(cliff).hasPath("Back", "Front", toStart: true))
  }

  @Test func `a connector leads up a steep climb only to a lift that nothing else joins`() throws {
    let ground = FunctionElevation { place in
      let (x, y) = MetricWorld.metres(place)
      return 2000 + y * 0.2 + max(0, x) * 0.25
    }
    for hasLift in [false, true] {
      var world = MetricWorld()
      world.lift("L", [(0, 0), (0, 350)])
      world.lift("Parallel", [(-20, 0), (-20, 350)])
      world.run("Down", [(-10, 350), (-10, 0)])
      // Boards 15 m above the top of the others, 112 m away.
      world.lift("M", [(100, 300), (400, 600)])
      world.run("Back", [(400, 600), (500, 200), (0, 0)])
      if hasLift { world.lift("Up", [(0, 0), (100, 300)]) }
      let built = try world.build(ground)
      #expect(built.hasPath("L", "M", toStart: true))
      let climbs = built.connectors.filter { link in
        let heights = [link.points.first, link.points.last].map { Double($0?.elevationCentimetres ?? 0) }
        let rise = (heights[1] - heights[0]) / 100
        return link.allowsForward && rise > 14 || link.allowsBackward && rise < -14
      }
      #expect(climbs.isEmpty == hasLift)
    }
  }

  @Test func `the lifts of a village below are joined to the mountain in both directions`() throws {
    var world = MetricWorld()
    world.lift("Mountain", [(100, 0), (100, 1000)])
    world.run("Main", [(110, 1000), (160, 500), (110, 0)])
    world.run("To the village", [(160, 500), (-300, -400), (-10, -1100)])
    world.lift("Lower chair", [(0, -1100), (0, -600)])
    world.run("Lower run", [(5, -600), (-40, -850), (-10, -1100)])
    world.lift("Upper chair", [(5, -590), (0, -100)])
    world.run("Upper run", [(0, -105), (-60, -350), (5, -600)])
    let built = try world.build(nil)
    #expect(built.hasPath("Mountain", "Lower chair", toStart: true))
    #expect(built.hasPath("Lower chair", "Mountain", toStart: true))
  }

  private func length(_ link: BuilderLink) -> Double { Double(link.distancesCentimetres.last ?? 0) / 100 }
}
