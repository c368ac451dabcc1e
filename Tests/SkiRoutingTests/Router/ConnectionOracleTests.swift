import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

/// The search for any path from both ends, against searches from the start alone.
@Suite struct ConnectionOracleTests {
  /// The first seeds of batches, which run concurrently.
  static let batches = Array(stride(from: UInt64(1), to: 1201, by: 100))

  @Test(arguments: batches)
  func `a path is known to exist where Dijkstra's search finds one`(first: UInt64) throws {
    var (found, none) = (0, 0)
    for seed in first..<first + 100 {
      var world = try RandomWorld(seed: seed, nodeCount: seed % 10 == 0 ? 300 : nil)
      let session = RouteSession(Router(graph: world.graph))
      for question in 0..<8 {
        let costs = session.prepare(world.profile())
        let ends = try Self.ends(&world, costs.model.profile)
        guard let (start, destination) = ends else { continue }
        let truth = try session.pieces(from: start, to: destination, costs, .dijkstra) != nil
        #expect(
          try session.hasPath(from: start, to: destination, costs) == truth,
          "seed \(seed), question \(question)")
        #expect(
          try session.pieces(from: start, to: destination, costs, .aStar) != nil || !truth,
          "seed \(seed), question \(question)")
        (found, none) = truth ? (found + 1, none) : (found, none + 1)
      }
    }
    #expect(found >= 50 && none >= 50)
    print("seeds from \(first): \(found) pairs with a path, \(none) without")
  }

  @Test(arguments: [UInt64(1), 101, 201])
  func `a search continued node by node ends as one without interruption`(first: UInt64) throws {
    var (connected, separate) = (0, 0)
    for seed in first..<first + 100 {
      var world = try RandomWorld(seed: seed, nodeCount: 60)
      let router = Router(graph: world.graph)
      let costs = PreparedCosts(router: router, profile: world.profile()).edges
      let search = ConnectionSearch(router.flat, reversed: router.reversed())
      for _ in 0..<8 {
        let (from, to) = (Self.node(&world), Self.node(&world))
        search.begin(from: [from], to: [to])
        let whole = try search.advance(costs, visiting: 2 * world.graph.nodeCount + 1)
        search.begin(from: [from], to: [to])
        var outcome: ConnectionSearch.Outcome?
        for _ in 0...2 * world.graph.nodeCount where outcome == nil {
          outcome = try search.advance(costs, visiting: 1)
        }
        #expect(whole != nil && outcome == whole, "seed \(seed)")
        #expect(try search.advance(costs, visiting: 1) == whole, "seed \(seed)")
        if whole == .connected { connected += 1 } else { separate += 1 }
      }
    }
    #expect(connected >= 50 && separate >= 50)
    print("seeds from \(first): \(connected) connected, \(separate) separate")
  }

  @Test(arguments: batches)
  func `a reason is that of searches with every limit lifted and restored`(first: UInt64) throws {
    var reasons: [NoAnswer.Reason: Int] = [:]
    for seed in first..<first + 100 {
      var world = try RandomWorld.tagged(seed: seed)
      let session = RouteSession(Router(graph: world.graph))
      for question in 0..<8 {
        let profile = world.profile()
        guard let (start, destination) = try Self.ends(&world, profile) else { continue }
        let costs = session.prepare(profile)
        if try session.hasPath(from: start, to: destination, costs) { continue }
        let reason = try session.diagnose(profile, start, destination)
        let truth = try ReferenceDiagnosis(session: session, start: start, destination: destination)
          .reason(profile)
        #expect(
          reason.reasons == truth.reasons && reason.leastCeiling == truth.leastCeiling,
          "seed \(seed), question \(question)")
        reasons[reason.reason, default: 0] += 1
      }
    }
    #expect(reasons.count >= 3)
    print("seeds from \(first): \(reasons.map { "\($0.key.rawValue) \($0.value)" }.sorted())")
  }

  private static func ends(
    _ world: inout RandomWorld, _ profile: SkierProfile
  ) throws -> (ResolvedEnd, ResolvedEnd)? {
    let resolve = { (end: RouteEndpoint, graph: RoutingGraph) in
      try EndResolver.resolve(end, as: .start, in: graph, profile: profile).value
    }
    guard let start = try resolve(world.endpoint(), world.graph),
      let destination = try resolve(world.endpoint(), world.graph)
    else { return nil }
    return (start, destination)
  }

  private static func node(_ world: inout RandomWorld) -> SearchEnd {
    var random = world.random
    let node = Int.random(in: 0..<world.graph.nodeCount, using: &random)
    _ = world.endpoint()
    return SearchEnd(node: NodeIndex(node))
  }
}

/// The limits that prevent a route, each found by a whole search with Dijkstra's algorithm.
private struct ReferenceDiagnosis {
  let session: RouteSession
  let start: ResolvedEnd
  let destination: ResolvedEnd

  private static let limits: [(NoAnswer.Reason, @Sendable (inout SkierProfile) -> Void)] = [
    (
      .onlyOffScale,
      {
        $0.allowedOffScale = [.freeride, .extreme]
        ($0.allowsOptIn, $0.allowsItineraries) = (true, true)
      }
    ),
    (.onlySnowCovered, { $0.allowsSnowCovered = true }),
    (.onlyUngraded, { $0.ungraded = .allow }), (.onlyAvoidedLifts, { $0.avoidedLiftKinds = [] }),
    (.onlyAvoidedTerrain, { ($0.avoidedTerrain, $0.needsLight) = ([], false) }),
    (.closed, { $0.closedFeatures = [] }),
    (.overCeiling, { if $0.effectiveCeiling != .grade(.expert) { $0.ceiling = .grade(.expert) } }),
  ]

  func reason(_ profile: SkierProfile) throws -> (reasons: [NoAnswer.Reason], leastCeiling: Difficulty?) {
    var lifted = Self.limits.map(\.0)
    guard try exists(with(profile, lifted)) else {
      var open = with(profile, lifted)
      open.ignoresRestrictions = true
      return (try exists(open) ? [.barred] : [.cutOff], nil)
    }
    for (reason, _) in Self.limits where try exists(with(profile, lifted.filter { $0 != reason })) {
      lifted.removeAll { $0 == reason }
    }
    var open = with(profile, lifted)
    guard lifted.contains(.overCeiling) else { return (lifted.reversed(), nil) }
    let least = try Difficulty.allCases.filter(\.isOnScale).first { grade in
      open.ceiling = .grade(grade)
      return try exists(open)
    }
    return (lifted.reversed(), least)
  }

  private func with(_ profile: SkierProfile, _ lifted: [NoAnswer.Reason]) -> SkierProfile {
    var profile = profile
    for (reason, lift) in Self.limits where lifted.contains(reason) { lift(&profile) }
    return profile
  }

  private func exists(_ profile: SkierProfile) throws -> Bool {
    let costs = PreparedCosts(router: session.router, profile: profile)
    return try session.pieces(from: start, to: destination, costs, .dijkstra) != nil
  }
}
