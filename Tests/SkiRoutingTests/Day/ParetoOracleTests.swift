import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

@Suite struct ParetoOracleTests {
  @Test(arguments: DayOracleTests.batches)
  func `the Pareto-optimal routes equal those of an exhaustive search`(first: UInt64) throws {
    var (found, many) = (0, 0)
    for seed in first..<first + 500 {
      var world = try RandomWorld.tagged(seed: seed)
      var random = SeededGenerator(seed: seed ^ 0x9A2E)
      let schedule =
        random.happens(0.5) ? random.schedule(for: world.graph) : Schedule(now: .init(secondsSince1970: 0))
      let timetable = Timetable(graph: world.graph, schedule: schedule)
      let session = DaySession(Router(graph: world.graph), timetable: timetable)
      let profile = world.profile()
      let (from, to) = (world.endpoint(), world.endpoint())
      if from == to { continue }
      let departure = random.moment()
      let reference = ReferenceDay(graph: world.graph, profile: profile, timetable: timetable)
      let plain = ReferenceRouting(graph: world.graph, profile: profile)
      let arcs = reference.arcs + reference.accessArcs(plain.places(from), plain.places(to))
      let truth = reference.paretoVectors(departing: departure.milliseconds, arcs: arcs)
      let request = RouteRequest.fastest(from: from, to: to, profile: profile)
      let note: Comment = "seed \(seed), at \(departure)"
      guard case .answer(let choices) = try session.paretoChoices(request, departing: departure) else {
        #expect(truth.isEmpty, note)
        continue
      }
      #expect(choices.map { Self.vector($0.criteria, departure) } == truth, note)
      for choice in choices { Self.check(choice, world.graph, note) }
      found += 1
      if choices.count > 1 { many += 1 }
    }
    #expect(found > 50 && many > 10)
    print("seeds from \(first): \(found) answers of 500, \(many) with a choice")
  }

  static func vector(_ criteria: RouteCriteria, _ departure: DayTime) -> [Int] {
    let rank =
      switch criteria.hardest {
      case .nothing: 0
      case .grade(let grade): Int(grade.rank)
      case .unknown: 100
      }
    return [
      departure.milliseconds + criteria.milliseconds, rank, Int((criteria.pushedMetres * 100).rounded()),
      criteria.liftCount,
    ]
  }

  /// Checks that a route agrees with its criteria.
  static func check(_ choice: RouteChoice, _ graph: RoutingGraph, _ note: Comment) {
    #expect(choice.route.totalMilliseconds() == choice.criteria.milliseconds, note)
    let edges = choice.route.steps.flatMap(\.edges)
    let lifts = edges.filter { graph.link(graph.link(of: $0)).kind == .lift }.count
    #expect(lifts == choice.criteria.liftCount, note)
    let ranks = edges.map { ReferenceDay.rank(graph.link(graph.link(of: $0))) }
    #expect(ranks.max() ?? 0 <= vector(choice.criteria, DayTime(milliseconds: 0))[1], note)
  }

  @Test func `a Pareto search that exceeds its memory limit is an error`() throws {
    var world = try RandomWorld.tagged(seed: 1)
    var thrown = 0
    for seed in UInt64(1)...200 {
      world = try RandomWorld.tagged(seed: seed)
      let session = DaySession(
        Router(graph: world.graph),
        timetable: Timetable(graph: world.graph, schedule: Schedule(now: .init(secondsSince1970: 0))))
      let request = RouteRequest.fastest(from: .node(NodeIndex(0)), to: .node(NodeIndex(1)))
      do {
        _ = try WorkLimit(searchBytes: 64).run {
          try session.paretoChoices(request, departing: DayTime(hour: 10))
        }
      } catch let error as SkiError {
        #expect(error.code == .limitExceeded)
        thrown += 1
      }
    }
    #expect(thrown > 20)
  }
}
