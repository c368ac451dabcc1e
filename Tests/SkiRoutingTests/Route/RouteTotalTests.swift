import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

/// Totals of a route.
@Suite struct RouteTotalTests {
  private static func run(_ metres: Double, _ gradient: Double?) -> RouteStep {
    var step = RouteStep(kind: .run)
    step.lengthMetres = metres
    step.maxGradient = gradient.map { Gradient(ratio: $0) }
    return step
  }

  @Test func `the hardest 25 m are on a run that long, on a shorter one only if no other has elevations`() {
    let cases: [([(Double, Double?)], Int)] = [
      ([(300, 0.2), (10, 0.9)], 0), ([(25, 0.2), (24.9, 0.9)], 0), ([(25, 0.5), (100, 0.4)], 0),
      ([(300, nil), (10, 0.9)], 1), ([(300, nil), (30, 0.3), (10, 0.9)], 1),
      ([(300, 0.3), (300, 0.4), (300, 0.4)], 1), ([(20, 0.3), (10, 0.6)], 1),
    ]
    for (runs, hardest) in cases {
      let route = Route(steps: runs.map { Self.run($0.0, $0.1) })
      #expect(route.hardestSection()?.step == hardest, "\(runs)")
    }
    #expect(Route(steps: [Self.run(300, nil)]).hardestSection() == nil)
  }

  @Test func `a route without a departure has no clock times, and off-network walks are as long as drawn`()
    throws
  {
    var walks = 0
    for seed in UInt64(1)...400 {
      var world = try RandomWorld(seed: seed)
      let request = RouteRequest.fastest(
        from: world.endpoint(), to: world.endpoint(), profile: world.profile())
      guard case .answer(let route) = try Router(graph: world.graph).route(request) else { continue }
      #expect(route.departure == nil && route.arrival == nil, "seed \(seed)")
      #expect(route.steps.allSatisfy { $0.closedMilliseconds == 0 }, "seed \(seed)")
      for step in route.steps where step.edges.isEmpty {
        let metres = zip(step.points, step.points.dropFirst()).reduce(0) {
          $0 + $1.0.coordinate.distanceMetres(to: $1.1.coordinate)
        }
        #expect(abs(step.lengthMetres - metres) < 0.5, "seed \(seed)")
        walks += 1
      }
    }
    #expect(walks > 20)
  }

  @Test func `the totals of a route by movement are the sums of its steps`() throws {
    var climbs = 0
    for seed in UInt64(1)...400 {
      var world = try RandomWorld(seed: seed)
      let request = RouteRequest.fastest(
        from: world.endpoint(), to: world.endpoint(), profile: world.profile())
      guard case .answer(let route) = try Router(graph: world.graph).route(request) else { continue }
      var (skied, foot, ridden, waits) = (0.0, 0.0, 0.0, 0)
      var (up, down): (Double?, Double?)
      for step in route.steps {
        switch step.kind {
        case .lift: ridden += step.lengthMetres
        case .run where step.movement != .climbed: skied += step.lengthMetres
        default: foot += step.lengthMetres
        }
        if step.kind == .run, step.movement == .climbed { climbs += 1 }
        waits += step.waitMilliseconds
        up = step.ascentMetres.map { (up ?? 0) + $0 } ?? up
        down = step.descentMetres.map { (down ?? 0) + $0 } ?? down
      }
      let note: Comment = "seed \(seed)"
      #expect(abs(route.skiedMetres() - skied) < 1e-6 && abs(route.footMetres() - foot) < 1e-6, note)
      #expect(abs(route.lengthMetres(of: .lift) - ridden) < 1e-6, note)
      #expect(abs(route.lengthMetres() - skied - foot - ridden) < 1e-6, note)
      #expect(route.totalWaitMilliseconds() == waits, note)
      #expect(route.ascentMetres() == up && route.descentMetres() == down, note)
      let grades = route.steps.compactMap(\.difficulty)
      let hardest = route.hardestGradedStep()
      #expect(hardest?.difficulty == grades.max(), note)
      #expect(hardest == route.steps.first { $0.difficulty != nil && $0.difficulty == grades.max() }, note)
    }
    #expect(climbs > 5)
  }

  @Test func `a walk is named by its streets of 40 m or more, else by the longest`() throws {
    for (cells, name) in [
      ((12, 3, 6), "Long, Middle"), ((3, 2, 1), "Long"), ((1, 3, 2), "Short"), ((4, 3, 4), "Long, Middle"),
    ] {
      let line = [cells.0, cells.1, cells.2].map { String(repeating: "-", count: $0 - 1) }
      let world = try DrawnWorld(
        "A\(line[0])B\(line[1])C\(line[2])D", cellMetres: 10.01,
        [.walk("AB", name: "Long"), .walk("BC", name: "Short"), .walk("CD", name: "Middle")])
      let route = try #require(try world.route(.node(world.node("A")), .node(world.node("D"))))
      #expect(TextLines.merged(route.steps).map(\.name) == [name])
    }
  }
}
