import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiBuild

/// The terrain between the ends of a connector decides whether it is made.
struct ConnectorTerrainTests {
  /// Returns a lift at x = 0 and a run that ends beside its foot, some metres to the east, with the ground between as a
  /// function of x.
  private func apart(_ metres: Double, _ height: @escaping @Sendable (Double) -> Double) throws -> BuiltWorld
  {
    var world = MetricWorld()
    world.lift("L", [(0, 0), (0, 500)])
    world.run("R", [(0, 495), (metres / 2, 250), (metres, 0)])
    return try world.build(
      FunctionElevation { place in
        let (x, y) = MetricWorld.metres(place)
        return 2000 + 0.2 * y + height(x)
      })
  }

  @Test func `a gully or ridge of 20 m between the ends prevents a connector, a gully of 5 m does not`()
    throws
  {
    #expect(try apart(120) { _ in 0 }.hasPath("R", "L", toStart: true))
    for depth in [-20.0, 20] {
      let built = try apart(120) { x in depth * max(0, 1 - abs(x - 40) / 30) }
      #expect(!built.hasPath("R", "L", toStart: true), "\(depth) m")
    }
    #expect(try apart(120) { x in -5 * max(0, 1 - abs(x - 40) / 30) }.hasPath("R", "L", toStart: true))
  }

  @Test func `a cliff between the ends prevents a connector, an even slope of the same height does not`()
    throws
  {
    let wall = try apart(120) { x in x > 45 ? 22 : 0 }
    #expect(!wall.hasPath("R", "L", toStart: true))
    let slope = try apart(120) { x in min(22, max(0, x * 22 / 120)) }
    #expect(slope.hasPath("R", "L", toStart: true))
  }

  @Test func `a connector too steep to walk up leads down only`() throws {
    let steep = try apart(50) { x in min(25, max(0, x * 0.5)) }
    #expect(steep.hasPath("R", "L", toStart: true))
    let link = try #require(steep.connectors.first { $0.points.count > 2 })
    #expect(link.allowsForward != link.allowsBackward)
    #expect(link.difficulty == TerrainGrade.connectorGrade(steepest: 0.5, in: .europe))
  }

  @Test func `a slope of 17 m over 100 m is slid down, not climbed, and one of 10 m leads both ways`() throws
  {
    for (rise, isOneWay) in [(17.0, true), (10, false)] {
      let built = try apart(100) { x in min(rise, max(0, x * rise / 100)) }
      #expect(built.hasPath("R", "L", toStart: true), "\(rise) m")
      let link = try #require(built.connectors.first { ($0.distancesCentimetres.last ?? 0) > 9000 })
      #expect((link.allowsForward != link.allowsBackward) == isOneWay, "\(rise) m")
    }
  }

  @Test func `a step of 9 m over 14 m is not climbed`() throws {
    let built = try apart(14) { x in min(9, max(0, x * 9 / 14)) }
    #expect(built.hasPath("R", "L", toStart: true))
    let step = try #require(built.connectors.first { ($0.distancesCentimetres.last ?? 0) > 1000 })
    #expect(step.allowsForward != step.allowsBackward)
  }

  @Test func `no connector crosses a drag lift away from its stations, and one crosses a chair lift`() throws
  {
    for (kind, isJoined) in [(LiftKind.dragLift, false), (.chairLift, true)] {
      var world = MetricWorld()
      world.lift("L", [(0, 0), (0, 500)])
      world.run("R", [(0, 495), (50, 250), (100, 0)])
      world.lift("Between", [(50, -200), (50, 200)], kind)
      world.run("Back", [(60, 200), (120, 0), (60, -200)])
      let built = try world.build()
      let crossing = built.connectors.filter { link in
        let xs = [link.points.first, link.points.last].compactMap {
          $0.map { MetricWorld.metres($0.coordinate).x }
        }
        return xs[0] < 49 && xs[1] > 51 || xs[1] < 49 && xs[0] > 51
      }
      #expect(!crossing.isEmpty == isJoined, "\(kind)")
    }
  }

  @Test func `the grade of a connector comes from its steepest section`() throws {
    let built = try apart(120) { x in x < 60 ? 0 : min(10, (x - 60) / 3) }
    let link = try #require(built.connectors.first { ($0.distancesCentimetres.last ?? 0) > 10_000 })
    #expect(link.difficulty == TerrainGrade.connectorGrade(steepest: 1.0 / 3, in: .europe))
    #expect(link.points.count > 4)
  }

  @Test func `without an elevation source a run between the ends gives the ground of a connector`() throws {
    for (height, isJoined) in [(2000.0, true), (1950, false)] {
      var world = MetricWorld()
      world.lift("L", [(0, 0), (0, 500)], heights: [2000, 2100])
      world.run("R", [(0, 495), (120, 0)], heights: [2099, 2000])
      // A run through a gully between the two, which leads nowhere near the lift.
      world.run("G", [(60, 30), (60, -400)], heights: [height + 6, height - 80])
      let built = try world.build(nil)
      #expect(built.hasPath("R", "L", toStart: true) == isJoined, "\(height) m")
    }
  }

  @Test func `a connector that crosses a run is joined to it`() throws {
    var world = MetricWorld()
    world.lift("L", [(0, 0), (0, 500)])
    world.run("Black", [(20, 600), (20, -40)], .advanced)
    world.run("Easy", [(60, 900), (60, 505), (400, -40)], .easy)
    let built = try world.build()
    #expect(built.hasPath("L", "Easy"))
    let ends = built.connectors.map { link in
      [link.points.first, link.points.last].map { $0.map { MetricWorld.metres($0.coordinate).x } ?? 0 }
        .sorted()
    }
    #expect(ends.contains { $0[0] < 19 && abs($0[1] - 20) < 1 } && ends.contains { abs($0[0] - 20) < 1 })
    #expect(!ends.contains { $0[0] < 19 && $0[1] > 21 }, "\(ends)")
  }

  @Test(arguments: [Level(isBridge: true), Level(isTunnel: true)])
  func `a run on a bridge or in a tunnel neither joins nor blocks a connector`(level: Level) throws {
    var world = MetricWorld()
    world.lift("L", [(0, 0), (0, 500)])
    world.run("Over", [(20, 600), (20, 400)], .advanced, level: level)
    world.run("Easy", [(28, 900), (28, 505), (400, -40)], .easy)
    let built = try world.build()
    #expect(built.hasPath("L", "Easy"))
    #expect(built.links("Over").count == 1)
    let ends = built.connectors.flatMap { [$0.points.first, $0.points.last].compactMap { $0?.coordinate } }
    let onBridge = ends.map(MetricWorld.metres).filter { (place: (x: Double, y: Double)) -> Bool in
      abs(place.x - 20) < 2 && abs(place.y - 500) < 50
    }
    #expect(onBridge.isEmpty)
  }

  @Test func `a lift is connected to the end of a bridge, not to its middle`() throws {
    for (x, isJoined) in [(0.0, true), (300, false)] {
      var world = MetricWorld()
      world.run("Bridge", [(0, 100), (600, 100)], oneway: .oneway, level: Level(isBridge: true))
      world.run("On", [(600, 100), (600, -300)])
      world.run("To", [(0, 500), (0, 100)])
      world.lift("L", [(x, -300), (x, 90)])
      #expect(try world.build().hasPath("L", "Bridge", toStart: true) == isJoined, "x \(x)")
    }
  }

  @Test func `a connector from a lift leads down to a run rather than up to its nearest point`()
    throws
  {
    var world = MetricWorld()
    world.lift("L", [(-25, -200), (0, 300)], heights: [1960, 2057])
    world.run("R", [(20, 400), (20, 0)], heights: [2080, 2000])
    let built = try world.build(nil)
    let link = try #require(built.connectors.first { $0.cause == .liftToRun })
    let ends = [link.points.first, link.points.last].map { $0?.elevationMetres ?? 0 }
    #expect(abs(ends[0] - 2057) < 0.5 && ends[1] <= 2057.1, "\(ends)")
  }
}
