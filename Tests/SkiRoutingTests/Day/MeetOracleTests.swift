import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

@Suite struct MeetOracleTests {
  @Test(arguments: DayOracleTests.batches)
  func `meeting places and returns equal those of an exhaustive search`(first: UInt64) throws {
    var (met, stranded) = (0, 0)
    for seed in first..<first + 500 {
      var world = try RandomWorld.tagged(seed: seed)
      var random = SeededGenerator(seed: seed ^ 0x3EE7)
      let graph = world.graph
      let timetable = Timetable(graph: graph, schedule: random.schedule(for: graph))
      let session = DaySession(Router(graph: graph), timetable: timetable)
      let people = (0..<Int.random(in: 1...4, using: &random)).map { index in
        MeetRequest.Person(
          name: "\(index)", from: world.endpoint(), departure: random.moment(), profile: world.profile())
      }
      let places = (0..<graph.nodeCount).map { RouteEndpoint.node(NodeIndex($0)) }
      var request = MeetRequest(people: people, places: places)
      request.back = random.pick([.start, .start, .nowhere, .place(world.endpoint())])
      guard case .answer(let meeting) = try session.meet(request) else { continue }
      let arrivals = people.map { Self.arrivals($0, graph, timetable) }
      var truth: [Int: [Int]] = [:]
      var refused = Int.max
      for node in 0..<graph.nodeCount {
        let times = arrivals.compactMap { $0[node] }
        guard times.count == people.count, let last = times.max() else { continue }
        let getBack = try people.allSatisfy {
          try Self.getsBack($0, request, from: NodeIndex(node), leaving: last, graph, timetable)
        }
        if getBack { truth[node] = times } else { refused = min(refused, last) }
      }
      let note: Comment = "seed \(seed), \(request.back)"
      #expect((meeting.withoutReturn == nil) == (!truth.isEmpty || refused == .max), note)
      if let without = meeting.withoutReturn {
        stranded += 1
        #expect(without.place.lastArrival.milliseconds == refused, note)
        try expectWithoutReturn(without, request, graph, timetable, note)
      }
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
        meeting.unableToReach == people.indices.filter { arrivals[$0].allSatisfy { $0 == nil } }, note)
      if people.count > 1, !truth.isEmpty { met += 1 }
    }
    #expect(met > 10 && stranded > 10)
    print("seeds from \(first): \(met) groups met, \(stranded) don't since a person would not get back")
  }

  /// Returns whether a person who leaves a node at a time gets back, by the timetable or without lifts at any hour.
  private static func getsBack(
    _ person: MeetRequest.Person, _ request: MeetRequest, from node: NodeIndex, leaving time: Int,
    _ graph: RoutingGraph, _ timetable: Timetable
  ) throws -> Bool {
    guard let home = request.home(of: person), home != .node(node) else { return true }
    let reference = ReferenceDay(graph: graph, profile: person.profile, timetable: timetable)
    let plain = ReferenceRouting(graph: graph, profile: person.profile)
    let arcs = reference.arcs + reference.accessArcs([], plain.places(home))
    if reference.arrivals(from: node.position, at: time, arcs: arcs)[reference.end] != nil { return true }
    let free = arcs.filter { !$0.isLift }.map { arc in
      var arc = arc
      arc.rule = nil
      return arc
    }
    return reference.arrivals(from: node.position, at: 0, arcs: free)[reference.end] != nil
  }

  /// Checks that each person who can't return is listed, with a limit exactly where no path exists at any hour.
  private func expectWithoutReturn(
    _ without: Meeting.WithoutReturn, _ request: MeetRequest, _ graph: RoutingGraph, _ timetable: Timetable,
    _ note: Comment
  ) throws {
    guard case .node(let node) = without.place.place else { return }
    let last = without.place.lastArrival.milliseconds
    let stranded = try request.people.indices.filter {
      try !Self.getsBack(request.people[$0], request, from: node, leaving: last, graph, timetable)
    }
    #expect(without.people.map(\.person) == stranded && !stranded.isEmpty, note)
    for one in without.people {
      let person = request.people[one.person]
      var profile = person.profile
      profile.closedFeatures.formUnion(timetable.closedFeatures)
      let least = ReferenceRouting(graph: graph, profile: profile).milliseconds(
        from: .node(node), to: request.home(of: person) ?? .node(node))
      #expect((one.missing == nil) == (least != nil), note)
      #expect(one.missing?.reason.reasons.contains(.tooLate) != true, note)
    }
  }

  /// The arrival of a person at each node, by exhaustive search.
  private static func arrivals(
    _ person: MeetRequest.Person, _ graph: RoutingGraph, _ timetable: Timetable
  ) -> [Int?] {
    let reference = ReferenceDay(graph: graph, profile: person.profile, timetable: timetable)
    let plain = ReferenceRouting(graph: graph, profile: person.profile)
    let arcs = reference.arcs + reference.accessArcs(plain.places(person.from), [])
    let times = reference.arrivals(from: reference.start, at: person.departure.milliseconds, arcs: arcs)
    return Array(times.prefix(graph.nodeCount))
  }

  @Test func `a meeting of no person or of more than 100 is refused`() throws {
    let world = try RandomWorld.tagged(seed: 5)
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
