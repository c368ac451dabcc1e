import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

@Suite struct PreferenceOracleTests {
  @Test(arguments: DayOracleTests.batches)
  func `a route by preferences has the least perceived time of all paths on random worlds`(first: UInt64)
    throws
  {
    var (found, skipped, other) = (0, 0, 0)
    for seed in first..<first + 200 {
      var world = try RandomWorld(seed: seed)
      var random = SeededGenerator(seed: seed ^ 0x5EE3)
      let timetable = Timetable(graph: world.graph, schedule: random.schedule(for: world.graph))
      let session = DaySession(Router(graph: world.graph), timetable: timetable)
      let profile = world.profile()
      let (from, to) = (world.endpoint(), world.endpoint())
      if from == to { continue }
      let departure = random.moment()
      let preferences = random.preferences(for: world.graph)
      let reference = ReferenceDay(graph: world.graph, profile: profile, timetable: timetable)
      let plain = ReferenceRouting(graph: world.graph, profile: profile)
      let arcs = reference.arcs + reference.accessArcs(plain.places(from), plain.places(to))
      var request = RouteRequest.fastest(from: from, to: to, profile: profile)
      let isWeighted = random.happens(0.5)
      if isWeighted { request.objective = .skiing }
      let perceivedTime = ReferencePerceivedTimes(
        reference: reference, preferences: preferences, arcs: arcs, isWeighted: isWeighted)
      guard let truth = perceivedTime.shortest(departing: departure.milliseconds, attempts: 20_000) else {
        skipped += 1
        continue
      }
      let note: Comment = "seed \(seed), at \(departure)"
      let result = try session.route(request, preferring: preferences, departing: departure)
      guard case .answer(let route) = result, case .answer(let ends) = try session.resolve(request) else {
        #expect(truth == .infinity, note)
        continue
      }
      let day = session.prepare(profile)
      let time = try departure.searchMilliseconds()
      let timed = TimedEnds(from: ends.0, to: ends.1, departing: time, day: day)
      let weights = isWeighted ? session.weights(of: day) : nil
      let path = try session.leastPerceivedPath(timed, day, preferences, weights)
      #expect(session.labelCount < 20_000, note)
      let perceived =
        path.map { Double(PreferenceRules.Field.perceived.value(in: $0.label.rest)) } ?? .infinity
      // The reference prices the walks in whole centimetres, a difference of up to 20 ms at either end.
      #expect(abs(perceived - truth) < (isWeighted ? 100 : 50), "\(note): \(perceived), not \(truth)")
      found += 1
      request.objective = .fastest
      guard case .answer(let fastest) = try session.route(request, departing: departure) else {
        Issue.record("only preferences find a way: \(note)")
        continue
      }
      #expect(fastest.totalMilliseconds() <= route.totalMilliseconds(), note)
      if fastest.totalMilliseconds() < route.totalMilliseconds() { other += 1 }
    }
    #expect(found > 10 && skipped < 80, "\(found) found, \(skipped) skipped")
    print("seeds from \(first): \(found) ways, \(other) of them not the fastest, \(skipped) skipped")
  }

  @Test func `a colour is that of each run in its own convention, a grade the same in all`() throws {
    let american = { (facts: inout GraphFeature) in facts.convention = .northAmerica }
    let world = try DrawnWorld(
      """
      A-T-B
      .|.|.
      .C.D.
      """, heights: ["T": 1100],
      [
        .run("TA", .easy), .run("TB", .intermediate), .run("TC", .easy, change: american),
        .run("TD", .intermediate, change: american),
      ])
    let map = try world.map()
    for (preferences, expected) in [
      (NamedPreferences(preferred: ["blue"]), [0.5, 1, 1, 0.5]),
      (NamedPreferences(avoided: ["blue"]), [3, 6, 1, 3]),
      (NamedPreferences(avoided: ["red"]), [1, 3, 1, 1]),
      (NamedPreferences(preferred: ["easy"], avoided: ["blue"]), [0.5, 6, 0.5, 3]),
    ] {
      let graph = try map.graph(map.regions[0])
      let terms = PreferenceFactors(
        model: CostModel(graph: graph, profile: .anyGrade),
        preferences: try RoutePreferences(preferences, finder: PlaceFinder(map: map), graph: graph))
      let factors = try ["TA", "TB", "TC", "TD"].map { spelling in
        terms.factor(graph.links(of: try #require(world.feature(spelling))).lowerBound)
      }
      #expect(factors == expected, "\(preferences)")
    }
  }

  @Test func `preference factors outside their limits are refused`() throws {
    let world = try RandomWorld(seed: 1)
    let session = DaySession(
      Router(graph: world.graph),
      timetable: Timetable(graph: world.graph, schedule: Schedule(now: .init(secondsSince1970: 0))))
    let request = RouteRequest.fastest(from: .node(NodeIndex(0)), to: .node(NodeIndex(1)))
    var beyond = RoutePreferences()
    beyond.conventionGrades = [.japan: [.easy: 11]]
    for preferences in [
      RoutePreferences(waiting: 0), RoutePreferences(waiting: .nan),
      RoutePreferences(grades: [.easy: 11]), RoutePreferences(secondsForPushedMetre: -1), beyond,
    ] {
      #expect(throws: SkiError.self) {
        try session.route(request, preferring: preferences, departing: DayTime(hour: 10))
      }
    }
  }
}

extension SeededGenerator {
  mutating func preferences(for graph: RoutingGraph) -> RoutePreferences {
    var preferences = RoutePreferences()
    let factors = [0.2, 0.5, 1, 2, 3, 10]
    for feature in 0..<graph.featureCount where happens(0.3) {
      preferences.features[FeatureIndex(feature)] = pick(factors)
    }
    for grade in Difficulty.allCases where happens(0.3) { preferences.grades[grade] = pick(factors) }
    for kind in LiftKind.allCases where happens(0.2) { preferences.liftKinds[kind] = pick([0.5, 2]) }
    if happens(0.5) { preferences.waiting = pick([0.5, 1, 3]) }
    if happens(0.5) { preferences.secondsForPushedMetre = pick([0.5, 2]) }
    return preferences
  }
}
