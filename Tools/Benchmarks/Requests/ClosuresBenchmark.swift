import Foundation
import SkiBase
import SkiGraph
import SkiRouting

/// Times a lift that closes: the change, the first answer that sees it, and the same question again.
///
/// Each round asks a question, closes the first lift of its route, asks twice and reopens the lift. Before, several
/// threads ask at once, so that the router has several sessions.
struct ClosuresBenchmark {
  /// The figures of one kind of question, in microseconds.
  struct Row {
    var what: String
    var times: [Double]
  }

  private let map: SkiMap
  private let requests: [(request: RouteRequest, graph: RoutingGraph)]
  private static let threadCount = 8
  private static let departure = DayTime(hour: 10)

  /// Creates a benchmark of some requests, each with the graph of its region.
  init(map: SkiMap, requests: [(RouteRequest, RoutingGraph)]) {
    (self.map, self.requests) = (map, requests)
  }

  /// Measures untimed and timed questions.
  /// - Throws: ``BenchError`` when an answer uses a closed lift.
  func rows() throws -> [Row] {
    try rows("untimed") { try $0.route($1) } + rows("timed") { try $0.route($1, departing: Self.departure) }
  }

  private func rows(
    _ kind: String, _ ask: @escaping @Sendable (MapRouter, RouteRequest) throws -> Answer<Route>
  ) throws -> [Row] {
    let hours = OperatingHours(liftsOpen: DayTime(hour: 9), liftsClose: DayTime(hour: 16, minute: 30))
    let router = MapRouter(map: map, schedule: Schedule(hours: hours))
    let first = requests.prefix(20).map(\.request)
    Self.onThreads {
      for request in first { _ = try? ask(router, request) }
    }
    for (request, _) in requests { _ = try ask(router, request) }
    var (close, sees, again): ([Double], [Double], [Double]) = ([], [], [])
    for (request, graph) in requests {
      guard let place = try ask(router, request).value.flatMap({ lift($0, graph) }) else { continue }
      var start = ContinuousClock.now
      try router.close([place])
      close.append(Timing.microseconds(since: start))
      start = ContinuousClock.now
      let answer = try ask(router, request)
      sees.append(Timing.microseconds(since: start))
      start = ContinuousClock.now
      _ = try ask(router, request)
      again.append(Timing.microseconds(since: start))
      try router.reopen([place])
      // Without a route most of the time is the search for the reason.
      guard let route = answer.value else {
        close.removeLast()
        sees.removeLast()
        again.removeLast()
        continue
      }
      guard !route.steps.contains(where: { $0.feature == place.feature }) else {
        throw BenchError("a route uses a closed lift")
      }
    }
    return [
      Row(what: "closing a lift, \(kind)", times: close),
      Row(what: "first route after it, \(kind)", times: sees),
      Row(what: "the route again, \(kind)", times: again),
      Row(what: "first route less the route again, \(kind)", times: zip(sees, again).map { $0 - $1 }),
    ]
  }

  /// Returns the first lift of a route; nil without one.
  private func lift(_ route: Route, _ graph: RoutingGraph) -> Place? {
    guard let feature = route.steps.first(where: { $0.kind == .lift })?.feature else { return nil }
    let facts = graph.feature(feature)
    return Place(
      kind: facts.kind, name: facts.name, region: graph.region, feature: feature, features: [feature],
      point: facts.start, node: facts.startNode)
  }

  private static func onThreads(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    for _ in 0..<threadCount {
      Thread {
        body()
        done.signal()
      }.start()
    }
    for _ in 0..<threadCount { done.wait() }
  }
}
