import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

/// Alternatives, Pareto-optimal routes and relaxations on real areas.
@Suite(.enabled(if: RealData.isNamed)) struct RealAreaChoiceTests {
  /// The number of requests per area; their ends are seeded random nodes.
  static let questions = 12

  @Test(arguments: RealArea.names)
  func `Pareto choices begin with the fastest route and none dominates another`(_ name: String) async throws {
    let graph = try await MapMaking.graph(of: RealArea.named(name)).graph
    let session = DaySession(
      Router(graph: graph), timetable: Timetable(graph: graph, schedule: Schedule()))
    var random = SeededGenerator(seed: 7)
    var (answered, choiceCount, others) = (0, 0, 0)
    for question in 0..<Self.questions {
      let request = Self.request(graph, &random)
      let note: Comment = "\(name), question \(question): \(request.from) to \(request.to)"
      let answer = try session.paretoChoices(request, departing: DayTime(hour: 10))
      guard case .answer(let choices) = answer, let first = choices.first else { continue }
      (answered, choiceCount) = (answered + 1, choiceCount + choices.count)
      guard case .answer(let fastest) = try session.route(request, departing: DayTime(hour: 10)) else {
        Issue.record("choices without a route: \(note)")
        continue
      }
      #expect(first.criteria.milliseconds == fastest.totalMilliseconds(), note)
      for (index, one) in choices.enumerated() {
        #expect(one.route.totalMilliseconds() == one.criteria.milliseconds, note)
        for other in choices[..<index] { #expect(!Self.dominates(other.criteria, one.criteria), note) }
      }
      try Self.keepCeilings(choices, request, session, note)
      guard
        case .answer(let routes) = try session.alternatives(request, departing: DayTime(hour: 10), count: 3)
      else { continue }
      others += routes.count - 1
      for route in routes {
        #expect(Double(route.totalMilliseconds()) <= 1.5 * Double(fastest.totalMilliseconds()) + 1, note)
      }
    }
    print(
      "\(name): \(answered) of \(Self.questions) answered, \(choiceCount) choices, \(others) alternatives")
  }

  /// Checks that under a ceiling the router's time is not less than that of the best choice within that
  /// grade.
  private static func keepCeilings(
    _ choices: [RouteChoice], _ request: RouteRequest, _ session: DaySession, _ note: Comment
  ) throws {
    for grade in [Difficulty.easy, .intermediate] {
      var limited = request
      limited.profile.ceiling = .grade(grade)
      limited.profile.ungraded = .refuse
      let within = choices.filter { $0.criteria.hardest <= .grade(grade) }
      guard let best = within.map(\.criteria.milliseconds).min(),
        case .answer(let route) = try session.route(limited, departing: DayTime(hour: 10))
      else { continue }
      // The router refuses estimated grades here; the choices count them as grades.
      #expect(best <= route.totalMilliseconds(), note)
    }
  }

  static func dominates(_ a: RouteCriteria, _ b: RouteCriteria) -> Bool {
    a.milliseconds <= b.milliseconds && a.hardest <= b.hardest && a.pushedMetres <= b.pushedMetres
      && a.liftCount <= b.liftCount
  }

  static func request(_ graph: RoutingGraph, _ random: inout SeededGenerator) -> RouteRequest {
    let node = { (random: inout SeededGenerator) in
      RouteEndpoint.node(NodeIndex(Int.random(in: 0..<graph.nodeCount, using: &random)))
    }
    return RouteRequest.fastest(from: node(&random), to: node(&random), profile: .anyGrade)
  }

  @Test(arguments: ["trois-vallees", "andorra", "us/jackson_hole", "mayrhofen"])
  func `granting the concessions of a relaxation opens a route at most as long`(_ name: String) async throws {
    #expect(RealArea.names.contains(name))
    let graph = try await MapMaking.graph(of: RealArea.named(name)).graph
    let session = RouteSession(Router(graph: graph))
    var random = SeededGenerator(seed: 11)
    var (unanswered, grantedCount) = (0, 0)
    for question in 0..<Self.questions {
      var request = Self.request(graph, &random)
      request.profile = SkierProfile(ceiling: .grade(.easy))
      guard case .noAnswer = try session.route(request),
        case .answer(let relaxations) = try session.relaxations(request)
      else { continue }
      unanswered += 1
      for relaxation in relaxations where !relaxation.concessions.contains(where: { $0.kind == .onFoot }) {
        var granted = request
        granted.profile.ceiling = .grade(.expert)
        if relaxation.concessions.contains(where: { $0.kind == .ungraded }) {
          granted.profile.ungraded = .allow
        }
        if relaxation.concessions.contains(where: { $0.kind == .offScale }) {
          granted.profile.allowedOffScale = [.freeride, .extreme]
          (granted.profile.allowsOptIn, granted.profile.allowsItineraries) = (true, true)
        }
        if relaxation.concessions.contains(where: { $0.kind == .snowCovered }) {
          granted.profile.allowsSnowCovered = true
        }
        grantedCount += 1
        guard case .answer(let route) = try session.route(granted) else {
          Issue.record("\(name), question \(question): granting \(relaxation.concessions) opens nothing")
          continue
        }
        #expect(route.totalMilliseconds() <= relaxation.route.totalMilliseconds())
      }
    }
    print("\(name): \(unanswered) requests without a route, \(grantedCount) relaxations granted")
  }
}
