import SkiBase
import SkiGraph
import SkiTestSupport
import SkiTracks
import Testing

/// Descents from lift to lift, and breaks with the huts they are at.
struct DescentTests {
  private func world() throws -> DrawnWorld {
    try DrawnWorld(
      "T-M-S\n| | |\n| | |\nB-N-R", cellMetres: 300,
      heights: ["T": 2000, "M": 1950, "N": 1750, "B": 1700, "S": 1940, "R": 1740],
      huts: ["N": "Alm", "S": "Inn"],
      [
        .run("TM", .easy, name: "Top"), .run("MNB", .easy, name: "Long"), .run("MSRN", .easy, name: "Round"),
        .lift("BT", .chairLift, name: "Chair"),
      ])
  }

  @Test func `the runs between two lifts are one descent with its drop, length and time`() throws {
    var drawn = DrawnDay(try world())
    for _ in 0..<2 {
      drawn.go("BT", at: 4, state: .onLift)
      drawn.go("TM", at: 10)
      drawn.go("MSRN", at: 10)
      drawn.go("NB", at: 10)
    }
    let day = drawn.day
    #expect(day.descents.count == 2)
    let descent = try #require(day.descents.first)
    #expect(descent.laps == 1..<4)
    #expect(descent.descentMetres.map { abs($0 - 310) < 1 } == true)
    #expect(abs(descent.lengthMetres - day.laps[1..<4].reduce(0) { $0 + $1.lengthMetres }) < 0.001)
    #expect(descent.start == day.laps[1].start && descent.end == day.laps[3].end)
    #expect(descent.stopCount == 0 && descent.stoppedSeconds == 0)
    #expect(!descent.startsAfterGap && !descent.endsBeforeGap)
  }

  @Test func `an open gap ends a descent and another starts after it`() throws {
    var drawn = DrawnDay(try world())
    drawn.go("BT", at: 4, state: .onLift)
    drawn.go("TM", at: 10)
    drawn.silence(3700)
    drawn.go("NB", at: 10)
    let day = drawn.day
    #expect(day.descents.map(\.laps) == [1..<2, 2..<3])
    #expect(day.descents.map(\.endsBeforeGap) == [true, false])
    #expect(day.descents.map(\.startsAfterGap) == [false, true])
    let drops = day.descents.compactMap(\.descentMetres)
    #expect(zip(drops, [50.0, 50]).allSatisfy { abs($0 - $1) < 3 })
  }

  @Test func `a stop of half an hour beside a hut is a break with its name, within its descent`() throws {
    var drawn = DrawnDay(try world())
    drawn.go("BT", at: 4, state: .onLift)
    drawn.go("TM", at: 10)
    drawn.go("MS", at: 10)
    drawn.stay(1800, at: "SR", state: .stopped)
    drawn.go("SRN", at: 10)
    drawn.go("NB", at: 10)
    let day = drawn.day
    let pause = try #require(day.breaks.first)
    #expect(day.breaks.count == 1)
    #expect(pause.hut == "Inn" && pause.hutID != nil)
    #expect(abs(pause.durationSeconds - 1800) < 10)
    #expect(day.descents.count == 1)
    #expect(day.descents[0].stopCount == 1)
    #expect(abs(day.descents[0].stoppedSeconds - 1800) < 10)
  }

  @Test func `a phone off at a hut for an hour is a break`() throws {
    var drawn = DrawnDay(try world())
    drawn.go("TM", at: 10)
    drawn.go("MS", at: 10)
    drawn.silence(3600)
    drawn.go("SRN", at: 10)
    let day = drawn.day
    #expect(day.breaks.map(\.hut) == ["Inn"])
    #expect(day.unmatched.isEmpty)
    #expect(abs(day.totals.unrecordedSeconds - 3600) < 5)
  }

  @Test func `a stop far from any hut has no name, and a short stop is no break`() throws {
    var drawn = DrawnDay(try world())
    drawn.go("TM", at: 10, to: 0.5)
    drawn.stay(900, at: "TM", state: .stopped)
    drawn.go("TM", at: 10, from: 0.5)
    drawn.stay(300, at: "MN", state: .stopped)
    drawn.go("MNB", at: 10)
    #expect(drawn.day.breaks.map(\.hut) == [nil])
  }

  @Test func `a wait in a queue is no break`() throws {
    var drawn = DrawnDay(try world())
    drawn.go("MNB", at: 10)
    drawn.stay(900, at: "BT", state: .waiting)
    drawn.go("BT", at: 4, state: .onLift)
    let day = drawn.day
    #expect(day.breaks.isEmpty)
    #expect(abs(day.totals.waitSeconds - 900) < 5)
  }
}
