import SkiGraph
import SkiTestSupport
import SkiTracks
import Testing

/// Laps of hand-made tracks.
struct LapTests {
  /// A lift BT, a run down TMNB, a second one TKB that crosses nothing, and a lower lift AB with its run BCA.
  private func world(cellMetres: Double = 400) throws -> DrawnWorld {
    try DrawnWorld(
      """
      T---M
      |   |
      K   N
      |   |
      B-C-+
      |
      A
      """, cellMetres: cellMetres / 4,
      heights: ["T": 2000, "M": 1950, "K": 1900, "N": 1850, "B": 1700, "C": 1650, "A": 1600],
      [
        .run("TMNB", .easy, name: "Long"), .run("TKB", .intermediate), .lift("BT", .chairLift, name: "Chair"),
        .run("BCA", .easy), .lift("AB", .tBar),
      ])
  }

  @Test func `three rides of one lift give three laps with the runs between them`() throws {
    var drawn = DrawnDay(try world())
    for run in ["TMNB", "TKB", "TMNB"] {
      drawn.stay(60, at: "BT", state: .waiting)
      drawn.go("BT", at: 4, state: .onLift)
      drawn.go(run, at: 10)
    }
    let day = drawn.day
    #expect(day.spelled == ["lift BT", "run TMNB", "lift BT", "run TKB", "lift BT", "run TMNB"])
    #expect(day.totals.liftRideCount == 3)
    #expect(day.totals.liftCount == 1)
    #expect(day.totals.runsByColour == [.blue: 2, .red: 1])
    #expect(day.laps.allSatisfy { abs(($0.verticalMetres ?? 0) - 300) < 0.1 })
    #expect(day.laps.filter { $0.kind == .lift }.allSatisfy { abs($0.waitSeconds - 60) < 2 })
    #expect(day.unmatched.isEmpty)
  }

  @Test func `two rides of one lift without a run between them are two laps`() throws {
    var drawn = DrawnDay(try world())
    drawn.go("BT", at: 4, state: .onLift)
    drawn.go("BT", at: 4, state: .onLift)
    #expect(drawn.day.spelled == ["lift BT", "lift BT"])
  }

  @Test func `a ride with a stop of the lift is one lap`() throws {
    var drawn = DrawnDay(try world())
    drawn.go("BT", at: 4, state: .onLift, to: 0.5)
    drawn.go("BT", at: 0.01, state: .onLift, from: 0.5, to: 0.505)
    drawn.go("BT", at: 4, state: .onLift, from: 0.505)
    let day = drawn.day
    #expect(day.spelled == ["lift BT"])
    #expect(abs(day.laps[0].stoppedSeconds - 200) < 15)
    #expect(abs(day.laps[0].lengthMetres - (400.0 * 400 + 300 * 300).squareRoot()) < 1)
  }

  @Test func `a ride with a gap in its fixes is one lap without unrecorded time`() throws {
    var drawn = DrawnDay(try world())
    drawn.go("BT", at: 4, state: .onLift, to: 0.2)
    drawn.silence(60)
    drawn.go("BT", at: 4, state: .onLift, from: 0.8)
    let day = drawn.day
    #expect(day.spelled == ["lift BT"])
    #expect(abs(day.totals.rideSeconds - day.totals.totalSeconds) < 2)
    #expect(day.totals.unrecordedSeconds == 0)
  }

  @Test func `a ride through a mid-station is one lap, upward or downward`() throws {
    let world = try DrawnWorld(
      "T\nM\nB", cellMetres: 300, heights: ["T": 2000, "M": 1800, "B": 1600],
      [.lift("BMT", .gondola, isTwoWay: true)])
    var drawn = DrawnDay(world)
    drawn.go("BMT", at: 5, state: .onLift)
    #expect(drawn.day.spelled == ["lift BMT"])
    drawn.go("TMB", at: 5, state: .onLift)
    let day = drawn.day
    #expect(day.spelled == ["lift BMT", "lift BMT"])
    #expect(day.laps.map(\.isDownward) == [false, true])
    #expect(day.laps.map { $0.verticalMetres ?? 0 } == [400, 400])
    #expect(day.totals.liftAscentMetres == 400)
    #expect(day.totals.liftDescentMetres == 400)
  }

  @Test func `a short stretch matched to another run adds no lap`() throws {
    let world = try DrawnWorld(
      """
      T
      |
      |
      |
      |
      M
      N
      |
      |
      |
      |
      B
      """, cellMetres: 40, heights: ["T": 2000, "M": 1900, "N": 1890, "B": 1800],
      [.run("TMNB", .easy), .run("MN", .expert, name: "Steep")])
    var drawn = DrawnDay(world)
    drawn.go("TM", at: 10)
    drawn.go("MN", on: "MN", at: 10)
    drawn.go("NB", at: 10)
    let day = drawn.day
    #expect(day.spelled == ["run TMNB"])
    #expect(day.laps[0].difficulty == .easy)
    #expect(abs(day.laps[0].lengthMetres - 485) < 3)
  }

  @Test func `a connector is part of the run before it or, after a lift, of the run after it`() throws {
    let world = try DrawnWorld(
      "T-U\n| |\n| |\n| |\nB-C\n  |\n  D", cellMetres: 50,
      heights: ["T": 1500, "U": 1495, "B": 1300, "C": 1295, "D": 1200],
      [.lift("BT", .gondola), .connector("TU"), .run("UC", .easy), .connector("CB"), .run("CD", .easy)])
    var drawn = DrawnDay(world)
    drawn.go("BT", at: 5, state: .onLift)
    drawn.go("TU", at: 5)
    drawn.go("UC", at: 10)
    drawn.go("CB", at: 5)
    drawn.go("BT", at: 5, state: .onLift)
    let day = drawn.day
    #expect(day.spelled == ["lift BT", "run UC", "lift BT"])
    #expect(abs((day.laps[1].descentMetres ?? 0) - 205) < 1)
    #expect(day.totals.walkSeconds == 0)
  }

  @Test func `a short stretch of a run between two lifts counts as walking`() throws {
    let world = try DrawnWorld(
      "T\n|\nU-S\n|\nB", cellMetres: 100, heights: [:],
      [.lift("BU", .gondola), .run("US", .easy), .lift("ST", .chairLift)])
    var drawn = DrawnDay(world)
    drawn.go("BU", at: 5, state: .onLift)
    drawn.go("US", at: 1, to: 0.2)
    drawn.go("ST", at: 5, state: .onLift)
    let day = drawn.day
    #expect(day.spelled == ["lift BU", "lift ST"])
    #expect(abs(day.totals.walkSeconds - 40) < 2)
  }
}
