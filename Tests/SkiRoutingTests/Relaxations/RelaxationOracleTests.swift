import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

@Suite struct RelaxationOracleTests {
  @Test(arguments: DayOracleTests.batches)
  func `the relaxations of a request equal those of an exhaustive search`(first: UInt64) throws {
    var (free, found, many) = (0, 0, 0)
    for seed in first..<first + 500 {
      var world = try RandomWorld.tagged(seed: seed)
      var random = SeededGenerator(seed: seed ^ 0x4E1A)
      let session = RouteSession(Router(graph: world.graph))
      var profile = world.profile()
      for feature in 0..<world.graph.featureCount where random.happens(0.3) {
        profile.closedFeatures.insert(FeatureIndex(feature))
      }
      let (from, to) = (world.endpoint(), world.endpoint())
      if from == to { continue }
      let plain = ReferenceRouting(graph: world.graph, profile: profile)
      let reference = ReferenceRelaxation(graph: world.graph, profile: profile)
      let (starts, ends) = (plain.places(from), plain.places(to))
      let truth = reference.vectors(reference.arcs() + reference.accessArcs(starts, ends))
      let note: Comment = "seed \(seed)"
      let request = RouteRequest.fastest(from: from, to: to, profile: profile)
      guard case .answer(let relaxations) = try session.relaxations(request) else {
        #expect(starts.isEmpty || ends.isEmpty, note)
        continue
      }
      let vectors = relaxations.map { Self.vector($0) }.sorted { $0.lexicographicallyPrecedes($1) }
      #expect(vectors == truth, note)
      if case .answer = try session.route(request) {
        #expect(relaxations.count == 1 && relaxations.first?.concessions.isEmpty == true, note)
        free += 1
      } else if !relaxations.isEmpty {
        found += 1
        if relaxations.count > 1 { many += 1 }
        for relaxation in relaxations { try Self.opens(relaxation, session, request, note) }
      }
    }
    #expect(free > 40 && found > 100 && many > 20)
    print("seeds from \(first): \(free) with a way, \(found) opened by concessions, \(many) in several ways")
  }

  static func vector(_ relaxation: Relaxation) -> [Int] { relaxation.weights }

  /// Checks that a profile with only the concessions granted has a route, unless the relaxation walks off the network.
  static func opens(
    _ relaxation: Relaxation, _ session: RouteSession, _ request: RouteRequest, _ note: Comment
  ) throws {
    if relaxation.concessions.contains(where: { $0.kind == .onFoot }) { return }
    // Coordinates also snap to ski tours once these are allowed, and may then mean another place.
    let ends = [request.from, request.to]
    let areNodes = ends.allSatisfy { if case .node = $0 { true } else { false } }
    if !areNodes,
      relaxation.concessions.contains(where: { $0.kind == .offScale || $0.kind == .snowCovered })
    {
      return
    }
    var granted = request
    for concession in relaxation.concessions {
      switch concession {
      case .open(let feature): granted.profile.closedFeatures.remove(feature)
      case .avoidedLift: granted.profile.avoidedLiftKinds = []
      case .harder: granted.profile.ceiling = .grade(.expert)
      case .ungraded: granted.profile.ungraded = .allow
      case .offScale:
        granted.profile.allowedOffScale = [.freeride, .extreme]
        (granted.profile.allowsOptIn, granted.profile.allowsItineraries) = (true, true)
      case .snowCovered: granted.profile.allowsSnowCovered = true
      case .onFoot: break
      }
    }
    guard case .answer(let route) = try session.route(granted) else {
      Issue.record("granting \(relaxation.concessions) opens nothing: \(note)")
      return
    }
    #expect(route.totalMilliseconds() <= relaxation.route.totalMilliseconds(), note)
  }

  @Test func `a profile without limits admits all links except those that no concession opens`() throws {
    let firm: LimitViolations.Kinds = [.notOperating, .barred, .avoidedTerrain]
    for seed in UInt64(1)...500 {
      var world = try RandomWorld.tagged(seed: seed)
      let profile = world.profile()
      let admission = Admission(graph: world.graph, profile: profile)
      let free = Admission(graph: world.graph, profile: profile.withoutLimits())
      for link in 0..<world.graph.linkCount {
        let violations = admission.violations(link)
        let feature = world.graph.link(LinkIndex(link)).feature.map(world.graph.feature)
        let isBarred = feature?.access.restriction() != nil
        #expect(violations.kinds.contains(.barred) == isBarred, "seed \(seed), link \(link)")
        #expect(free.allows(link) == violations.kinds.isDisjoint(with: firm), "seed \(seed), link \(link)")
      }
    }
  }

  @Test func `a concession removes its own kind of violation from every link and no other`() throws {
    for seed in UInt64(1)...200 {
      var world = try RandomWorld.tagged(seed: seed)
      let profile = world.profile()
      let (closed, open) = (Admission(graph: world.graph, profile: profile), profile.withoutLimits())
      for (kind, grant) in Self.grants {
        var granted = profile
        grant(&granted, open)
        let admission = Admission(graph: world.graph, profile: granted)
        for link in 0..<world.graph.linkCount {
          let (before, after) = (closed.violations(link).kinds, admission.violations(link).kinds)
          #expect(after == before.subtracting(kind), "seed \(seed), link \(link)")
        }
      }
    }
  }

  private static let grants: [(LimitViolations.Kinds, @Sendable (inout SkierProfile, SkierProfile) -> Void)] =
    [
      (.closed, { $0.closedFeatures = $1.closedFeatures }),
      (.avoidedLift, { $0.avoidedLiftKinds = $1.avoidedLiftKinds }),
    ]
}
