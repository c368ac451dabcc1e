import SkiBase
import SkiGraph
import SkiTestSupport
import SkiTracks
import Testing

/// Gaps in the fixes of hand-made days: bridged where the network leaves one way, else open.
struct GapBridgingTests {
  /// A chair lift of 854 m from B to T, about 5 minutes, and a run back.
  private func world(_ more: [DrawnFeature] = [], map: String = "T-M\n| |\nB-N") throws -> DrawnWorld {
    try DrawnWorld(
      map, cellMetres: 400, heights: ["T": 2000, "M": 1950, "N": 1750, "B": 1700],
      [.run("TMNB", .easy, name: "Long"), .lift("BT", .chairLift, name: "Chair")] + more)
  }

  /// A day with a gap between the bottom of the lift and its top.
  private func ride(_ seconds: Double, in world: DrawnWorld) -> SkiDay {
    var drawn = DrawnDay(world)
    drawn.go("MNB", at: 10)
    drawn.silence(seconds)
    drawn.go("TM", at: 10)
    return drawn.day
  }

  @Test func `a gap that fits the ride of the only lift is a bridged ride`() throws {
    let day = ride(300, in: try world())
    #expect(day.spelled == ["run TMNB", "lift BT", "run TMNB"])
    #expect(day.unmatched.isEmpty)
    let lift = day.laps[1]
    #expect(abs(lift.bridgedMetres - lift.lengthMetres) < 12)
    #expect(abs(lift.bridgedSeconds - 300) < 6)
    #expect(lift.verticalMetres.map { abs($0 - 300) < 8 } == true)
    #expect(lift.averageSpeedMetresPerSecond == nil && lift.topSpeedMetresPerSecond == nil)
    #expect(day.totals.liftRideCount == 1)
    #expect(abs(day.totals.bridgedSeconds - 300) < 3)
    #expect(day.laps[0].bridgedSeconds < 5 && day.laps[2].bridgedSeconds < 5)
    let length = try #require(day.end).secondsSince1970 - #require(day.start).secondsSince1970
    #expect(abs(day.totals.totalSeconds - length) < 0.001)
  }

  @Test func `a bridged ride is no achievement`() throws {
    let day = ride(300, in: try world())
    let kinds = Set(Achievement.of([day]).map(\.kind))
    #expect(kinds.isDisjoint(with: [.firstLift, .lastLift, .favouriteLift, .rideStreak]))
    let descents = Achievement.of([day]).filter { $0.kind == .longestDescent }
    #expect(descents.map { $0.value < 260 } == [true])
  }

  @Test(arguments: [130.0, 4000, 20_000])
  func `a gap too short or too long for the ride stays unmatched`(seconds: Double) throws {
    let day = ride(seconds, in: try world())
    #expect(day.spelled == ["run TMNB", "run TMNB"])
    #expect(day.unmatched.map(\.reason) == [.unrecorded])
    #expect(day.unmatched[0].ascentMetres == nil && day.unmatched[0].descentMetres == nil)
    #expect(day.totals.bridgedSeconds == 0 && day.totals.liftRideCount == 0)
    #expect(day.totals.unmatchedMetres == 0)
  }

  @Test func `a gap that fits the rides of two lifts stays unmatched`() throws {
    let day = ride(300, in: try world([.lift("BGT", .gondola)], map: "T-M\nG |\nB-N"))
    #expect(day.spelled == ["run TMNB", "run TMNB"])
    #expect(day.unmatched.map(\.reason) == [.unrecorded])
  }

  @Test func `a gap on one run is bridged and does not count in its speed`() throws {
    var drawn = DrawnDay(try world())
    drawn.go("TMN", at: 10, to: 0.2)
    drawn.silence(150)
    drawn.go("MNB", at: 10, from: 0.7)
    let day = drawn.day
    #expect(day.spelled == ["run TMNB"])
    let run = day.laps[0]
    #expect(abs(run.bridgedSeconds - 150) < 3)
    #expect(abs(run.unrecordedSeconds - run.bridgedSeconds) < 0.001)
    #expect(abs((run.averageSpeedMetresPerSecond ?? 0) - 10.3) < 0.5)
    #expect(run.recordedMetres < run.lengthMetres - 350)
    #expect(try #require(run.recordedDescentMetres) < #require(run.descentMetres) - 90)
    #expect(
      Achievement.of([day]).first { $0.kind == .longestRun }.map { $0.value == run.recordedMetres } == true)
  }

  @Test func `a gap on a run with another run beside it ends the lap`() throws {
    let world = try DrawnWorld(
      "T\n|\nM\n|\nN\n|\nB", cellMetres: 300, heights: ["T": 2000, "M": 1900, "N": 1700, "B": 1600],
      [.run("TMNB", .easy, name: "Long"), .run("MN", .expert, name: "Beside")])
    var drawn = DrawnDay(world)
    drawn.go("TM", at: 10, to: 0.5)
    drawn.silence(150)
    drawn.go("NB", at: 10, from: 0.5)
    let day = drawn.day
    #expect(day.spelled == ["run TMNB", "run TMNB"])
    #expect(day.unmatched.map(\.reason) == [.unrecorded])
    let descent = Achievement.of([day]).first { $0.kind == .longestDescent }
    #expect(descent.map { $0.value < 60 } == true)
  }

  @Test func `a gap on one lift in which another ride of it fits makes two laps`() throws {
    var drawn = DrawnDay(try world())
    drawn.go("BT", at: 4, state: .onLift, to: 0.5)
    drawn.silence(840)
    drawn.go("BT", at: 4, state: .onLift, from: 0.6)
    #expect(drawn.day.spelled == ["lift BT", "lift BT"])
  }

  @Test func `a gap on one lift too short for another ride is one lap`() throws {
    var drawn = DrawnDay(try world())
    drawn.go("BT", at: 4, state: .onLift, to: 0.2)
    drawn.silence(200)
    drawn.go("BT", at: 4, state: .onLift, from: 0.8)
    let day = drawn.day
    #expect(day.spelled == ["lift BT"])
    #expect(abs(day.laps[0].bridgedSeconds - 200) < 3)
    #expect(abs((day.laps[0].averageSpeedMetresPerSecond ?? 0) - 4.3) < 0.3)
    #expect(abs(day.totals.rideSeconds - day.totals.totalSeconds) < 2)
  }
}
