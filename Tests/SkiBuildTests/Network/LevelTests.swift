import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiBuild

/// Runs over and under each other, and the junctions between them.
struct LevelTests {
  static let bridge = Level(isBridge: true)
  static let tunnel = Level(isTunnel: true)

  /// Returns a run straight down, and another that crosses it in `parts`, each on its level.
  private func crossing(
    _ parts: [([(Double, Double)], Level)], below: [(Double, Double)] = [(0, 300), (0, 0)]
  ) throws -> BuiltWorld {
    var world = MetricWorld()
    world.run("A", below)
    for (number, part) in parts.enumerated() { world.run("B\(number)", part.0, level: part.1) }
    return try world.build()
  }

  @Test(arguments: [
    bridge, tunnel, Level(layer: 1), Level(layer: 2), Level(layer: -1), Level(isTunnel: true, layer: -2),
  ])
  func `a run in three parts, the middle one over or under another run, never joins that run`(level: Level)
    throws
  {
    let world = try crossing([
      ([(-200, 250), (-30, 170)], .ground), ([(-30, 170), (30, 140)], level),
      ([(30, 140), (200, 60)], .ground),
    ])
    #expect(world.hasPath("B0", "B2") && world.meet("B0", "B1") && world.meet("B1", "B2"))
    #expect(
      (0..<3).allSatisfy {
        !world.meet("A", "B\($0)") && !world.hasPath("A", "B\($0)") && !world.hasPath("B\($0)", "A")
      })
  }

  @Test func `a bridge in two parts passes over a run that has a vertex below its joint`() throws {
    let world = try crossing(
      [([(-100, 200), (0, 150)], Self.bridge), ([(0, 150), (100, 100)], Self.bridge)],
      below: [(0, 300), (0, 150), (0, 0)])
    #expect(world.hasPath("B0", "B1") && !world.hasPath("B0", "A") && !world.hasPath("A", "B1"))
  }

  @Test func `a vertex inside a bridge is not joined to a vertex of the run below`() throws {
    let world = try crossing(
      [([(-100, 200), (0, 150), (100, 100)], Self.bridge)], below: [(0, 300), (0, 150), (0, 0)])
    #expect(!world.meet("A", "B0") && !world.hasPath("B0", "A") && !world.hasPath("A", "B0"))
  }

  @Test func `the end of a bridge joins a run at a vertex, within a segment and across a few metres`()
    throws
  {
    for (end, below) in [
      ((0.0, 150.0), [(0.0, 300.0), (0, 150), (0, 0)]), ((0, 150), [(0, 300), (0, 0)]),
      ((-6, 150), [(0, 300), (0, 0)]),
    ] {
      let world = try crossing([([(-200, 260), end], Self.bridge)], below: below)
      #expect(world.hasPath("B0", "A"), "end \(end)")
    }
  }

  @Test func `a run that leads onto the middle of a bridge joins it, not the run below`() throws {
    let world = try crossing(
      [
        ([(-100, 200), (-50, 175), (100, 100)], Self.bridge), ([(-80, 300), (-50, 175)], .ground),
      ])
    #expect(world.hasPath("B1", "B0") && !world.hasPath("A", "B0"))
  }

  @Test func `a tunnel joins the runs at its mouths and not the run above it`() throws {
    let world = try crossing([
      ([(-200, 260), (-50, 190)], .ground), ([(-50, 190), (60, 120)], Self.tunnel),
      ([(60, 120), (160, 60)], .ground),
    ])
    #expect(world.hasPath("B0", "B2") && !world.hasPath("B0", "A") && !world.hasPath("A", "B2"))
  }

  @Test func `runs that cross on the same level above the ground are joined`() throws {
    let world = try crossing([
      ([(-100, 200), (100, 100)], Self.bridge), ([(-100, 120), (100, 90)], Self.bridge),
      ([(-100, 100), (0, 160), (60, 60)], Level(layer: 1)),
    ])
    #expect(world.meet("B0", "B2") && !world.meet("A", "B0"))
  }

  @Test func `elevations decide on a junction where no level is tagged`() throws {
    for (lift, meets) in [(8.0, true), (12, false)] {
      var world = MetricWorld()
      world.run("A", [(0, 300), (0, 0)])
      world.run("B", [(-200, 150), (200, 150)], heights: [2030 + lift, 2029.9 + lift], oneway: .oneway)
      let built = try world.build()
      #expect(built.meet("A", "B") == meets, "\(lift) m")
    }
  }

  @Test func `a lift is never joined to the run below it, on any level`() throws {
    for level in [Level.ground, Self.bridge] {
      var world = MetricWorld()
      world.lift("L", [(0, 0), (0, 150), (0, 400)], .gondola)
      world.run("A", [(-200, 250), (0, 150), (200, 50)], level: level)
      let built = try world.build()
      #expect(!built.meet("L", "A") && built.links("L").count == 1)
    }
  }

  @Test func `a lift that begins at the end of a bridge is reached over the bridge`() throws {
    var world = MetricWorld()
    world.lift("L", [(0, 0), (0, 400)])
    world.run("A", [(-200, 250), (0, 0)], level: Self.bridge)
    #expect(try world.build().hasPath("A", "L", toStart: true))
  }

  @Test func `an area on a bridge is not entered from the run below`() throws {
    var world = MetricWorld()
    world.run("A", [(0, 300), (0, 0)])
    world.area("P", [(-100, 200), (100, 200), (100, 100), (-100, 100)])
    world.data.runs[1].level = Self.bridge
    #expect(try !world.build().meet("A", "P"))
  }
}
