import SkiAnswers
import SkiBase
import SkiGraph
import SkiRouting

/// Times requests of one ``MapRouter``: coordinates to a route with its steps, and to its JSON.
///
/// The ends lie in the largest region, up to 100 m beside the network, or are pairs of a benchmark graph. The same map
/// has the same requests. The skier's limits are the same each time, or others each time, so that nothing can be kept
/// from the request before.
struct RequestsBenchmark {
  /// The limits of the skier from request to request.
  private enum Limits: String, CaseIterable {
    case same, other, closures, tooLow
  }

  private let map: SkiMap
  private let ends: RequestEnds
  private let count: Int
  /// The skier without other limits: every grade for pairs, which other engines are asked for all runs.
  private let skier: SkierProfile
  /// The name of the only limits that are measured; nil for all.
  var only: String?

  /// Opens a map.
  /// - Parameters:
  ///   - path: The path of the map.
  ///   - count: The number of requests of a kind.
  ///   - folder: The folder of the graph that the map was built from, whose local pairs are asked; nil for random ends.
  /// - Throws: ``SkiError`` when the file is no map, ``BenchError`` when it has no such pair.
  init(path: String, count: Int, folder: String?) throws {
    let map = try SkiMap.open(path: path)
    ends = try folder.map { try RequestEnds(map, folder: $0, group: "local") } ?? RequestEnds(map)
    (self.map, self.count) = (map, count)
    skier = folder == nil ? SkierProfile() : .anyGrade
  }

  /// Prints a line for each kind of limits.
  func run() throws {
    for limits in Limits.allCases where only == nil || only == limits.rawValue {
      let router = MapRouter(map: map)
      var random = SplitMix(state: 11)
      var ends = ends
      // The first requests prepare the regions.
      for _ in 0..<count { _ = try router.route(request(.same, ends.pair(&random), &random)) }
      var (routes, documents, missing): ([Double], [Double], [Double]) = ([], [], [])
      var (steps, points, bytes) = (0, 0, 0)
      for _ in 0..<count {
        let request = request(limits, ends.pair(&random), &random)
        let start = ContinuousClock.now
        let answer = try router.route(request)
        let spent = Timing.microseconds(since: start)
        guard case .answer(let route) = answer else {
          missing.append(spent)
          continue
        }
        routes.append(spent)
        steps += route.steps.count
        points += route.steps.reduce(0) { $0 + $1.points.count }
        let document = RouteDocument(result: .answer(route), from: "A", to: "B", sources: map.sources)
        let written = ContinuousClock.now
        let text = document.json()
        documents.append(Timing.microseconds(since: written))
        bytes += text.string.utf8.count
      }
      let mean = { (sum: Int) in Double(sum) / Double(max(1, routes.count)) }
      report(
        "route, limits \(limits.rawValue)", routes, [("steps", mean(steps)), ("points", mean(points))])
      report("its JSON, limits \(limits.rawValue)", documents, [("bytes", mean(bytes))])
      report("no route, limits \(limits.rawValue)", missing)
    }
  }

  /// Prints the lines of a lift that closes.
  func runClosures() throws {
    var random = SplitMix(state: 11)
    var ends = ends
    let requests = (0..<count).map { _ in
      let pair = ends.pair(&random)
      return (request(.same, pair, &random), pair.graph)
    }
    for row in try ClosuresBenchmark(map: map, requests: requests).rows() { report(row.what, row.times) }
  }

  private func request(
    _ limits: Limits, _ pair: RequestEnds.Pair, _ random: inout SplitMix
  ) -> RouteRequest {
    var profile = skier
    switch limits {
    case .same: break
    case .other:
      profile.ceiling = .grade(
        [.easy, .intermediate, .advanced, .expert].randomElement(using: &random) ?? .expert)
      profile.ungraded = UngradedPolicy.allCases.randomElement(using: &random) ?? .allow
      profile.avoidedLiftKinds = Set(
        LiftKind.allCases.filter { _ in Int.random(in: 0..<8, using: &random) == 0 })
    case .closures:
      profile.closedFeatures = Set(
        (0..<20).map { _ in FeatureIndex(Int.random(in: 0..<pair.graph.featureCount, using: &random)) })
    case .tooLow: profile.ceiling = .grade(.novice)
    }
    return RouteRequest(
      from: .coordinate(pair.from), to: .coordinate(pair.to), profile: profile, snapLimitMetres: 150)
  }

  private func report(_ what: String, _ times: [Double], _ counts: [(String, Double)] = []) {
    let times = times.sorted()
    guard let last = times.last else { return }
    print(
      JSONText.object(
        [
          ("what", .text(what)), ("nodes", .number(Double(ends.nodeCount))),
          ("timed", .number(Double(times.count))),
        ] + counts.map { ($0.0, .number($0.1)) } + [
          ("medianMicroseconds", .number(times[times.count / 2])),
          ("p99Microseconds", .number(times.count >= 100 ? times[times.count * 99 / 100] : last)),
        ]))
  }
}
