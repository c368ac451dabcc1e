import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

/// Navigation over every real area: false alarms, faults and the delay until a leaving is noticed.
@Suite(.enabled(if: RealData.isNamed)) struct RealNavigationTests {
  /// Routes between random nodes with a run in them.
  private struct Routes {
    let session: RouteSession
    var random: SeededGenerator

    mutating func next() throws -> Route? {
      let graph = session.router.graph
      func node() -> RouteEndpoint { .node(NodeIndex(Int.random(in: 0..<graph.nodeCount, using: &random))) }
      let request = RouteRequest.fastest(from: node(), to: node(), profile: SkierProfile(allowsOptIn: true))
      guard case .answer(let route) = try session.route(request) else { return nil }
      return route.steps.contains { $0.kind == .run } ? route : nil
    }
  }

  /// The hours of simulated skiing in each area.
  private static let hours = 2.0
  private static let leavings = 40

  @Test(arguments: RealArea.names)
  func `followed routes give at most one alarm, and 39 of 40 leavings are noticed in 10 s`(
    name: String
  ) async throws {
    let graph = try await MapMaking.graph(of: .named(name)).graph
    var routes = Routes(session: RouteSession(Router(graph: graph)), random: SeededGenerator(seed: 17))
    var (alarms, fixes, faulty, followed) = (0, 0, 0, 0)
    while Double(fixes) < Self.hours * 3600 {
      guard let route = try routes.next() else { continue }
      var skier = RouteSkier(seed: UInt64(fixes))
      skier.patience = 0.3
      skier.reportsMotion = routes.random.happens(0.5)
      skier.pace = Double.random(in: 0.5...1.8, using: &routes.random)
      let trial = NavigationTrial(route, skier.follow(route))
      #expect(trial.faults.isEmpty, "\(name), fix \(fixes)")
      fixes += trial.fixCount
      alarms += trial.alarms.count
      followed += 1
      faulty += trial.faultsOfFollowing().isEmpty ? 0 : 1
    }
    // One alarm in two hours of one area is chance; the bound of one an hour is over all areas.
    #expect(
      alarms <= 1 && Double(faulty) <= max(1, Double(followed) * 0.1),
      "\(name): \(alarms) alarms, \(faulty) of \(followed) faulty")
    try leave(name, graph, &routes)
  }

  private func leave(_ name: String, _ graph: RoutingGraph, _ routes: inout Routes) throws {
    var (left, late) = (0, 0)
    for seed: UInt64 in 1...400 where left < Self.leavings {
      guard let route = try routes.next() else { continue }
      var skier = RouteSkier(seed: seed)
      skier.patience = 0.1
      let leaving = routes.random.pick(Leaving.allCases)
      guard let fixes = skier.leave(route, leaving, in: graph) else { continue }
      let trial = NavigationTrial(route, fixes)
      guard trial.leftTheRoute else { continue }
      left += 1
      if trial.noticeSeconds.map({ $0 > 10 }) ?? true {
        late += 1
        #expect(trial.noticeSeconds ?? .infinity < 20)
        print("\(name): \(leaving) of seed \(seed) is noticed after \(trial.noticeSeconds ?? .infinity) s")
      }
    }
    // A skier who leaves nearly along the line stays near it: one of 680 is noticed after 17 s.
    #expect(left > 5 && late * 40 <= left, "\(name): \(late) of \(left) noticed late")
  }
}
