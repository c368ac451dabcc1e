import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

@Suite struct TimetableTests {
  /// Noon on 10 January 2026 in a zone one hour ahead of UTC.
  static let now = UniversalTime(secondsSince1970: 1_768_042_800)
  private let graph: RoutingGraph
  private let lift: FeatureIndex
  private let id: SourceID

  /// Creates a graph with a lift that has links.
  init() throws {
    for seed in UInt64(1)... {
      let world = try RandomWorld(seed: seed)
      let lifts = (0..<world.graph.featureCount).map { FeatureIndex($0) }.filter {
        world.graph.feature($0).kind == .lift && !world.graph.links(of: $0).isEmpty
      }
      guard let first = lifts.first else { continue }
      (graph, lift, id) = (world.graph, first, world.graph.feature(first).id)
      return
    }
    throw SkiError(.emptyInput, "no world has a lift")
  }

  private func made(_ status: FeatureStatus?, day: CalendarDay? = nil) throws -> Timetable {
    var report = StatusReport(day: day, offset: try UTCOffset(minutes: 60))
    report.liftHours = OpenHours(opens: DayTime(hour: 9), closes: DayTime(hour: 16))
    report.features = [status].compactMap(\.self)
    return Timetable(graph: graph, schedule: Schedule(report: report, now: Self.now))
  }

  private func liftRule(_ timetable: Timetable) -> TravelRule? {
    timetable.rule(of: lift, kind: .lift, usualWait: 180_000)
  }

  private func observed(_ state: OperatingState, _ secondsAgo: Double, waitMinutes: Int? = nil)
    -> FeatureStatus
  {
    FeatureStatus(
      key: .id(id), state: state, waitMilliseconds: waitMinutes.map { $0 * 60_000 },
      observedAt: Self.now.advanced(bySeconds: -secondsAgo))
  }

  @Test func `last boarding is ten minutes before a lift stops, and runs close half an hour after`() throws {
    let lifts = try #require(try liftRule(made(nil)))
    let boarding = TravelRule.Window(opens: 32_400_000, ends: 57_000_000)
    #expect(lifts.windows == [boarding])
    let run = try #require(try made(nil).rule(of: FeatureIndex(0), kind: .run, usualWait: 0))
    let skiing = TravelRule.Window(opens: 0, ends: 59_400_000)
    #expect(run.windows == [skiing] && run.endsInside)
  }

  @Test func `an observation counts for 30 minutes, and not if it is 10 minutes in the future`() throws {
    for (state, ago, isClosed) in [
      (OperatingState.closed, 60.0, true), (.hold, 1790, true), (.closed, 1810, false),
      (.closed, -600, false),
      (.open, 60, false), (.closed, -60, true),
    ] {
      let timetable = try made(observed(state, ago))
      #expect(timetable.closedFeatures.contains(lift) == isClosed, "\(state), \(ago) s ago")
      #expect(timetable.heldFeatures.contains(lift) == (state == .hold && isClosed))
      #expect(timetable.coverage.matchedCount == 1)
      #expect(timetable.coverage.staleCount == (ago > 1800 || ago < -120 ? 1 : 0))
    }
  }

  @Test func `an observed wait changes linearly to the usual wait within an hour`() throws {
    let rule = try #require(try liftRule(made(observed(.open, 0, waitMinutes: 33))))
    let noon: UInt64 = 12 * 3_600_000
    for (minutes, wait) in [(UInt64(0), UInt64(33)), (30, 18), (60, 3), (90, 3)] {
      let milliseconds = rule.waits.wait(at: noon + minutes * 60_000)
      #expect(milliseconds == wait * 60_000, "\(minutes) min later")
    }
  }

  @Test func `hours and waits of another day are ignored, and the coverage reports it`() throws {
    let status = FeatureStatus(
      key: .id(id), hours: [OpenHours(opens: DayTime(hour: 10), closes: DayTime(hour: 11))],
      typicalWaits: [TypicalWait(at: DayTime(hour: 10), milliseconds: 900_000)])
    let today = try made(status, day: CalendarDay("2026-01-10"))
    let morning = TravelRule.Window(opens: 36_000_000, ends: 39_000_000)
    #expect(liftRule(today)?.windows == [morning])
    #expect(liftRule(today)?.waits.wait(at: 36_000_000) == 900_000 && !today.coverage.isOfAnotherDay)
    let other = try made(status, day: CalendarDay("2026-01-09"))
    #expect(liftRule(other)?.windows == TravelRule.free.windows && other.coverage.isOfAnotherDay)
    #expect(liftRule(other)?.waits.wait(at: 36_000_000) == 180_000)
  }

  @Test func `a status without an offset is read by the clock of the question`() throws {
    // Late on the 9th by Universal Time, and early on the 10th by a clock one hour ahead.
    let now = UniversalTime(try CalendarDay("2026-01-09"), secondsOfDay: 84_600)
    var schedule = Schedule(report: StatusReport(day: try CalendarDay("2026-01-10")), now: now)
    #expect(schedule.localOffset == .zero && schedule.isOfAnotherDay)
    schedule.offset = try UTCOffset(minutes: 60)
    #expect(!schedule.isOfAnotherDay)
    schedule.offset = nil
    schedule.report?.offset = try UTCOffset(minutes: 60)
    #expect(!schedule.isOfAnotherDay)
    let status = observed(.open, 0, waitMinutes: 33)
    let reported = Schedule(
      report: StatusReport(features: [status]), now: Self.now, offset: try UTCOffset(minutes: 60))
    let rule = try #require(liftRule(Timetable(graph: graph, schedule: reported)))
    #expect(rule.waits.wait(at: 12 * 3_600_000) == 33 * 60_000)
  }

  @Test func `a status with an unknown name matches no feature and is reported`() throws {
    let timetable = try made(FeatureStatus(key: .name("Nowhere"), state: .scheduled))
    #expect(timetable.coverage.matchedCount == 0 && timetable.coverage.unknown == [.name("Nowhere")])
  }
}
