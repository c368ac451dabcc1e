import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

@Suite struct AlternativesTests {
  @Test(arguments: [UInt64(1), 501, 1001, 1501])
  func `alternatives are valid, share at most 60 %, take at most 1.5 times the best and repeat no node`(
    first: UInt64
  ) throws {
    var several = 0
    for seed in first..<first + 500 {
      var world = try RandomWorld(seed: seed)
      var random = SeededGenerator(seed: seed ^ 0xA17)
      let schedule =
        random.happens(0.3) ? random.schedule(for: world.graph) : Schedule(now: .init(secondsSince1970: 0))
      let timetable = Timetable(graph: world.graph, schedule: schedule)
      let session = DaySession(Router(graph: world.graph), timetable: timetable)
      let request = RouteRequest.fastest(
        from: world.endpoint(), to: world.endpoint(), profile: world.profile())
      let departure = random.moment()
      let note: Comment = "seed \(seed)"
      let answer = try session.alternatives(request, departing: departure, count: 4)
      guard case .answer(let routes) = answer, let best = routes.first else { continue }
      guard case .answer(let fastest) = try session.route(request, departing: departure) else {
        Issue.record("alternatives without a way: \(note)")
        continue
      }
      #expect(routes.count <= 4 && best.totalMilliseconds() == fastest.totalMilliseconds(), note)
      if routes.count > 1 { several += 1 }
      let times = routes.map { $0.totalMilliseconds() }
      #expect(times == times.sorted() && Double(times.last ?? 0) <= 1.5 * Double(times[0]) + 1, note)
      for (index, route) in routes.enumerated() {
        Self.checkWay(route, request, timetable, world.graph, note)
        for other in routes[..<index] {
          #expect(
            Self.shared(route, other, world.graph) <= 0.6 + 1e-9
              || Self.shared(other, route, world.graph) <= 0.6 + 1e-9, note)
        }
      }
    }
    #expect(several > 5, "\(several)")
    print("seeds from \(first): \(several) questions with more than one route")
  }

  /// Checks that the edges of a route are allowed and connected and reach no node twice.
  static func checkWay(
    _ route: Route, _ request: RouteRequest, _ timetable: Timetable, _ graph: RoutingGraph, _ note: Comment
  ) {
    let edges = route.steps.flatMap(\.edges)
    let costs = ReferenceDay(graph: graph, profile: request.profile, timetable: timetable).model.edgeCosts()
    for edge in edges { #expect(costs[edge] != nil, note) }
    for (a, b) in zip(edges, edges.dropFirst()) { #expect(graph.head(a) == graph.tail(b), note) }
    for (step, next) in zip(route.steps, route.steps.dropFirst()) {
      #expect(step.points.last == next.points.first, note)
    }
    let heads = edges.map { graph.head($0) }
    // The last edge may be left before its end.
    #expect(Set(heads.dropLast()).count == max(0, heads.count - 1), note)
  }

  /// The share of the length of a route's lifts and runs that another route has as well.
  static func shared(_ route: Route, _ other: Route, _ graph: RoutingGraph) -> Double {
    let parts = { (route: Route) in
      Set(route.steps.filter { $0.kind == .lift || $0.kind == .run }.flatMap(\.edges))
    }
    let metres = { (edges: Set<EdgeIndex>) in
      edges.reduce(0.0) { $0 + Double(graph.link(graph.link(of: $1)).distancesCentimetres.last ?? 0) }
    }
    let (own, common) = (metres(parts(route)), metres(parts(route).intersection(parts(other))))
    return own > 0 ? common / own : 1
  }
}
