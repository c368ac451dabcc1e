import SkiBase
import SkiGraph
import SkiTestSupport
import SkiTracks
import Testing

/// Achievements of hand-made days.
struct AchievementTests {
  private func world() throws -> DrawnWorld {
    try DrawnWorld(
      "T-M-S\n| | |\nB-N-R", cellMetres: 300,
      heights: ["T": 2000, "M": 1950, "N": 1750, "B": 1700, "S": 1900, "R": 1650],
      [
        .run("TMNB", .easy, name: "Long"), .run("MS", .intermediate), .run("SR", .expert),
        .run("RN", .novice),
        .lift("BT", .chairLift, name: "Chair"), .lift("RS", .tBar, name: "Drag"),
      ])
  }

  private func day(_ rounds: Int = 1, drag: Bool = false, pause: Double = 0) throws -> SkiDay {
    var drawn = DrawnDay(try world())
    for _ in 0..<rounds {
      drawn.go("BT", at: 4, state: .onLift)
      drawn.go("TM", at: 10)
      if drag {
        drawn.go("MSR", at: 12)
        drawn.go("RS", at: 3, state: .onLift)
        drawn.go("SRN", at: 12)
        drawn.go("NB", at: 10)
      } else {
        drawn.go("MNB", at: 10)
      }
      drawn.silence(pause)
    }
    return drawn.day
  }

  private func value(_ kind: Achievement.Kind, _ days: [SkiDay]) -> Double? {
    Achievement.of(days).first { $0.kind == kind }?.value
  }

  @Test func `a day without laps has no achievements`() throws {
    let day = SkiDay.make(from: MatchedTrack(fixes: [], passages: []), graph: try world().graph)
    #expect(Achievement.of([day]).isEmpty)
    #expect(Achievement.of([]).isEmpty)
  }

  @Test func `the descents, the favourite lift and the ride streak of a day are counted`() throws {
    let day = try day(4)
    #expect(abs((value(.descent, [day]) ?? 0) - 1200) < 1)
    #expect(abs((value(.longestDescent, [day]) ?? 0) - 300) < 1)
    #expect(value(.highestPlace, [day]) == 2000)
    #expect(value(.favouriteLift, [day]) == 4)
    #expect(value(.rideStreak, [day]) == 4)
    #expect(value(.colours, [day]) == nil)
    #expect(abs((value(.topSpeed, [day]) ?? 0) - 10.4) < 0.5)
  }

  @Test func `a pause of an hour ends a ride streak`() throws {
    #expect(value(.rideStreak, [try day(3, pause: 3600)]) == nil)
  }

  @Test func `each difficulty colour is counted once`() throws {
    #expect(value(.colours, [try day(drag: true)]) == 4)
  }

  @Test func `a streak of days is counted in any order of the days`() throws {
    let one = try day()
    let days = [2, 0, 1, 5].map { shift -> SkiDay in
      var day = one
      for index in day.laps.indices {
        day.laps[index].start = day.laps[index].start.advanced(bySeconds: Double(shift) * 86_400)
        day.laps[index].end = day.laps[index].end.advanced(bySeconds: Double(shift) * 86_400)
      }
      return day
    }
    #expect(value(.dayStreak, days) == 3)
    #expect(value(.dayStreak, days.reversed()) == 3)
    #expect(value(.dayStreak, [one]) == nil)
  }

  @Test func `the lifts of an area are complete over two days together and not on one`() throws {
    var (first, second) = (try day(), try day(drag: true))
    let area = VisitedArea(
      region: .first, area: AreaIndex(0), name: "Drawn", id: SourceID("a"), operatingLiftCount: 2)
    for (index, lap) in first.laps.enumerated() where lap.kind == .lift { first.laps[index].area = 0 }
    second.laps = second.laps.filter { $0.id.rawValue == "RS" }
    second.laps[0].area = 0
    (first.areas, second.areas) = ([area], [area])
    #expect(value(.everyLift, [first]) == nil)
    #expect(value(.everyLift, [first, second]) == 2)
  }

  @Test func `the first lift is reported by the local time of the place`() throws {
    let day = try day(2)
    let start = try #require(day.start)
    let offset = try UTCOffset("-08:00")
    let first = Achievement.of([day], offset: offset).first { $0.kind == .firstLift }
    #expect(first?.value == start.clock(offset: offset).secondsOfDay)
    #expect(first?.lap == 0)
    #expect(first?.name == "Chair")
  }
}
