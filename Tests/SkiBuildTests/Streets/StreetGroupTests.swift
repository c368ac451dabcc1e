import SkiAnswers
import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

@testable import SkiBuild

/// Streets between ski areas, the order of the input, and hostile shapes.
struct StreetGroupTests {
  /// Returns two lifts with a run each, 3 km apart, and a road from one to the other.
  private static func twoAreas() -> MetricWorld {
    var world = MetricWorld()
    for (name, east) in [("West", 0.0), ("East", 3000.0)] {
      world.lift(name, [(east, 0), (east, 500)])
      world.run(name + " run", [(east + 10, 500), (east + 60, 250), (east + 10, 5)])
    }
    world.street("Valley Road", (0...30).map { (20 + Double($0) * 99, -10) })
    return world
  }

  private static func map(_ world: MetricWorld, regionPointLimit: Int) throws -> SkiMap {
    var options = GraphBuildOptions()
    options.regionPointLimit = regionPointLimit
    return try GraphBuild.build(
      world.data, report: ImportReport(), elevation: MetricWorld.slope, options: options
    ).contents.map()
  }

  @Test(arguments: [1, Int.max])
  func `a street between two ski areas leads to each of them but does not join them`(limit: Int) throws {
    let map = try Self.map(Self.twoAreas(), regionPointLimit: limit)
    #expect(map.regionCount == (limit == 1 ? 2 : 1))
    let router = MapRouter(map: map)
    let door = RouteEndpoint.coordinate(MetricWorld.place(1500, 0))
    for east in [0.0, 3000.0] {
      let top = RouteEndpoint.coordinate(MetricWorld.place(east, 500))
      guard case .answer(let route) = try router.route(RouteRequest.fastest(from: door, to: top)) else {
        Issue.record("no route to the lift \(east) m east")
        continue
      }
      #expect(route.steps.contains { $0.kind == .walk && $0.name == "Valley Road" })
      #expect(route.steps.last?.kind == .lift)
    }
    let west = RouteEndpoint.coordinate(MetricWorld.place(0, 500))
    let east = RouteEndpoint.coordinate(MetricWorld.place(3000, 500))
    guard case .noAnswer = try router.route(RouteRequest.fastest(from: west, to: east)) else {
      Issue.record("a street joins two ski areas")
      return
    }
  }

  @Test func `a street near two areas is counted once`() throws {
    var report = ImportReport()
    report.readCounts = ["streets": 1]
    let built = try GraphBuild.build(
      Self.twoAreas().data, report: report, elevation: MetricWorld.slope)
    #expect(built.report.usedCounts["streets"] == 1)
  }

  @Test func `the map does not depend on the order of the streets or the number of threads`() throws {
    var world = Self.twoAreas()
    for number in 0..<40 {
      let x = Double(number) * 70
      world.street("Lane \(number % 7)", [(20 + x / 70 * 99, -10), (x, 60), (x + 40, 120)])
    }
    var random = SeededGenerator(seed: 5)
    var bytes: Set<[UInt8]> = []
    for threads in [1, 2, 3] {
      var options = GraphBuildOptions()
      options.parallelTasks = threads
      let built = try GraphBuild.build(
        world.data, report: ImportReport(), elevation: MetricWorld.slope, options: options)
      bytes.insert(try built.contents.encoded())
      world.data.streets.shuffle(using: &random)
    }
    #expect(bytes.count == 1)
  }

  @Test func `streets without lifts nearby are left out and counted`() throws {
    var world = MetricWorld()
    world.run("Run", [(10, 500), (10, 5)])
    world.street("Road", [(0, 0), (100, 0)])
    let built = try world.build()
    #expect(built.streetLinks("Road").isEmpty)
    #expect(built.report.count(of: "streetFarFromLifts") == 1)
  }

  @Test func `the skiing links and areas are the same with and without streets`() throws {
    var world = Self.twoAreas()
    let with = try world.build()
    world.data.streets = []
    let without = try world.build()
    func facts(_ built: BuiltWorld) -> [String] {
      built.builder.links.filter { $0.cause != .street }.map {
        "\($0.kind) \($0.cause) \($0.distancesCentimetres) \($0.points.map(\.position))"
      }
    }
    #expect(facts(with) == facts(without))
    #expect(with.builder.areas == without.builder.areas)
  }

  @Test func `every hostile street is counted as used or left out`() throws {
    var world = Self.twoAreas()
    world.street("Point", [(0, 0), (0, 0)])
    world.street("Back", [(20, -10), (60, -10), (20, -10), (60, -10)])
    world.street("Spiral", (0...500).map { (20 + Double($0 % 7), -10 + Double($0 % 11)) })
    world.street("Far", [(0, 0), (200_000, 0)])
    world.data.streets.append(
      Street(id: SourceID("None"), kind: .path, lines: []))
    world.data.streets.append(
      Street(
        id: SourceID("Mad"), kind: .path,
        lines: [
          Polyline([Coordinate(latitude: .nan, longitude: 7), Coordinate(latitude: 46, longitude: 999)])
        ]))
    world.data.streets.append(contentsOf: world.data.streets)
    var report = ImportReport()
    report.readCounts = ["streets": world.data.streets.count]
    let built = try GraphBuild.build(world.data, report: report, elevation: MetricWorld.slope)
    _ = try built.contents.map()
    let left = built.report.entries.filter { $0.outcome == .leftOut }.reduce(0) { $0 + $1.count }
    #expect(built.report.usedCounts["streets", default: 0] + left == world.data.streets.count)
  }
}

/// A street joins lifts near each other on foot, and no others.
struct StreetBetweenLiftsTests {
  /// Returns two lifts of one group some metres apart, each with a run, a road between their feet, and a long run
  /// between their tops that makes them one group.
  private static func lifts(apart metres: Double) -> MetricWorld {
    var world = MetricWorld()
    for (name, east) in [("West", 0.0), ("East", metres)] {
      world.lift(name, [(east, 0), (east, 500)])
      world.run(name + " run", [(east + 10, 500), (east + 60, 250), (east + 10, 5)])
    }
    world.run("Traverse", [(0, 510), (metres, 500)], oneway: .oneway)
    world.street("Road", [(20, -10), (metres / 2, -10), (metres - 20, -10)])
    return world
  }

  private func route(_ world: MetricWorld, _ from: (Double, Double), _ to: (Double, Double)) throws -> Route?
  {
    let router = Router(graph: try world.build().builder.build())
    let ends = [from, to].map { RouteEndpoint.coordinate(MetricWorld.place($0.0, $0.1)) }
    guard case .answer(let route) = try router.route(RouteRequest.fastest(from: ends[0], to: ends[1])) else {
      return nil
    }
    return route
  }

  @Test func `lifts 1 km apart are joined by a street`() throws {
    let route = try #require(try route(Self.lifts(apart: 1000), (0, 0), (1000, 0)))
    #expect(route.steps.contains { $0.name == "Road" && $0.lengthMetres > 900 })
    #expect(!route.steps.contains { $0.kind == .lift })
  }

  @Test func `lifts 2.4 km apart are not joined by a street`() throws {
    let world = Self.lifts(apart: 2400)
    let ridden = try #require(try route(world, (0, 0), (2400, 500)))
    #expect(ridden.steps.contains { $0.name == "West" } && ridden.steps.contains { $0.name == "Traverse" })
    #expect(ridden.steps.allSatisfy { $0.kind != .walk || $0.lengthMetres < 30 })
    let back = try route(world, (2400, 0), (0, 500))
    #expect(back == nil)
  }

  @Test func `each place on a long street has a walk to the nearer lift`() throws {
    let world = Self.lifts(apart: 2400)
    for (x, top) in [(1150.0, 0.0), (1250.0, 2400.0)] {
      let route = try #require(try route(world, (x, 0), (top, 500)))
      #expect(route.steps.contains { $0.name == "Road" && $0.lengthMetres > 1000 })
    }
  }
}

/// The survey's lift shares, which count skiing only, and its lifts reached on foot.
struct StreetSurveyTests {
  @Test func `a street adds no mutually reachable lift, and the survey lists lifts reached only on foot`()
    throws
  {
    var world = MetricWorld()
    world.lift("A", [(0, 0), (0, 500)])
    world.run("A run", [(10, 500), (60, 250), (10, 5)])
    world.lift("B", [(400, 0), (400, 500)])
    world.street("Road", [(20, -10), (380, -10)])
    world.street("Track", [(390, 500), (390, 520), (200, 520)])
    let with = MapSurvey(try world.build().builder.build())
    world.data.streets = []
    let without = MapSurvey(try world.build().builder.build())
    #expect(with.areas.map(\.mutuallyReachableLiftCount) == without.areas.map(\.mutuallyReachableLiftCount))
    #expect(with.areas.flatMap(\.otherLifts).map(\.id.rawValue) == ["B"])
    #expect(with.liftsOnlyOnFoot.map(\.id.rawValue) == ["B"])
    #expect(without.liftsOnlyOnFoot.isEmpty)
    #expect(with.text().string.contains("no route to it but on foot, no route from it but on foot"))
  }
}
