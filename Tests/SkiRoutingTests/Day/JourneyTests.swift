import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

@Suite struct JourneyTests {
  @Test func `the duration of a journey is that of exhaustive searches leg by leg, pauses included`() throws {
    var found = 0
    for seed in UInt64(1)...2000 {
      var world = try RandomWorld(seed: seed)
      var random = SeededGenerator(seed: seed ^ 0x721)
      let timetable = Timetable(graph: world.graph, schedule: random.schedule(for: world.graph))
      let session = DaySession(Router(graph: world.graph), timetable: timetable)
      let profile = world.profile()
      let places = (0..<Int.random(in: 3...4, using: &random)).map { _ in world.endpoint() }
      let stops = places.dropFirst().dropLast().map {
        RouteStop($0, pauseMilliseconds: Int.random(in: 0...600_000, using: &random))
      }
      let departure = random.moment()
      let request = RouteRequest.fastest(from: places[0], to: places[places.count - 1], profile: profile)
      var truth: Int? = departure.milliseconds
      for (index, place) in places.dropFirst().enumerated() {
        guard let time = truth else { break }
        let leaves = DayTime(milliseconds: time)
        truth =
          places[index] == place
          ? time
          : DayOracleTests.arrival(world.graph, timetable, profile, places[index], place, leaves)
        if index < stops.count { truth = truth.map { $0 + stops[index].pauseMilliseconds } }
      }
      let note: Comment = "seed \(seed)"
      switch try session.journey(request, over: stops, departing: departure) {
      case .noAnswer(let reason):
        #expect(truth == nil && (0..<places.count - 1).contains(reason.leg ?? -1), note)
      case .answer(let journey):
        found += 1
        #expect(journey.totalMilliseconds() + departure.milliseconds == truth, note)
        #expect(journey.legs.count == places.count - 1, note)
      }
    }
    #expect(found > 100, "\(found)")
    print("\(found) journeys of 2000")
  }

  @Test func `more than 100 stops and negative pauses are refused`() throws {
    let world = try RandomWorld(seed: 3)
    let session = DaySession(
      Router(graph: world.graph),
      timetable: Timetable(graph: world.graph, schedule: Schedule(now: .init(secondsSince1970: 0))))
    let node = RouteEndpoint.node(NodeIndex(0))
    let request = RouteRequest.fastest(from: node, to: node)
    #expect(throws: SkiError.self) {
      try session.journey(
        request, over: [RouteStop(node, pauseMilliseconds: -1)], departing: DayTime(hour: 9))
    }
    #expect(throws: SkiError.self) {
      try session.journey(
        request, over: Array(repeating: RouteStop(node), count: 101), departing: DayTime(hour: 9))
    }
  }
}
