import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiBuild

struct ConnectorTests {
  @Test func `a lift whose top is 10 m and whose bottom is 25 m from a run is connected at both ends`() throws
  {
    var world = MetricWorld()
    world.lift("L", [(25, 0), (10, 500)])
    world.run("R", [(0, 505), (0, -40)])
    let built = try world.build()
    #expect(built.hasPath("R", "L", toStart: true) && built.hasPath("L", "R"))
    #expect(Set(built.connectors.map(\.cause)) == [.liftToRun, .runToLift])
  }

  @Test func `a run that crosses below a lift between stations is not connected to it`() throws {
    var world = MetricWorld()
    world.lift("L", [(0, 0), (0, 1000)])
    world.run("R", [(-300, 520), (300, 480)])
    let built = try world.build()
    #expect(built.links("L").count == 1)
    #expect(built.connectors.isEmpty)
    #expect(!built.meet("L", "R"))
  }

  @Test func `lifts that share a vertex share a node, and stations 50 m apart are joined`() throws {
    var world = MetricWorld()
    world.lift("A", [(0, 0), (0, 500)])
    world.lift("B", [(0, 500), (0, 900)])
    world.lift("C", [(50, 900), (50, 1500)])
    let built = try world.build()
    #expect(built.meet("A", "B"))
    #expect(built.hasPath("A", "C"))
    #expect(built.connectors.map(\.cause) == [.liftToLift])
  }

  @Test func `a lift beside a hard run is also connected to an easier run 60 m away`() throws {
    for (far, isJoined) in [(Difficulty.easy, true), (.advanced, false)] {
      var world = MetricWorld()
      world.lift("L", [(0, 0), (0, 500)])
      world.run("Black", [(10, 505), (10, -40)], .advanced)
      world.run("Far", [(-60, 900), (-60, 505), (-400, -40)], far)
      let built = try world.build()
      #expect(built.hasPath("L", "Black"))
      #expect(built.hasPath("L", "Far") == isJoined, "the far run is \(far)")
    }
  }

  @Test func `a dead end is connected over a gap of 140 m, not of 160 m`() throws {
    for (gap, isJoined) in [(140.0, true), (160.0, false)] {
      var world = MetricWorld()
      world.lift("L", [(0, 0), (0, 500)])
      world.run("R", [(0, 495), (gap, 0)])
      #expect(try world.build().hasPath("R", "L", toStart: true) == isJoined, "gap \(gap) m")
    }
  }

  @Test func `a run end 20 m beyond its junction has no connector, one 60 m beyond has one`() throws {
    for (beyond, count) in [(20.0, 0), (60, 1)] {
      var world = MetricWorld()
      world.lift("L", [(0, 0), (0, 500)])
      world.run("R", [(0, 500), (0, 260), (100, 250), (0, 0)])
      world.run("S", [(100, 250 + beyond), (100, 250), (300, 100), (0, 0)])
      let built = try world.build()
      #expect(built.hasPath("S", "L", toStart: true))
      #expect(built.connectors.count == count, "\(beyond) m")
    }
  }

  @Test func `no connector leads up or down a cliff of 40 m`() throws {
    let cliff = FunctionElevation { place in
      let (x, y) = MetricWorld.metres(place)
      return 2000 + y * 0.2 + (x > 60 ? 40 : 0)
    }
    var world = MetricWorld()
    world.lift("L", [(0, 0), (0, 500)])
    world.run("R", [(120, 495), (120, 0)])
    let built = try world.build(cliff)
    #expect(!built.hasPath("R", "L", toStart: true) && !built.hasPath("L", "R"))
    #expect(built.connectors.isEmpty)
  }

  @Test func `every connector of a random crowded place keeps to the limits`() throws {
    let built = try DenseWorld.make(seed: 7).build()
    #expect(!built.connectors.isEmpty)
    for link in built.connectors {
      let metres = Double(link.distancesCentimetres.last ?? 0) / 100
      let climb = abs((link.points.last?.elevationMetres ?? 0) - (link.points.first?.elevationMetres ?? 0))
      #expect(metres <= 150.5 && climb <= 30 && climb <= 0.6 * max(25, metres) + 0.01)
      #expect(link.tail != link.head && link.feature == nil && link.points.count >= 2)
    }
  }

  @Test func `two lifts with runs 95 m apart are joined in both directions`() throws {
    var world = MetricWorld()
    world.lift("A", [(0, 0), (0, 500)])
    world.run("RA", [(5, 500), (5, 0)])
    world.lift("B", [(100, 0), (100, 500)])
    world.run("RB", [(105, 500), (105, 0)])
    let built = try world.build()
    #expect(built.hasPath("RA", "B") && built.hasPath("RB", "A"))
  }

  @Test func `a hut 80 m from a run is connected to it, one 300 m away is not`() throws {
    var world = MetricWorld()
    world.run("R", [(0, 300), (0, 0)])
    for (id, x) in [("near", 80.0), ("far", 300)] {
      world.data.spots.append(
        Spot(id: SourceID(id), name: id, kind: .hut, coordinate: MetricWorld.place(x, 150)))
    }
    let built = try world.build()
    #expect(built.builder.features.first { $0.facts.name == "near" }?.startNode != nil)
    #expect(built.builder.features.first { $0.facts.name == "far" }?.startNode == nil)
  }
}

/// A place with many random runs and lifts, for rules that must hold for any shape.
enum DenseWorld {
  static func make(seed: UInt64, count: Int = 40) -> MetricWorld {
    var random = SeededGenerator(seed: seed)
    var world = MetricWorld()
    func near() -> Double { Double.random(in: -700...700, using: &random) }
    for number in 0..<count {
      let (x, y) = (near(), near())
      let grade = Difficulty.allCases[Int.random(in: 0..<5, using: &random)]
      world.run(
        "run \(number)", [(x, y), (x + near() / 4, y - 150), (x + near() / 3, y - 300 + near() / 5)], grade)
      if number % 4 == 0 { world.lift("lift \(number)", [(near(), y - 300), (x, y)]) }
      if number % 8 == 0 {
        world.area("area \(number)", [(x, y), (x + 90, y), (x + 80, y - 120), (x - 10, y - 100)], grade)
      }
    }
    return world
  }
}
