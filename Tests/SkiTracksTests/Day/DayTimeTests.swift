import SkiBase
import SkiGraph
import SkiTestSupport
import SkiTracks
import Testing

/// The times of a day, and the stretches off the map.
struct DayTimeTests {
  private func world() throws -> DrawnWorld {
    try DrawnWorld(
      "T-M\n| |\nB-N", cellMetres: 400, heights: ["T": 2000, "M": 1950, "N": 1750, "B": 1700],
      [.run("TMNB", .easy), .lift("BT", .chairLift)])
  }

  @Test func `fixes off the map form an unmatched stretch and no lap`() throws {
    var drawn = DrawnDay(try world())
    drawn.go("BT", at: 4, state: .onLift)
    drawn.wander(120, from: "T", northMetres: 5, climb: -1, heightMetres: 2000)
    drawn.go("MNB", at: 10)
    let day = drawn.day
    #expect(day.spelled == ["lift BT", "run TMNB"])
    #expect(day.unmatched.count == 1)
    let stretch = try #require(day.unmatched.first)
    #expect(abs(stretch.mapLengthMetres - 595) < 15)
    #expect(abs((stretch.descentMetres ?? 0) - 119) < 10)
    #expect(abs(day.totals.unmatchedSeconds - 120) < 3)
    #expect(day.points[260].lap == nil)
    #expect(day.points[100].lap == 0)
  }

  @Test func `standing off the map is a stop`() throws {
    var drawn = DrawnDay(try world())
    drawn.go("BT", at: 4, state: .onLift)
    drawn.wander(600, from: "T", northMetres: 0.02)
    drawn.go("TM", at: 10)
    let day = drawn.day
    #expect(day.unmatched.isEmpty)
    #expect(abs(day.totals.stoppedSeconds - 600) < 3)
  }

  @Test func `every second is counted once`() throws {
    var drawn = DrawnDay(try world())
    drawn.stay(90, at: "BT", state: .waiting)
    drawn.go("BT", at: 4, state: .onLift)
    drawn.stay(45, at: "TM", state: .stopped)
    drawn.go("TM", at: 8)
    drawn.wander(60, from: "M", northMetres: 4)
    drawn.silence(3600)
    drawn.go("MNB", at: 12)
    drawn.stay(30, at: "BT", state: .onFoot)
    drawn.go("BT", at: 4, state: .onLift, to: 0.5)
    let day = drawn.day
    let first = try #require(day.start).secondsSince1970
    let last = try #require(day.end).secondsSince1970
    #expect(abs(day.totals.totalSeconds - (last - first)) < 0.001)
    let rides = day.laps.filter { $0.kind == .lift }
    let open = rides.dropLast().reduce(0) { $0 + $1.durationSeconds }
    #expect(day.totals.rideSeconds >= open)
    #expect(abs(day.totals.unrecordedSeconds - 3600) < 5)
    #expect(abs(day.totals.waitSeconds - 90) < 2)
    #expect(zip(day.laps, day.laps.dropFirst()).allSatisfy { $0.end <= $1.start })
  }

  @Test func `a gap after which the skier is elsewhere is an unrecorded stretch`() throws {
    var drawn = DrawnDay(try world())
    drawn.go("TM", at: 8, to: 0.5)
    drawn.silence(1800)
    drawn.go("BT", at: 4, state: .onLift)
    let day = drawn.day
    #expect(day.unmatched.map(\.reason) == [.unrecorded])
    #expect(day.spelled == ["run TMNB", "lift BT"])
  }

  @Test func `stops are excluded from the average speed`() throws {
    var drawn = DrawnDay(try world())
    drawn.go("TM", at: 10)
    drawn.stay(100, at: "MN", state: .stopped)
    drawn.go("MNB", at: 10)
    let day = drawn.day
    #expect(day.spelled == ["run TMNB"])
    #expect(abs(day.laps[0].stoppedSeconds - 100) < 2)
    let average = try #require(day.laps[0].averageSpeedMetresPerSecond)
    #expect(abs(average - 10.3) < 0.5)
  }

  @Test func `a single outlier does not raise the top speed`() throws {
    var drawn = DrawnDay(try world())
    drawn.go("TMNB", at: 10)
    var track = drawn.track
    track.fixes[20].place?.metresAlong += 180
    let day = SkiDay.make(from: track, graph: drawn.world.graph)
    let top = try #require(day.laps[0].topSpeedMetresPerSecond)
    #expect(top < 12)
    #expect(top > 9.9)
  }

  @Test func `an empty track gives a day without laps, totals or start`() throws {
    let day = SkiDay.make(from: MatchedTrack(fixes: [], passages: []), graph: try world().graph)
    #expect(day.laps.isEmpty)
    #expect(day.totals == DayTotals())
    #expect(day.start == nil)
  }

  @Test func `non-finite times, positions and distances do not stop the computation`() throws {
    var drawn = DrawnDay(try world())
    drawn.go("BT", at: 4, state: .onLift)
    drawn.go("TMNB", at: 10)
    var track = drawn.track
    track.fixes[3].fix.time.secondsSince1970 = .nan
    track.fixes[9].fix.time.secondsSince1970 = -1e300
    track.fixes[12].fix.time.secondsSince1970 = .infinity
    track.fixes[14].place?.metresAlong = .nan
    track.fixes[17].fix.coordinate = Coordinate(latitude: .nan, longitude: 1e300)
    track.passages[0].leftMetres = .infinity
    track.passages[1].enteredMetres = -.infinity
    track.passages[1].fixes = 5..<999_999
    let day = SkiDay.make(from: track, graph: drawn.world.graph)
    #expect(day.laps.count >= 1)
  }
}
