import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

/// Routes on real areas for skiers with an ability and no ceiling of their own.
@Suite(.enabled(if: RealAreas.isAvailable))
struct RealAreaAbilityTests {
  @Test func `a beginner gets no route down Corbet's Couloir, and relaxations name the grade it needs`()
    async throws
  {
    let (graph, _) = try await MapMaking.graph(of: try RealArea.named("us/jackson_hole"))
    let couloir = try Self.feature("Corbet's Couloir", in: graph)
    let tram = try Self.feature("Thunder", in: graph)
    let (top, foot) = (try #require(couloir.startNode), try #require(tram.startNode))
    var request = RouteRequest.fastest(
      from: .node(top), to: .node(foot), profile: SkierProfile(ability: .beginner))
    let session = RouteSession(Router(graph: graph))
    guard case .noAnswer(let reason) = try session.route(request) else {
      Issue.record("a beginner is led down from the top of Corbet's Couloir")
      return
    }
    #expect(reason.reasons.contains(.overCeiling))
    guard case .answer(let relaxations) = try session.relaxations(request) else {
      Issue.record("nothing would open a way")
      return
    }
    // From the top a walk leads to runs that are black, one grade over blue.
    #expect(reason.leastCeiling == .advanced)
    #expect(relaxations.contains { $0.gradesOver == 1 })
    request.profile.ability = .expert
    guard case .answer(let route) = try session.route(request) else {
      Issue.record("an expert is not led down Corbet's Couloir")
      return
    }
    #expect(route.steps.contains { $0.difficulty == .expert && $0.name == "Corbet's Couloir" })
  }

  @Test(arguments: ["us/jackson_hole", "trois-vallees", "niseko"], SkierAbility.allCases)
  func `no route of an ability is harder than its ceiling in the region`(
    name: String, ability: SkierAbility
  ) async throws {
    let (graph, _) = try await MapMaking.graph(of: try RealArea.named(name))
    let session = RouteSession(Router(graph: graph))
    let profile = SkierProfile(ability: ability)
    var random = SeededGenerator(seed: 3)
    var routes = 0
    for _ in 0..<200 {
      let ends = (0..<2).map { _ in
        RouteEndpoint.node(NodeIndex(Int.random(in: 0..<graph.nodeCount, using: &random)))
      }
      let request = RouteRequest.fastest(from: ends[0], to: ends[1], profile: profile)
      guard case .answer(let route) = try session.route(request) else { continue }
      routes += 1
      for step in route.steps {
        guard let difficulty = step.difficulty else {
          #expect(step.kind != .run || ability == .expert, "\(step.label ?? "")")
          continue
        }
        let limit = ability.ceiling.grade(in: step.convention)
        #expect(difficulty <= limit, "\(step.label ?? "") is \(difficulty) for \(ability)")
      }
    }
    print("\(name), \(ability): \(routes) of 200 have a way")
  }

  private static func feature(_ name: String, in graph: RoutingGraph) throws -> GraphFeature {
    try #require((0..<graph.featureCount).map { graph.feature(FeatureIndex($0)) }.first { $0.name == name })
  }
}
