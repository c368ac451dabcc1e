import SkiFormats
import SkiGeo
import SkiGraph
import SkiModel
import SkiReports
import SkiRouting

/// Times requests of one ``MapRouter``: coordinates to a route with its steps, and to its JSON.
///
/// All ends lie in the largest region, up to 100 m beside the network. The same map has the same requests. The skier's
/// limits are the same each time, or others each time, so that nothing can be kept from the request before.
struct RequestsBenchmark {
  /// The limits of the skier from request to request.
  private enum Limits: String, CaseIterable {
    case same, other, closures, tooLow
  }

  private let map: SkiMap
  private let graph: RoutingGraph
  private let count: Int

  /// Opens a map.
  /// - Throws: ``SkiError`` when it is none.
  init(path: String, count: Int) throws {
    let map = try SkiMap.open(path: path)
    let graphs = try map.regions.map { try map.graph($0) }
    guard let largest = graphs.max(by: { $0.nodeCount < $1.nodeCount }), largest.nodeCount > 1 else {
      throw BenchError("the map has no network")
    }
    (self.map, graph, self.count) = (map, largest, count)
  }

  /// Prints a line for each kind of limits.
  func run() throws {
    for limits in Limits.allCases {
      let router = MapRouter(map: map)
      var random = SplitMix(state: 11)
      // The first request prepares the region.
      _ = try router.route(request(limits, &random))
      var (routes, documents, answered, reasons): ([Double], [Double], Int, Int) = ([], [], 0, 0)
      for _ in 0..<count {
        let request = request(limits, &random)
        let start = ContinuousClock.now
        let answer = try router.route(request)
        routes.append(Timing.microseconds(since: start))
        guard case .answer(let route) = answer else {
          reasons += 1
          continue
        }
        answered += 1
        let written = ContinuousClock.now
        let text = RouteDocument(result: .answer(route), from: "A", to: "B", sources: map.sources).json()
        documents.append(Timing.microseconds(since: written))
        guard !text.string.isEmpty else { throw BenchError("a document is empty") }
      }
      report("request, limits \(limits.rawValue)", routes, answered: answered, reasons: reasons)
      report("its JSON, limits \(limits.rawValue)", documents, answered: answered, reasons: reasons)
    }
  }

  /// Prints the lines of a lift that closes.
  func runClosures() throws {
    var random = SplitMix(state: 11)
    let requests = (0..<count).map { _ in request(.same, &random) }
    for row in try ClosuresBenchmark(map: map, graph: graph, requests: requests).rows() {
      report(row.what, row.times, answered: row.times.count, reasons: 0)
    }
  }

  private func request(_ limits: Limits, _ random: inout SplitMix) -> RouteRequest {
    var profile = SkierProfile()
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
        (0..<20).map { _ in FeatureIndex(Int.random(in: 0..<graph.featureCount, using: &random)) })
    case .tooLow: profile.ceiling = .grade(.novice)
    }
    return RouteRequest(
      from: .coordinate(end(&random)), to: .coordinate(end(&random)), profile: profile, snapLimitMetres: 150)
  }

  private func end(_ random: inout SplitMix) -> Coordinate {
    let node = NodeIndex(Int.random(in: 0..<graph.nodeCount, using: &random))
    let place = graph.point(node).coordinate
    return Coordinate(
      latitude: place.latitude + Double.random(in: -0.0005...0.0005, using: &random),
      longitude: place.longitude + Double.random(in: -0.0005...0.0005, using: &random))
  }

  private func report(_ what: String, _ times: [Double], answered: Int, reasons: Int) {
    let times = times.sorted()
    guard !times.isEmpty else { return }
    print(
      JSONText.object([
        ("what", .text(what)), ("nodes", .number(Double(graph.nodeCount))),
        ("routes", .number(Double(answered))),
        ("reasons", .number(Double(reasons))), ("medianMicroseconds", .number(times[times.count / 2])),
        ("p99Microseconds", .number(times[times.count * 99 / 100])),
      ]))
  }
}
