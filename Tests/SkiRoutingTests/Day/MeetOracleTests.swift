import SkiGeo
import SkiGraph
import SkiModel
import SkiTestSupport
import Testing

@testable import SkiRouting

@Suite struct MeetOracleTests {
  @Test(arguments: DayOracleTests.batches)
  func `the best place to meet is the best of trying all`(first: UInt64) throws {
    var met = 0
    for seed in first..<first + 500 {
      var world = try RandomWorld(seed: seed)
      var random = SeededGenerator(seed: seed ^ 0x3EE7)
      let graph = world.graph
      let timetable = Timetable(graph: graph, schedule: random.schedule(for: graph))
      let session = DaySession(Router(graph: graph), timetable: timetable)
      let people = (0..<Int.random(in: 1...4, using: &random)).map { index in
        MeetRequest.Person(
          name: "\(index)", from: world.endpoint(), departure: random.moment(), profile: world.profile())
      }
      let places = (0..<graph.nodeCount).map { RouteEndpoint.node(NodeIndex($0)) }
      guard case .answer(let meeting) = try session.meet(MeetRequest(people: people, places: places)) else {
        continue
      }
      let arrivals = people.map { Self.arrivals($0, graph, timetable) }
      var truth: [Int: [Int]] = [:]
      for node in 0..<graph.nodeCount {
        let times = arrivals.compactMap { $0[node] }
        if times.count == people.count { truth[node] = times }
      }
      let note: Comment = "seed \(seed)"
      #expect(meeting.places.count == truth.count, note)
      for place in meeting.places {
        guard case .node(let node) = place.place else { continue }
        #expect(place.arrivals.map(\.milliseconds) == truth[node.position], note)
      }
      #expect(meeting.best?.lastArrival.milliseconds == truth.values.compactMap { $0.max() }.min(), note)
      let last = meeting.places.map(\.lastArrival)
      #expect(last == last.sorted(), note)
      if let least = meeting.leastTotal {
        #expect(meeting.places.allSatisfy { $0.totalMilliseconds >= least.totalMilliseconds }, note)
      }
      #expect(
        meeting.stranded == people.indices.filter { arrivals[$0].allSatisfy { $0 == nil } }, note)
      if people.count > 1, !truth.isEmpty { met += 1 }
    }
    #expect(met > 20)
    print("seeds from \(first): \(met) groups met")
  }

  /// When a person is at each node, by trying everything.
  private static func arrivals(
    _ person: MeetRequest.Person, _ graph: RoutingGraph, _ timetable: Timetable
  ) -> [Int?] {
    let reference = ReferenceDay(graph: graph, profile: person.profile, timetable: timetable)
    let plain = ReferenceRouting(graph: graph, profile: person.profile)
    let arcs = reference.arcs + reference.accessArcs(plain.places(person.from), [])
    let times = reference.arrivals(from: reference.start, at: person.departure.milliseconds, arcs: arcs)
    return Array(times.prefix(graph.nodeCount))
  }

  @Test func `nobody, or too many, are refused`() throws {
    let world = try RandomWorld(seed: 5)
    let session = DaySession(
      Router(graph: world.graph), timetable: Timetable(graph: world.graph, schedule: Schedule()))
    for count in [0, MeetRequest.greatestCount + 1] {
      let person = MeetRequest.Person(name: "", from: .node(NodeIndex(0)), departure: DayTime(hour: 9))
      #expect(throws: SkiError.self) {
        try session.meet(MeetRequest(people: Array(repeating: person, count: count)))
      }
    }
  }
}
