import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

@Suite struct TravelRuleTests {
  private static func rule(_ random: inout SeededGenerator) -> TravelRule {
    let windows = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      TravelRule.Window(
        opens: UInt32.random(in: 0...200, using: &random), ends: UInt32.random(in: 0...200, using: &random))
    }
    let knots = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      WaitCurve.Knot(
        time: UInt32.random(in: 0...200, using: &random), wait: UInt32.random(in: 0...80, using: &random))
    }
    return TravelRule(
      windows: windows, endsInside: random.happens(0.5), waits: WaitCurve(knots, otherwise: 7))
  }

  @Test func `a later entry never arrives earlier, and the latest entry is the last that meets a deadline`() {
    var random = SeededGenerator(seed: 77)
    for round in 0..<3000 {
      let rule = Self.rule(&random)
      let cost = UInt64.random(in: 0...60, using: &random)
      let arrivals = (0..<UInt64(260)).map { rule.passage(at: $0, cost: cost)?.arrival ?? .max }
      #expect(zip(arrivals, arrivals.dropFirst()).allSatisfy(<=), "round \(round)")
      for (time, arrival) in arrivals.enumerated() where arrival != .max {
        #expect(arrival >= UInt64(time) + cost, "round \(round)")
      }
      for deadline in UInt64(0)..<400 {
        let latest = arrivals.lastIndex { $0 <= deadline }.map { UInt64($0) }
        #expect(
          rule.latestEntry(arrivingBy: deadline, cost: cost) == latest, "round \(round), by \(deadline)")
      }
    }
  }

  @Test func `boarding ends ten minutes before closing, the usual wait included`() throws {
    let hours = OpenHours(opens: DayTime(hour: 9), closes: DayTime(hour: 16, minute: 30))
    let rule = TravelRule(
      windows: [TravelRule.boarding(hours, OperatingHours())], endsInside: false,
      waits: WaitCurve(milliseconds: 180_000))
    let last = UInt64(DayTime(hour: 16, minute: 17).milliseconds)
    #expect(rule.passage(at: last, cost: 600_000)?.arrival == last + 780_000)
    #expect(rule.passage(at: last + 1, cost: 600_000) == nil)
    #expect(rule.latestEntry(arrivingBy: UInt64(TravelRule.lastMoment), cost: 600_000) == last)
    let quick = CompactRule(rule)
    #expect(quick.isWhole && UInt64(quick.ends) == last)
    let run = TravelRule(
      windows: [TravelRule.skiing(after: hours, OperatingHours())], endsInside: true,
      waits: WaitCurve(milliseconds: 0))
    let close = UInt64(DayTime(hour: 17).milliseconds)
    #expect(run.passage(at: close - 300_000, cost: 300_000) != nil)
    #expect(run.passage(at: close - 299_999, cost: 300_000) == nil)
  }

  @Test func `waits are interpolated linearly and decrease no faster than time passes`() {
    let curve = WaitCurve(
      [.init(time: 0, wait: 0), .init(time: 100, wait: 50), .init(time: 110, wait: 0)], otherwise: 9)
    #expect([0, 50, 100, 105, 110, 500].map { curve.wait(at: $0) } == [0, 25, 50, 45, 40, 40])
    #expect(WaitCurve([], otherwise: 9).wait(at: 3) == 9)
    #expect(WaitCurve(milliseconds: 4).least == 4)
    let step = WaitCurve([.init(time: 10, wait: 5), .init(time: 10, wait: 8)], otherwise: 0)
    #expect(step.wait(at: 9) == 8 && step.wait(at: 10) == 8)
  }
}
