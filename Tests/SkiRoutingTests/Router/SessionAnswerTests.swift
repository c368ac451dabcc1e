import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

/// Properties of the answers of routers and day sessions.
@Suite struct SessionAnswerTests {
  private static func session(_ world: DrawnWorld, _ schedule: Schedule = Schedule()) -> DaySession {
    DaySession(world.router, timetable: Timetable(graph: world.graph, schedule: schedule))
  }

  @Test func `the Pareto-optimal choices from a place to itself are one empty route of no cost`() throws {
    let world = try DrawnWorld("A---B", heights: ["A": 1100, "B": 1000], [.run("AB", .easy)])
    let here = RouteEndpoint.node(world.node("A"))
    let departure = DayTime(hour: 10)
    guard
      case .answer(let choices) = try Self.session(world).paretoChoices(
        RouteRequest.fastest(from: here, to: here), departing: departure)
    else {
      Issue.record("no choice")
      return
    }
    #expect(choices.count == 1 && choices[0].route.steps.isEmpty && choices[0].route.arrival == departure)
    #expect(
      choices[0].criteria
        == RouteCriteria(milliseconds: 0, hardest: .nothing, pushedMetres: 0, liftCount: 0))
  }

  @Test func `a route by preferences departs at the requested time and arrives after its duration`() throws {
    let world = try DrawnWorld("A---B", heights: ["A": 1100, "B": 1000], [.run("AB", .easy)])
    for to in ["A", "B"] as [Character] {
      let request = RouteRequest.fastest(from: .node(world.node("A")), to: .node(world.node(to)))
      let result = try Self.session(world).route(
        request, preferring: RoutePreferences(waiting: 3), departing: DayTime(hour: 10))
      guard case .answer(let route) = result else {
        Issue.record("no route")
        continue
      }
      #expect(route.departure == DayTime(hour: 10))
      #expect(route.arrival == DayTime(hour: 10).advanced(byMilliseconds: route.totalMilliseconds()))
    }
  }

  @Test func `the factor of waits does not change the perceived time where no lift is open`() throws {
    for seed in UInt64(1)...200 {
      var world = try RandomWorld(seed: seed)
      let graph = world.graph
      var profile = world.profile()
      profile.closedFeatures.formUnion(
        (0..<graph.featureCount).map { FeatureIndex($0) }.filter { graph.feature($0).kind == .lift })
      let session = DaySession(
        Router(graph: graph), timetable: Timetable(graph: graph, schedule: Schedule()))
      let request = RouteRequest.fastest(from: world.endpoint(), to: world.endpoint(), profile: profile)
      guard request.from != request.to, case .answer(let ends) = try session.resolve(request) else {
        continue
      }
      let day = session.prepare(profile)
      let timed = TimedEnds(from: ends.0, to: ends.1, departing: 0, day: day)
      let seeming = try [1.0, 10].map { waiting in
        try session.leastPerceivedPath(timed, day, RoutePreferences(waiting: waiting), nil)
          .map { PreferenceRules.Field.perceived.value(in: $0.label.rest) }
      }
      #expect(seeming[0] == seeming[1], "seed \(seed)")
    }
  }

  @Test func `a router builds its reversed graph once and shares it`() throws {
    let world = try RandomWorld(seed: 4)
    let router = Router(graph: world.graph)
    let (first, second) = (router.reversed(), router.reversed())
    #expect(first.flat.firstOut == second.flat.firstOut, "the same memory")
  }

  @Test func `adjacent opening hours are merged into one window until the last boarding`() throws {
    let day = CalendarDay(daysSince1970: 20_487)
    for hours in ["09:00-12:00,12:00-16:00", "09:00-12:00 || 12:00-16:00 \"on request\""] {
      let world = try DrawnWorld(
        "B---T", heights: ["B": 1000, "T": 1200], [.lift("BT", .chairLift) { $0.openingHours = hours }])
      let timetable = Timetable(graph: world.graph, schedule: Schedule(day: day))
      let lift = try #require(world.feature("BT"))
      let rule = try #require(timetable.rule(of: lift, kind: .lift, usualWait: 0))
      let window = TravelRule.Window(opens: 32_400_000, ends: 57_000_000)
      #expect(rule.windows == [window], "\(hours)")
    }
  }

  @Test func `a cabin boarded at an earlier section passes a section after boarding there has ended`() throws
  {
    let world = try DrawnWorld(
      "A---B---C", heights: ["A": 1000, "B": 1200, "C": 1400],
      [.lift("AB", .gondola), .lift("BC", .gondola)])
    let features = try ["AB", "BC"].map { try #require(world.feature($0)) }
    let ids = features.map { world.graph.feature($0).id }
    var report = StatusReport()
    // Boarding ends ten minutes before closing: the second section is boarded at 9:00 only.
    report.features = zip(ids, [16 * 60, 9 * 60 + 10]).map { id, closes in
      FeatureStatus(
        key: .id(id),
        hours: [OpenHours(opens: DayTime(hour: 9), closes: DayTime(milliseconds: closes * 60_000))])
    }
    let timetable = Timetable(graph: world.graph, schedule: Schedule(report: report))
    let ride = ThroughRides.PassingRide(boarded: features[0], milliseconds: 300_000)
    let aboard = try #require(timetable.rule(of: features[1], kind: .lift, usualWait: 0, aboard: ride))
    let window = TravelRule.Window(opens: 32_400_000, ends: 32_700_000)
    #expect(aboard.windows == [window])
    let boarded = try #require(timetable.rule(of: features[1], kind: .lift, usualWait: 0))
    #expect(boarded.windows.map(\.ends) == [32_400_000])
  }
}
