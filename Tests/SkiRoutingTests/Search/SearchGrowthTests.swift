import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

/// The nodes settled, labels and limit checks of random requests on random worlds of doubling sizes.
@Suite struct SearchGrowthTests {
  /// The greatest counts at one size.
  private struct Counts {
    var settled = 0
    var dayLabels = 0
    var limitChecks: [String: Int] = [:]
  }

  static let sizes = [32, 64, 128, 256, 512]
  private static let worldsOfASize: UInt64 = 12

  /// Returns the greatest counts of random requests on random worlds of a size.
  private static func counts(nodeCount: Int) throws -> Counts {
    var most = Counts()
    for seed in 1...worldsOfASize {
      var world = try RandomWorld(seed: seed &* 7919 &+ UInt64(nodeCount), nodeCount: nodeCount)
      let session = DaySession(
        Router(graph: world.graph), timetable: Timetable(graph: world.graph, schedule: Schedule()))
      let request = RouteRequest(
        from: world.endpoint(), to: world.endpoint(), profile: world.profile(),
        algorithm: seed % 2 == 0 ? .aStar : .dijkstra)
      if request.from == request.to { continue }
      let at = DayTime(hour: 10)
      let (from, profile) = (request.from, request.profile)
      let questions: [(name: String, ask: () throws -> Void)] = [
        ("route", { _ = try session.session.route(request) }),
        ("route by the clock", { _ = try session.route(request, departing: at) }),
        (
          "preferences",
          {
            _ = try session.route(
              request, preferring: RoutePreferences(grades: [.easy: 0.5], waiting: 3), departing: at)
          }
        ),
        ("Pareto", { _ = try session.paretoChoices(request, departing: at) }),
        ("alternatives", { _ = try session.alternatives(request, departing: at, count: 3) }),
        ("relaxations", { _ = try session.relaxations(request) }),
        ("home", { _ = try session.latestDepartures(to: request.to, profile: profile) }),
        ("reach", { _ = try session.reach(ReachRequest(from: from, departure: at, profile: profile)) }),
        ("missing way", { _ = try session.missingRoute(from: from, backTo: request.to, profile: profile) }),
      ]
      for (name, ask) in questions {
        let clock = SteppingClock()
        try WorkLimit(timeout: .seconds(1_000_000), clock: clock).run { try ask() }
        most.limitChecks[name] = max(most.limitChecks[name] ?? 0, clock.readingCount)
        if name == "route" { most.settled = max(most.settled, session.session.settledCount) }
        if name == "route by the clock" { most.settled = max(most.settled, session.settledCount) }
        if name == "Pareto" || name == "preferences" {
          most.dayLabels = max(most.dayLabels, session.labelCount)
        }
      }
    }
    return most
  }

  @Test(arguments: sizes) func `settled nodes, labels and limit checks grow at most linearly with the world`(
    nodeCount: Int
  )
    throws
  {
    let most = try Self.counts(nodeCount: nodeCount)
    print(
      "\(nodeCount) nodes: \(most.settled) settled, \(most.dayLabels) labels, limit checks \(most.limitChecks.sorted { $0.key < $1.key })"
    )
    // Each node is settled once, and so is each end that lies on an edge; a search that starts again with exact bounds
    // has settled some nodes before.
    let settledBefore = RouteSearch.greatestStraightCount + 1
    #expect(most.settled > 0 && most.settled <= nodeCount + 2 + settledBefore)
    // About twelve labels per node.
    #expect(most.dayLabels > 0 && most.dayLabels <= 40 * nodeCount)
    // There is a check at least every 4,096 steps, and some searches check once for each start.
    for (name, limitChecks) in most.limitChecks { #expect(limitChecks <= 20 + nodeCount / 2, "\(name)") }
  }
}
