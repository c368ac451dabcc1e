import SkiAnswers
import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

@Suite struct OpeningDirectionsTests {
  private static func directions(leaving departure: String) throws -> (Directions, Route) {
    let world = try DrawnWorld(
      """
      T------M
      |
      |
      B
      """, heights: ["B": 1000, "T": 1200, "M": 1100],
      [.lift("BT", .chairLift, name: "Caron"), .run("TM", .easy, name: "Blue")])
    var schedule = Schedule(now: UniversalTime(secondsSince1970: 0))
    schedule.hours.liftsOpen = try DayTime("09:00")
    let timetable = Timetable(graph: world.graph, schedule: schedule)
    let session = DaySession(world.router, timetable: timetable)
    let request = RouteRequest.fastest(from: .node(world.node("B")), to: .node(world.node("M")))
    guard case .answer(let route) = try session.route(request, departing: try DayTime(departure)) else {
      throw SkiError(.invalidArgument, "no route in a test")
    }
    return (Directions(route, graph: world.graph), route)
  }

  @Test func `an early arrival at a lift waits for the opening and then for the usual time`() throws {
    let (directions, route) = try Self.directions(leaving: "08:40")
    #expect(directions.sentences()[0] == "Wait until 09:00, when Caron opens.")
    #expect(directions.sentences()[1] == "Take the chair lift Caron (3 min, 3 min wait).")
    #expect(directions.instructions[0].milliseconds == 20 * 60_000)
    #expect(route.steps[0].closedMilliseconds == 20 * 60_000)
    let sum = directions.instructions.reduce(0) { $0 + $1.milliseconds }
    #expect(sum == route.totalMilliseconds())
  }

  @Test(arguments: DayOracleTests.batches.prefix(4))
  func `on random schedules waits and legs follow each other without gaps`(first: UInt64) throws {
    var waits = 0
    for seed in first..<first + 500 {
      var world = try RandomWorld.tagged(seed: seed)
      var random = SeededGenerator(seed: seed ^ 0x0BE)
      let timetable = Timetable(graph: world.graph, schedule: random.schedule(for: world.graph))
      let session = DaySession(Router(graph: world.graph), timetable: timetable)
      let request = RouteRequest.fastest(
        from: world.endpoint(), to: world.endpoint(), profile: world.profile())
      guard case .answer(let route) = try session.route(request, departing: random.moment()) else { continue }
      let directions = Directions(route, graph: world.graph)
      var check = DirectionsCheck(route: route, directions: directions, graph: world.graph)
      check.run()
      #expect(check.violations.isEmpty, "seed \(seed)")
      for (wait, leg) in zip(directions.instructions, directions.instructions.dropFirst()) {
        guard case .wait = wait.kind else { continue }
        #expect(leg.startMilliseconds == wait.startMilliseconds + wait.milliseconds, "seed \(seed)")
        waits += 1
      }
    }
    #expect(waits > 0, "\(waits)")
  }

  @Test func `an arrival at an open lift has no instruction to wait for the opening`() throws {
    let (directions, route) = try Self.directions(leaving: "10:00")
    #expect(directions.sentences()[0].hasPrefix("Take the chair lift Caron"))
    #expect(route.steps[0].closedMilliseconds == 0)
  }
}
