import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

@Suite struct RouterOracleTests {
  /// The first seeds of batches, which run concurrently.
  static let batches = Array(
    stride(from: UInt64(1), through: UInt64(TestScale.count(all: 2400, sample: 1200)), by: 100))

  @Test(arguments: batches)
  func `Dijkstra, A* and the reference search agree on random worlds`(first: UInt64) throws {
    var (found, partial) = (0, 0)
    for seed in first..<first + 100 {
      var world = try RandomWorld.tagged(seed: seed)
      let session = RouteSession(Router(graph: world.graph))
      for question in 0..<4 {
        let profile = world.profile()
        let (from, to) = (world.endpoint(), world.endpoint())
        let truth = ReferenceRouting(graph: world.graph, profile: profile).milliseconds(from: from, to: to)
        for algorithm in SearchAlgorithm.allCases {
          let request = RouteRequest.fastest(from: from, to: to, profile: profile, algorithm: algorithm)
          let route = try Self.checkedRoute(
            session, request, "seed \(seed), question \(question), \(algorithm)")
          #expect(
            route?.totalMilliseconds() == truth,
            "seed \(seed), question \(question), \(algorithm): \(from) to \(to)")
          if let route, !route.steps.isEmpty { found += 1 }
          if case .coordinate = from, route?.steps.contains(where: { !$0.edges.isEmpty }) ?? false {
            partial += 1
          }
        }
      }
    }
    // Worlds with few routes would test little.
    #expect(found >= 150 && partial >= 80, "\(found) routes, \(partial) from the middle of something")
    print("seeds from \(first): \(found) routes of 800, \(partial) from the middle of something")
  }

  /// Returns the route of a request after a check of the invariants of all routes.
  static func checkedRoute(_ session: RouteSession, _ request: RouteRequest, _ note: Comment) throws -> Route?
  {
    guard case .answer(let route) = try session.route(request) else { return nil }
    let graph = session.router.graph
    for step in route.steps {
      #expect(step.points.count > 1, note)
      #expect(step.milliseconds >= step.waitMilliseconds && step.waitMilliseconds >= 0, note)
      for edge in step.edges {
        let link = graph.link(graph.link(of: edge))
        #expect(link.kind == step.kind && link.feature == step.feature, note)
        if let feature = link.feature { #expect(!request.profile.closedFeatures.contains(feature), note) }
      }
    }
    for (step, next) in zip(route.steps, route.steps.dropFirst()) {
      #expect(step.points.last == next.points.first, note)
      let isOneFeature = step.feature != nil && step.feature == next.feature
      if isOneFeature { #expect(step.kind == .run || step.kind == .walk || step.kind == .lift, note) }
    }
    return route
  }

  @Test(arguments: [UInt64(1), 201, 401])
  func `a higher ceiling never makes a route longer, and closing a feature never shorter`(first: UInt64)
    throws
  {
    for seed in first..<first + 200 {
      var world = try RandomWorld.tagged(seed: seed)
      let session = RouteSession(Router(graph: world.graph))
      var profile = world.profile()
      let (from, to) = (world.endpoint(), world.endpoint())
      var last = Int.max
      for grade in Difficulty.allCases where grade.isOnScale {
        profile.ceiling = .grade(grade)
        let time = try Self.time(session, from, to, profile)
        #expect(time <= last, "seed \(seed), ceiling \(grade)")
        last = time
      }
      for feature in 0..<world.graph.featureCount {
        var closed = profile
        closed.closedFeatures.insert(FeatureIndex(feature))
        #expect(try Self.time(session, from, to, closed) >= last, "seed \(seed), closed \(feature)")
      }
    }
  }

  private static func time(
    _ session: RouteSession, _ from: RouteEndpoint, _ to: RouteEndpoint, _ profile: SkierProfile
  ) throws -> Int {
    guard
      case .answer(let route) = try session.route(RouteRequest.fastest(from: from, to: to, profile: profile))
    else {
      return .max
    }
    return route.totalMilliseconds()
  }
}
