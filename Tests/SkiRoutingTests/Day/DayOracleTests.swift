import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

@Suite struct DayOracleTests {
  static let batches = Array(
    stride(from: UInt64(1), through: UInt64(TestScale.count(all: 10_000, sample: 2500)), by: 500))

  @Test(arguments: batches)
  func `time-dependent arrivals equal those of an exhaustive search`(first: UInt64) throws {
    var (found, later) = (0, 0)
    for seed in first..<first + 500 {
      var world = try RandomWorld.tagged(seed: seed)
      var random = SeededGenerator(seed: seed ^ 0xDA7)
      let timetable = Timetable(graph: world.graph, schedule: random.schedule(for: world.graph))
      let session = DaySession(Router(graph: world.graph), timetable: timetable)
      let profile = world.profile()
      let (from, to) = (world.endpoint(), world.endpoint())
      if from == to { continue }
      let departure = random.moment()
      let truth = Self.arrival(world.graph, timetable, profile, from, to, departure)
      for algorithm in SearchAlgorithm.allCases {
        let request = RouteRequest.fastest(from: from, to: to, profile: profile, algorithm: algorithm)
        let note: Comment = "seed \(seed), \(algorithm), at \(departure)"
        guard case .answer(let route) = try session.route(request, departing: departure) else {
          #expect(truth == nil, note)
          continue
        }
        #expect(route.arrival?.milliseconds == truth, note)
        found += 1
        if route.totalWaitMilliseconds() > 0 { later += 1 }
      }
    }
    #expect(found > 100 && later > 30)
    print("seeds from \(first): \(found) routes of 1000, \(later) with waits")
  }

  static func arrival(
    _ graph: RoutingGraph, _ timetable: Timetable, _ profile: SkierProfile, _ from: RouteEndpoint,
    _ to: RouteEndpoint, _ departure: DayTime
  ) -> Int? {
    let reference = ReferenceDay(graph: graph, profile: profile, timetable: timetable)
    let plain = ReferenceRouting(graph: graph, profile: profile)
    let arcs = reference.arcs + reference.accessArcs(plain.places(from), plain.places(to))
    return reference.arrivals(from: reference.start, at: departure.milliseconds, arcs: arcs)[reference.end]
  }

  @Test(arguments: batches)
  func `the latest departure arrives in time, a departure one millisecond later does not`(first: UInt64)
    throws
  {
    var (bounded, free) = (0, 0)
    for seed in first..<first + 500 {
      var world = try RandomWorld.tagged(seed: seed)
      var random = SeededGenerator(seed: seed ^ 0x107)
      let timetable = Timetable(graph: world.graph, schedule: random.schedule(for: world.graph))
      let session = DaySession(Router(graph: world.graph), timetable: timetable)
      let profile = world.profile()
      let home = world.endpoint()
      guard let departures = try session.latestDepartures(to: home, profile: profile).value else { continue }
      let reference = ReferenceDay(graph: world.graph, profile: profile, timetable: timetable)
      let plain = ReferenceRouting(graph: world.graph, profile: profile)
      let arcs = reference.arcs + reference.accessArcs([], plain.places(home))
      let walks = arcs.filter { !$0.isLift }.map { arc in
        var arc = arc
        arc.rule = nil
        return arc
      }
      for node in 0..<world.graph.nodeCount {
        let arrives = { (time: Int) in
          reference.arrivals(from: node, at: time, arcs: arcs)[reference.end] != nil
        }
        let note: Comment = "seed \(seed), node \(node)"
        let walksHome = reference.arrivals(from: node, at: 0, arcs: walks)[reference.end] != nil
        let closing = try session.departureBeforeClosing(
          from: .node(NodeIndex(node)), in: departures, profile: profile)
        #expect(closing == departures.beforeClosing(NodeIndex(node)), note)
        if let closing {
          #expect(arrives(closing.milliseconds) && !arrives(closing.milliseconds + 1), note)
        } else {
          #expect(!arrives(0) || arrives(1 << 30), note)
        }
        switch departures[NodeIndex(node)] {
        case nil: #expect(!arrives(0), note)
        case .anyTime?:
          free += 1
          #expect(walksHome || arrives(1 << 30), note)
        case .until(let time)?:
          bounded += 1
          #expect(!walksHome && arrives(time.milliseconds) && !arrives(time.milliseconds + 1), note)
        }
      }
    }
    #expect(bounded > 200 && free > 200)
    print("seeds from \(first): \(bounded) places with a last moment, \(free) without")
  }
}
