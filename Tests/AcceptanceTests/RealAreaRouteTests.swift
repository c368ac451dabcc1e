import SkiGraph
import SkiModel
import SkiRouting
import SkiTestSupport
import Testing

/// Ten thousand random questions on each real area: the two searches and the slow reference agree to the millisecond,
/// and a judge that reads the raw files finds no rule broken.
@Suite(.enabled(if: RealAreas.isAvailable), .serialized)
struct RealAreaRouteTests {
  /// Starts per area, and destinations per start.
  private static let starts = 100
  private static let destinations = 100

  /// How far the judge's heights may be from the builder's: the judge reads only `.hgt`, the builder the finest source.
  /// In Mayrhofen these are two surveys that differ by 19 m at the 95th percentile.
  private static func uncertaintyMetres(_ name: String) -> Double { name == "mayrhofen" ? 20 : 5 }

  @Test(arguments: RealArea.names)
  func `ten thousand routes cost what the slow reference says and break no rule`(name: String) async throws {
    let area = try RealArea.named(name)
    let (graph, _) = try await MapMaking.graph(of: area)
    let judge = try area.rawArea(
      heights: try area.elevation.map {
        try RawHeightFiles(folder: $0).heights(uncertaintyMetres: Self.uncertaintyMetres(name))
      })
    var tally = Tally()
    var random = SeededGenerator(seed: 1)
    let session = RouteSession(Router(graph: graph))
    for number in 0..<Self.starts {
      let ceiling: String? = [nil, "red", "blue", "green"][number % 4]
      let profile = SkierProfile(ceiling: ceiling.flatMap { DifficultyCeiling(word: $0) })
      let start = NodeIndex(Int.random(in: 0..<graph.nodeCount, using: &random))
      let reference = ReferenceRouting(graph: graph, profile: profile)
      let truth = reference.distances(from: start, arcs: reference.arcs())
      for _ in 0..<Self.destinations {
        let end = NodeIndex(Int.random(in: 0..<graph.nodeCount, using: &random))
        let request = RouteRequest(from: .node(start), to: .node(end), profile: profile)
        let route = try compare(session, request, truth: truth[end.position], &tally)
        if let route { self.judge(route, ceiling, by: judge, &tally) }
      }
    }
    print("\(name), seed 1: \(tally.summary)")
    #expect(tally.wrongCosts == 0)
    #expect(tally.violations.isEmpty, "\(tally.violations.prefix(5).joined(separator: "\n"))")
    #expect(tally.found > 100)
  }

  /// Asks by A* and by Dijkstra and compares both with the truth; returns the route, if there is one.
  private func compare(
    _ session: RouteSession, _ request: RouteRequest, truth: Int?, _ tally: inout Tally
  ) throws -> Route? {
    tally.asked += 1
    var costs: [Int?] = []
    var answer: Route?
    for algorithm in [SearchAlgorithm.aStar, .dijkstra] {
      var request = request
      request.algorithm = algorithm
      guard truth != nil || algorithm == .aStar else { continue }
      if case .route(let route) = try session.route(request) {
        costs.append(route.totalMilliseconds())
        answer = route
      } else {
        costs.append(nil)
      }
    }
    if costs.contains(where: { $0 != truth }) { tally.wrongCosts += 1 }
    if answer != nil { tally.found += 1 }
    return answer
  }

  private func judge(_ route: Route, _ ceiling: String?, by area: RawArea, _ tally: inout Tally) {
    let verdict = area.verdict(on: RawRoute(route), asked: RawQuestion(ceiling: ceiling))
    tally.longestChain = max(tally.longestChain, verdict.longestChainMetres)
    guard !verdict.violations.isEmpty else { return }
    tally.brokenRoutes += 1
    for violation in verdict.violations {
      tally.rules[violation.rule.rawValue, default: 0] += 1
      if tally.rules[violation.rule.rawValue, default: 0] <= 2 {
        let step = violation.step.map { route.steps[$0] }
        let name = step.map { "\($0.kind.rawValue) \($0.id?.rawValue ?? "-") \($0.name ?? "")" } ?? ""
        tally.violations.append("\(violation) \(name)")
      }
    }
  }

  private struct Tally {
    var asked = 0
    var found = 0
    var wrongCosts = 0
    var brokenRoutes = 0
    var longestChain = 0.0
    var rules: [String: Int] = [:]
    var violations: [String] = []

    var summary: String {
      let broken = rules.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
      return
        "\(asked) asked, \(found) routes, \(wrongCosts) of another cost than the reference, \(brokenRoutes) break "
        + "a rule (\(broken)), longest chain of connectors \(Int(longestChain)) m"
        + violations.map { "\n    " + $0 }.joined()
    }
  }
}
