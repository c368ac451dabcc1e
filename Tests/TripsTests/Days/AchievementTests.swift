import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Achievements follow from facts by plain rules.
@Suite struct AchievementTests {
  private let start = UniversalTime(secondsSince1970: 1_600_000_000)

  private func day(_ name: String, _ laps: [DayLap], areas: [MatchedDayFacts.Area] = []) throws -> CountedDay
  {
    CountedDay(id: try DayID(name), laps: laps, areas: areas)
  }

  private func kinds(_ day: CountedDay, after earlier: [CountedDay] = []) -> [DayAchievement.Kind] {
    DayAchievement.of(day, after: earlier).map(\.kind)
  }

  @Test func `the first day, and the day of most metres`() throws {
    let (short, long) = (
      try day("a", [.run("r", start, descent: 500)]), try day("b", [.run("r", start, descent: 501)])
    )
    #expect(kinds(short) == [.firstDay])
    #expect(DayAchievement.of(long, after: [short]) == [DayAchievement(.mostMetres, value: 501)])
    #expect(kinds(short, after: [long]).isEmpty)
    #expect(kinds(short, after: [short]).isEmpty)
  }

  @Test func `ten thousand metres, and a run of a thousand`() throws {
    let runs = (0..<11).map { DayLap.run("r\($0)", start, descent: 909.0909) }
    #expect(!kinds(try day("a", runs)).contains(.tenThousandMetres))
    let more = try day("a", runs + [.run("s", start, descent: 1000), .run("t", start, descent: 999)])
    let found = DayAchievement.of(more, after: [])
    #expect(found.map(\.kind) == [.firstDay, .tenThousandMetres, .longRun])
    #expect(found.last == DayAchievement(.longRun, value: 1000, source: SourceID("s")))
  }

  @Test func `ten lifts, and every lift of an area of at least three`() throws {
    let lifts = (0..<10).map { SourceID("l\($0)") }
    let rides = lifts.map { DayLap.lift($0.rawValue, start) }
    let areas = [
      MatchedDayFacts.Area(source: SourceID("all"), lifts: lifts),
      MatchedDayFacts.Area(source: SourceID("small"), lifts: Array(lifts[..<2]) + [lifts[0]]),
      MatchedDayFacts.Area(source: SourceID("more"), lifts: lifts + [SourceID("closed")]),
    ]
    let whole = DayAchievement.of(try day("a", rides + rides, areas: areas), after: [])
    #expect(whole.map(\.kind) == [.firstDay, .tenLifts, .everyLift])
    #expect(whole.last == DayAchievement(.everyLift, value: 10, source: SourceID("all")))
    #expect(kinds(try day("a", Array(rides.dropLast()), areas: areas)) == [.firstDay])
  }

  @Test(arguments: TripsBackend.usable)
  func `only laps that count make achievements`(backend: TripsBackend) async throws {
    try await backend.withDays { world in
      let ben = try await world.world.person("ben")
      let start = world.now.advanced(bySeconds: -86_400)
      var jump = DayLap.run("r2", start.advanced(bySeconds: 3600), descent: 1500)
      jump.topSpeedMetresPerSecond = 90
      let first = try await world.add("one", [.run("r1", start), jump], as: ben)
      try await #expect(world.days.achievements(of: first, as: ben) == [DayAchievement(.firstDay, value: 1)])
      world.world.clock.advance(seconds: 1)
      let again = try await world.add("two", [.run("r1", start.advanced(bySeconds: 10))], as: ben)
      try await #expect(world.days.achievements(of: again, as: ben).isEmpty)
      // A day before the others, uploaded later.
      let earlier = try await world.add(
        "three", [.run("r1", start.advanced(bySeconds: -86_400), descent: 400)],
        areas: [MatchedDayFacts.Area(source: SourceID("area"), lifts: [SourceID("l1")])], as: ben)
      try await #expect(
        world.days.achievements(of: earlier, as: ben) == [DayAchievement(.firstDay, value: 1)])
      try await #expect(
        world.days.achievements(of: first, as: ben) == [DayAchievement(.mostMetres, value: 500)])
    }
  }
}
