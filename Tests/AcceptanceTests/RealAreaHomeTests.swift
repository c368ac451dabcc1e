import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

/// Latest departures home from the places of real areas, checked by simulating each route second by second.
@Suite(.enabled(if: RealData.isNamed)) struct RealAreaHomeTests {
  static let closing = DayTime(hour: 16, minute: 30)
  /// The greatest number of places of an area to check; they are spread evenly over its nodes.
  static let greatestCount = TestScale.count(all: 1500, sample: 500)

  @Test(arguments: RealArea.names)
  func `leaving at the latest departure arrives home, leaving a minute later is too late`(_ name: String)
    async throws
  {
    let graph = try await MapMaking.graph(of: RealArea.named(name)).graph
    let schedule = Schedule(hours: OperatingHours(liftsClose: Self.closing))
    let session = DaySession(
      Router(graph: graph), timetable: Timetable(graph: graph, schedule: schedule))
    let profile = SkierProfile.anyGrade
    let home = try #require(Self.home(of: graph))
    let departures = try #require(try session.latestDepartures(to: .node(home), profile: profile).value)
    let costs = CostModel(graph: graph, profile: profile)
    var (bounded, free, never) = (0, 0, 0)
    for position in stride(from: 0, to: graph.nodeCount, by: max(1, graph.nodeCount / Self.greatestCount)) {
      let node = NodeIndex(position)
      switch departures[node] {
      case nil: never += 1
      case .until(let time)?:
        bounded += 1
        let request = RouteRequest.fastest(from: .node(node), to: .node(home), profile: profile)
        guard case .answer(let route) = try session.route(request, departing: time) else {
          Issue.record("\(name), node \(position): no way at \(time)")
          continue
        }
        try Descent(graph: graph, costs: costs, closing: Self.closing).ride(
          route, from: time, "\(name), \(position)")
        let later = try session.route(request, departing: time.advanced(byMilliseconds: 60_000))
        guard case .noAnswer(let reason) = later, reason.reason == .tooLate else {
          Issue.record("\(name), node \(position): still a way a minute after \(time)")
          continue
        }
      default: free += 1
      }
    }
    print("\(name): \(bounded) last moments kept, \(free) places need no lift, \(never) have no way home")
    #expect(bounded + free > 0)
  }

  /// Returns the lower end of the lift in the largest strongly connected component, the lowest of several.
  static func home(of graph: RoutingGraph) -> NodeIndex? {
    let components = graph.stronglyConnectedComponents { _ in true }
    var sizes: [UInt32: Int] = [:]
    for component in components { sizes[component, default: 0] += 1 }
    let lifts = (0..<graph.featureCount).map { graph.feature(FeatureIndex($0)) }.filter { $0.kind == .lift }
    return lifts.compactMap(\.startNode).max { a, b in
      let (first, second) = (sizes[components[a.position]] ?? 0, sizes[components[b.position]] ?? 0)
      if first != second { return first < second }
      let (high, low) = (graph.point(a).elevationMetres ?? 0, graph.point(b).elevationMetres ?? 0)
      return high != low ? high > low : a < b
    }
  }
}

/// A simulation that follows a route edge by edge with its own clock and checks the closing times of lifts
/// and runs.
struct Descent {
  let graph: RoutingGraph
  let costs: CostModel
  let closing: DayTime

  func ride(_ route: Route, from departure: DayTime, _ note: String) throws {
    let edges = costs.edgeCosts()
    var watch = departure.milliseconds
    for edge in route.steps.flatMap(\.edges) {
      let link = graph.link(of: edge)
      let isLift = graph.link(link).kind == .lift
      var rest = Int(try #require(edges[edge]))
      if isLift {
        #expect(watch <= closing.milliseconds - 600_000, "\(note): boards a lift at \(watch)")
      }
      while rest > 0 {
        let second = min(1000, rest)
        watch += second
        rest -= second
        if graph.link(link).kind == .run {
          #expect(watch <= closing.milliseconds + 1_800_000, "\(note): on a run at \(watch)")
        }
      }
    }
    #expect(watch == route.arrival?.milliseconds, "\(note)")
  }
}
