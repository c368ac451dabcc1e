import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

@testable import SkiBuild

/// Streets join stations and the ends of runs, and each other at shared vertices.
struct StreetNetworkTests {
  /// Returns a lift 500 m up a slope with a run beside it, and a street from its lower end to the west.
  private static func village() -> MetricWorld {
    var world = MetricWorld()
    world.lift("Lift", [(0, 0), (0, 500)])
    world.run("Run", [(10, 500), (60, 250), (10, 5)])
    world.street("High Street", [(-20, 0), (-120, 0), (-300, 0)])
    return world
  }

  @Test func `a street is connected to a lift nearby`() throws {
    let built = try Self.village().build()
    #expect(built.streetLinks("High Street").map(\.kind) == [.walk])
    #expect(built.hasWalk(from: (-300, 0), to: "Lift"))
    let connector = try #require(built.connectors.first { $0.cause == .street })
    #expect(connector.distancesCentimetres.last.map { (1950...2050).contains($0) } == true)
    #expect(connector.difficulty == nil)
    #expect(built.report.usedCounts["streets"] == 1)
  }

  @Test func `streets are walked in both directions and have no grade`() throws {
    let built = try Self.village().build()
    for link in built.streetLinks("High Street") {
      #expect(link.allowsForward && link.allowsBackward)
      #expect(link.difficulty == nil)
      #expect(link.cause == .street)
      #expect(link.flags == .hasElevation)
    }
  }

  @Test func `streets that share a vertex meet, streets that only cross do not`() throws {
    var world = Self.village()
    world.street("Side Street", [(-120, 0), (-120, 200)])
    world.street("Flyover", [(-200, -100), (-200, 100)])
    let built = try world.build()
    #expect(built.meet("High Street", "Side Street"))
    #expect(built.streetLinks("Flyover").isEmpty)
    #expect(built.report.count(of: "streetFarFromLifts") == 1)
  }

  @Test func `a bridge joins the streets at its ends and nothing below it`() throws {
    var world = Self.village()
    world.street("Bridge", [(-300, 0), (-400, 0), (-500, 0)], level: Level(isBridge: true, layer: 1))
    world.street("Below", [(-400, -100), (-400, 0), (-400, 100)])
    world.street("Beyond", [(-500, 0), (-600, 0)])
    let built = try world.build()
    #expect(built.meet("High Street", "Bridge"))
    #expect(built.meet("Bridge", "Beyond"))
    #expect(built.streetLinks("Below").isEmpty)
  }

  @Test func `a street that crosses a run on another level or without a shared vertex never joins it`() throws
  {
    for level in [Level(isBridge: true, layer: 1), Level(isTunnel: true, layer: -1), .ground] {
      var world = Self.village()
      // On the ground it crosses without a vertex in common; above and below even with one.
      let middle = level == .ground ? (55.0, 260.0) : (60.0, 250.0)
      world.street("Road", [(-20, 0), (-100, 200), (-10, 255), middle, (300, 250)], level: level)
      let built = try world.build()
      #expect(!built.meet("Road", "Run"))
    }
  }

  @Test func `a run is joined to a street where they share a vertex`() throws {
    var world = Self.village()
    world.street("Road", [(-20, 0), (-100, 200), (60, 250), (300, 250)])
    let built = try world.build()
    #expect(built.meet("Road", "Run"))
    #expect(built.links("Run").count == 2)
    #expect(built.hasPath("Run", "Lift", toStart: true))
  }

  @Test func `a street beside a run is connected to it only at its end`() throws {
    var world = Self.village()
    world.street("Lane", [(-20, 0), (20, 4), (75, 250), (30, 480)])
    let built = try world.build()
    #expect(!built.meet("Lane", "Run"))
    let upper = MetricWorld.place(10, 500)
    let joins = built.connectors.filter { $0.cause == .street && !$0.points.isEmpty }
    #expect(joins.contains { $0.points.contains { $0.coordinate.distanceMetres(to: upper) < 1 } })
    #expect(joins.allSatisfy { ($0.distancesCentimetres.last ?? 0) <= 10_000 })
  }

  @Test func `a station is not connected to a street in a tunnel or on a cliff`() throws {
    var world = Self.village()
    world.data.streets = []
    world.street("Tunnel", [(-20, 0), (-300, 0)], level: Level(isTunnel: true, layer: -1))
    #expect(try world.build().streetLinks("Tunnel").isEmpty)
    var cliff = Self.village()
    cliff.data.streets = []
    cliff.street("Ledge", [(-40, 0), (-300, 0)])
    let wall = FunctionElevation { MetricWorld.metres($0).x < -30 ? 2200 : 2000 }
    #expect(try cliff.build(wall).streetLinks("Ledge").isEmpty)
  }

  @Test func `a street is cut off about 1.9 km from the lift`() throws {
    var world = Self.village()
    world.data.streets = []
    world.street("Long Road", (0...50).map { (-20 - Double($0) * 100, 0) })
    let built = try world.build()
    let metres = built.streetLinks("Long Road").reduce(0.0) {
      $0 + Double($1.distancesCentimetres.last ?? 0) / 100
    }
    #expect((1850...2000).contains(metres))
  }

  @Test func `a closed street keeps its whole length`() throws {
    var world = Self.village()
    world.street("Ring", [(-300, 0), (-400, 0), (-400, 100), (-300, 100), (-300, 0)])
    let built = try world.build()
    let metres = built.streetLinks("Ring").reduce(0.0) {
      $0 + Double($1.distancesCentimetres.last ?? 0) / 100
    }
    #expect((395...405).contains(metres))
  }

  @Test func `a hut beside a street is connected`() throws {
    var world = Self.village()
    world.data.spots = [
      Spot(id: SourceID("Hotel"), name: "Hotel", kind: .hut, coordinate: MetricWorld.place(-290, 30))
    ]
    let built = try world.build()
    let hotel = try #require(built.feature("Hotel"))
    #expect(built.builder.features[hotel].startNode != nil)
  }
}

extension BuiltWorld {
  func streetLinks(_ id: String) -> [BuilderLink] { links(id).filter { $0.kind == .walk } }

  /// Returns whether the boarding end of a lift can be reached on foot from near a place in metres.
  func hasWalk(from place: (Double, Double), to lift: String) -> Bool {
    let start = MetricWorld.place(place.0, place.1)
    let node = builder.nodes.indices.min {
      builder.nodes[$0].coordinate.distanceMetres(to: start)
        < builder.nodes[$1].coordinate.distanceMetres(to: start)
    }
    guard let node, let end = feature(lift).flatMap({ builder.features[$0].startNode }) else { return false }
    var visited: Set<BuilderNodeIndex> = [BuilderNodeIndex(node)]
    var open = visited
    while let at = open.popFirst() {
      for link in builder.links where link.kind == .walk || link.cause == .street {
        for (a, b) in [(link.tail, link.head), (link.head, link.tail)]
        where a == at && visited.insert(b).inserted { open.insert(b) }
      }
    }
    return visited.contains(end)
  }
}
