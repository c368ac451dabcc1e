import SkiGraph
import SkiRouting
import SkiTestSupport

/// The results of many requests: costs compared with the reference, routes checked against the raw files.
struct RouteTally {
  var requests = 0
  var found = 0
  var wrongCosts = 0
  var brokenRoutes = 0
  var longestChain = 0.0
  var rules: [String: Int] = [:]
  var violations: [String] = []

  /// Routes with A*, and with Dijkstra where `truth` is a cost, and compares each with `truth` in milliseconds;
  /// returns the route if there is one.
  mutating func compare(_ session: RouteSession, _ request: RouteRequest, truth: Int?) throws -> Route? {
    requests += 1
    var costs: [Int?] = []
    var answer: Route?
    for algorithm in [SearchAlgorithm.aStar, .dijkstra] {
      var request = request
      request.algorithm = algorithm
      guard truth != nil || algorithm == .aStar else { continue }
      if case .answer(let route) = try session.route(request) {
        costs.append(route.totalMilliseconds())
        answer = route
      } else {
        costs.append(nil)
      }
    }
    if costs.contains(where: { $0 != truth }) { wrongCosts += 1 }
    if answer != nil { found += 1 }
    return answer
  }

  /// Checks a route and stores two violations of each rule for the message.
  mutating func add(_ route: Route, _ ceiling: String?, by area: RawArea) {
    let result = area.check(RawRoute(route), for: RawRequest(ceiling: ceiling))
    longestChain = max(longestChain, result.longestChainMetres)
    guard !result.violations.isEmpty else { return }
    brokenRoutes += 1
    for violation in result.violations {
      rules[violation.rule.rawValue, default: 0] += 1
      if rules[violation.rule.rawValue, default: 0] <= 2 {
        let step = violation.step.map { route.steps[$0] }
        let name = step.map { "\($0.kind.rawValue) \($0.id?.rawValue ?? "-") \($0.name ?? "")" } ?? ""
        violations.append("\(violation) \(name)")
      }
    }
  }

  var summary: String {
    let broken = rules.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    return
      "\(requests) requests, \(found) routes, \(wrongCosts) of another cost than the reference, \(brokenRoutes) break "
      + "a rule (\(broken)), longest chain of connectors \(Int(longestChain)) m"
      + violations.map { "\n    " + $0 }.joined()
  }
}
