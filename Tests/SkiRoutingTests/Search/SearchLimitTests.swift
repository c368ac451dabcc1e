import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

/// Searches end at the time limit of their task, between nodes as well as at the end.
@Suite struct SearchLimitTests {
  /// A line of nodes that a search settles in order.
  private static func line(_ count: Int) -> (graph: FlatGraph, costs: [UInt32]) {
    let firstOut = (0...count).map { UInt32(min($0, count - 1)) }
    let heads = (1..<count).map { UInt32($0) }
    let places = (0..<count).map { SIMD3<Float>(Float($0), 0, 0) }
    return (
      FlatGraph(firstOut: firstOut, heads: heads, positions: places), [UInt32](repeating: 1, count: count - 1)
    )
  }

  @Test(arguments: [1, 2, 5])
  func `a search checks its time limit once in 4096 nodes`(seconds: Int) throws {
    let (graph, costs) = Self.line(100_000)
    let search = RouteSearch(graph)
    let (from, to) = ([SearchEnd(node: NodeIndex(0))], [SearchEnd(node: NodeIndex(99_999))])
    let one = #expect(throws: SkiError.self) {
      try WorkLimit(timeout: .seconds(seconds), clock: SteppingClock()).run {
        _ = try search.path(from: from, to: to, costs: costs)
      }
    }
    #expect(one?.code == .timedOut && search.settledCount == seconds * 4096)
    let all = #expect(throws: SkiError.self) {
      try WorkLimit(timeout: .seconds(seconds), clock: SteppingClock()).run {
        _ = try search.times(from: from, costs: costs)
      }
    }
    #expect(all?.code == .timedOut && search.settledCount == seconds * 4096)
    let clock = SteppingClock()
    let whole = try WorkLimit(timeout: .seconds(1000), clock: clock).run {
      try search.path(from: from, to: to, costs: costs)
    }
    // One check at the start, one per 4,096 nodes, one at the end.
    #expect(whole?.milliseconds == 99_999 && clock.readingCount == 1 + 100_000 / 4096 + 1)
  }

  /// The requests of a day session, by name.
  private static func questions(_ world: RandomWorld) throws -> [(name: String, ask: () throws -> Void)] {
    let (from, to) = (
      RouteEndpoint.node(NodeIndex(0)), RouteEndpoint.node(NodeIndex(world.graph.nodeCount - 1))
    )
    let session = DaySession(
      Router(graph: world.graph), timetable: Timetable(graph: world.graph, schedule: Schedule()))
    let profile = SkierProfile(ability: .expert)
    let (plain, at) = (session.session, DayTime(hour: 10))
    let request = RouteRequest(from: from, to: to, profile: profile)
    let fastest = RouteRequest(from: from, to: to, profile: profile, objective: .fastest)
    let people = [from, to].enumerated().map {
      MeetRequest.Person(name: "\($0)", from: $1, departure: at, profile: profile)
    }
    return [
      ("route", { _ = try plain.route(request) }),
      ("route by the clock", { _ = try session.route(request, departing: at) }),
      ("fastest route by the clock", { _ = try session.route(fastest, departing: at) }),
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
      ("home", { _ = try session.latestDepartures(to: to, profile: profile) }),
      ("reach", { _ = try session.reach(ReachRequest(from: from, departure: at, profile: profile)) }),
      ("meet", { _ = try session.meet(MeetRequest(people: people)) }),
      ("closure", { _ = try plain.effect(ofClosing: [FeatureIndex(0)], home: from, profile: profile) }),
      ("missing way", { _ = try session.missingRoute(from: from, backTo: to, profile: profile) }),
      (
        "journey",
        { _ = try session.journey(request, over: [RouteStop(to, pauseMilliseconds: 0)], departing: at) }
      ),
    ]
  }

  @Test func `every request ends with timedOut after its time limit and with cancelled in a cancelled task`()
    async throws
  {
    let world = try RandomWorld(seed: 3)
    for (name, ask) in try Self.questions(world) {
      try ask()
      let late = #expect(throws: SkiError.self, "\(name)") {
        try WorkLimit(timeout: .zero, clock: ManualClock()).run { try ask() }
      }
      #expect(late?.code == .timedOut, "\(name)")
    }
    let names = await Task { Self.cancelledQuestions(seed: 3) }.value
    #expect(names == (try Self.questions(world)).map(\.name))
  }

  /// The names of the requests that end with `.cancelled` after the current task is cancelled.
  private static func cancelledQuestions(seed: UInt64) -> [String] {
    // Built before the cancellation, which would end the building of the world too.
    let questions = (try? RandomWorld(seed: seed)).flatMap { try? Self.questions($0) } ?? []
    withUnsafeCurrentTask { $0?.cancel() }
    return questions.filter { question in
      do {
        try question.ask()
        return false
      } catch {
        return (error as? SkiError)?.code == .cancelled
      }
    }.map(\.name)
  }

  @Test func `a tour after its time limit is the best found so far, with a valid upper bound`() throws {
    var (found, shorter) = (0, 0)
    for seed in UInt64(1)...60 {
      let world = try RandomWorld(seed: seed)
      let session = DaySession(
        Router(graph: world.graph), timetable: Timetable(graph: world.graph, schedule: Schedule()))
      let request = TourRequest(
        home: .node(NodeIndex(0)), from: DayTime(hour: 9), until: DayTime(hour: 16),
        profile: SkierProfile(ability: .expert))
      guard case .answer(let whole) = try session.tour(request), whole.score > 0 else { continue }
      let late = try WorkLimit(timeout: .zero, clock: ManualClock()).run { try session.tour(request) }
      guard case .answer(let tour) = late else {
        Issue.record("seed \(seed): a tour, but none out of time")
        continue
      }
      found += 1
      #expect(tour.score <= whole.score && tour.scoreUpperBound >= whole.score, "seed \(seed)")
      if !tour.isProvenBest { shorter += 1 }
    }
    #expect(found > 5 && shorter > 5, "\(found) tours, \(shorter) not proven")
  }

  @Test func `a search for many paths keeps to the memory of its limit, and the others need none of it`()
    throws
  {
    var refused = Set<String>()
    for seed in UInt64(1)...40 {
      let world = try RandomWorld(seed: seed)
      for (name, ask) in try Self.questions(world) {
        do {
          try WorkLimit(searchBytes: 64).run { try ask() }
        } catch let error as SkiError where error.code == .limitExceeded {
          refused.insert(name)
        }
      }
    }
    #expect(refused == ["preferences", "Pareto", "relaxations"])
  }

  @Test func `a tour in little memory is the best found so far, with a valid upper bound`() throws {
    var (found, shorter) = (0, 0)
    for seed in UInt64(1)...60 {
      let world = try RandomWorld(seed: seed)
      let session = DaySession(
        Router(graph: world.graph), timetable: Timetable(graph: world.graph, schedule: Schedule()))
      let request = TourRequest(
        home: .node(NodeIndex(0)), from: DayTime(hour: 9), until: DayTime(hour: 16),
        profile: SkierProfile(ability: .expert))
      guard case .answer(let whole) = try session.tour(request), whole.score > 0 else { continue }
      guard case .answer(let tour) = try WorkLimit(searchBytes: 3200).run({ try session.tour(request) })
      else {
        Issue.record("seed \(seed): a tour, but none in little memory")
        continue
      }
      found += 1
      #expect(tour.score <= whole.score && tour.scoreUpperBound >= whole.score, "seed \(seed)")
      if !tour.isProvenBest { shorter += 1 }
    }
    #expect(found > 5 && shorter > 5, "\(found) tours, \(shorter) not proven")
  }
}
