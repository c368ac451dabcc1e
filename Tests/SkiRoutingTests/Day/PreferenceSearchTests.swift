import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

/// Searches by preferences on whole maps: the labels are limited, and the perceived time equals the reference.
///
/// `SKIROUTE_QUESTIONS` is the number of requests for each map.
@Suite struct PreferenceSearchTests {
  private static let count = TestScale.count("SKIROUTE_QUESTIONS", all: 1000, sample: 300)
  private static let seed: UInt64 = 18

  @Test func `searches by preferences on the sample respect the label limit and equal the reference`()
    async throws
  {
    try Self.ask(
      try await MapMaking.sample(.openskimap).contents.map().graph(at: 0), "sample", labels: 14_000)
  }

  @Test(.enabled(if: RealData.isNamed), arguments: ["trois-vallees", "us/snowbird"])
  func `searches by preferences on a real area respect the label limit and equal the reference`(name: String)
    async throws
  {
    try Self.ask(try await MapMaking.graph(of: .named(name)).graph, name)
  }

  /// Preferences as the command's options set them, and combinations of them.
  private static func preferences(_ random: inout SeededGenerator, _ graph: RoutingGraph) -> RoutePreferences
  {
    var preferences = RoutePreferences()
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1: preferences.waiting = 3
    case 2: preferences.grades[.easy] = 0.5
    case 3: preferences.grades = [.intermediate: 3, .advanced: 6, .expert: 10]
    case 4: preferences.liftKinds[random.pick([.chairLift, .gondola, .dragLift])] = random.pick([0.5, 3])
    case 5: preferences.secondsForPushedMetre = 2
    case 6:
      for _ in 0..<3 {
        preferences.features[FeatureIndex(Int.random(in: 0..<graph.featureCount, using: &random))] =
          random.pick([0.1, 0.5, 3, 10])
      }
    default:
      preferences.waiting = random.pick([0.1, 0.5, 3, 10])
      preferences.grades[.easy] = random.pick([0.1, 0.5])
      preferences.secondsForPushedMetre = random.pick([0, 2])
    }
    return preferences
  }

  /// A schedule in which some lifts have hours of their own and some have waits that vary over the day.
  private static func schedule(_ random: inout SeededGenerator, _ graph: RoutingGraph) -> Schedule {
    let moment = { (hours: ClosedRange<Double>, random: inout SeededGenerator) in
      DayTime(milliseconds: Int(Double.random(in: hours, using: &random) * 12) * 300_000)
    }
    var report = StatusReport()
    for position in 0..<graph.featureCount where random.happens(0.5) {
      let feature = graph.feature(FeatureIndex(position))
      guard feature.kind == .lift else { continue }
      var status = FeatureStatus(key: .id(feature.id))
      if random.happens(0.5) {
        status.hours = [OpenHours(opens: moment(8...10, &random), closes: moment(15...17, &random))]
      }
      if random.happens(0.5) {
        status.typicalWaits = (0..<4).map { _ in
          TypicalWait(
            at: moment(8...16, &random), milliseconds: Int.random(in: 0...1_800_000, using: &random))
        }
      }
      report.features.append(status)
    }
    let hours = OperatingHours(liftsOpen: DayTime(hour: 9), liftsClose: DayTime(hour: 16, minute: 30))
    return Schedule(hours: hours, report: report)
  }

  /// - Parameter labels: The greatest number of labels made for a request, those included that a settled one dominates later; the
  ///   sample's requests need up to 13,319 (all but one of 11,000 with eleven seeds up to 4,800), those in Les Trois Vallées up to 33,128.
  private static func ask(_ graph: RoutingGraph, _ name: String, labels: Int = 40_000) throws {
    var random = SeededGenerator(seed: seed)
    var (answered, mostLabels) = (0, 0)
    let router = Router(graph: graph)
    var session = DaySession(router, timetable: Timetable(graph: graph, schedule: Schedule()))
    for question in 0..<count {
      if question % 20 == 0 {
        // Every third schedule has no hours, as in the command without options.
        let day = question % 60 == 0 ? Schedule() : schedule(&random, graph)
        session = DaySession(router, timetable: Timetable(graph: graph, schedule: day))
      }
      var request = RouteRequest(
        from: .node(NodeIndex(Int.random(in: 0..<graph.nodeCount, using: &random))),
        to: .node(NodeIndex(Int.random(in: 0..<graph.nodeCount, using: &random))),
        profile: SkierProfile(ability: random.pick(SkierAbility.allCases)))
      if request.from == request.to { continue }
      if random.happens(0.3) { request.objective = .fastest }
      let preferences = preferences(&random, graph)
      let departure = DayTime(milliseconds: Int.random(in: 25_200_000...57_600_000, using: &random))
      let note: Comment = "\(name), seed \(seed), question \(question): \(preferences) at \(departure)"
      session.labelCount = 0
      let result = try session.route(request, preferring: preferences, departing: departure)
      mostLabels = max(mostLabels, session.labelCount)
      #expect(session.labelCount <= labels, note)
      let truth = reference(session, request, preferences, departure)
      guard case .answer = result else {
        #expect(truth == .infinity, note)
        continue
      }
      let perceived = try perceivedTime(session, request, preferences, departure)
      // Each arc is rounded to the millisecond.
      #expect(abs(perceived - truth) < 500, "\(note): \(perceived), not \(truth)")
      answered += 1
    }
    print("\(name): \(answered) of \(count) answered, at most \(mostLabels) labels")
    #expect(answered * 10 > count)
  }

  private static func reference(
    _ session: DaySession, _ request: RouteRequest, _ preferences: RoutePreferences, _ departure: DayTime
  ) -> Double {
    let graph = session.router.graph
    let day = ReferenceDay(graph: graph, profile: request.profile, timetable: session.timetable)
    let plain = ReferenceRouting(graph: graph, profile: request.profile)
    let arcs = day.arcs + day.accessArcs(plain.places(request.from), plain.places(request.to))
    return ReferencePerceivedTimes(
      reference: day, preferences: preferences, arcs: arcs, isWeighted: request.objective == .skiing
    ).shortestByTime(departing: departure.milliseconds)
  }

  private static func perceivedTime(
    _ session: DaySession, _ request: RouteRequest, _ preferences: RoutePreferences, _ departure: DayTime
  ) throws -> Double {
    guard case .answer(let ends) = try session.resolve(request) else { return .infinity }
    let day = session.prepare(request.profile)
    let timed = TimedEnds(from: ends.0, to: ends.1, departing: try departure.searchMilliseconds(), day: day)
    let weights = request.objective == .skiing ? session.weights(of: day) : nil
    let path = try session.leastPerceivedPath(timed, day, preferences, weights)
    return path.map { Double(PreferenceRules.Field.perceived.value(in: $0.label.rest)) } ?? .infinity
  }
}
