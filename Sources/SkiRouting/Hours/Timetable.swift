import SkiGeo
package import SkiGraph
package import SkiModel

/// The hours, waits and states of the lifts and runs of one graph on one day.
///
/// A value; `Sendable`; valid for the graph it was made for.
///
/// What counts, the first that is known: a trusted observation (`closed` and `hold` close a feature for this question); the hours the report
/// gives it; those it gives all lifts; the opening hours the map has of it on the day; the hours given beside it. A lift may be boarded until a
/// buffer before it stops, by who has waited by then. A run without hours of its own is open until 30 min after the lifts stop, and one must be
/// off it by then.
package struct Timetable: Sendable {
  /// Lifts and runs that are closed all day, or were seen to be closed or on hold.
  package let closedFeatures: Set<FeatureIndex>
  /// Those of them that were seen to be on hold.
  package let heldFeatures: Set<FeatureIndex>
  /// What was found of the report.
  package let coverage: StatusCoverage
  /// What was found of the opening hours of the map.
  package let mapHours: MapHoursCoverage
  /// Rules by feature; nil where a lift only has its usual wait, or a run no hours.
  private let own: [FeatureIndex: FeatureRule]
  private let liftWindows: [TravelRule.Window]?
  private let runWindows: [TravelRule.Window]?

  /// What is known of one feature.
  struct FeatureRule {
    var windows: [TravelRule.Window]?
    /// Knots of the wait; empty where the usual wait of its kind holds.
    var knots: [WaitCurve.Knot] = []
    /// The wait seen just now.
    var seen: WaitCurve.Knot?
  }

  /// Makes the timetable of a graph.
  /// - Complexity: O(*f* + *s* + *t*) in the features of the graph and of the report and the opening hours of the map.
  package init(graph: RoutingGraph, schedule: Schedule) {
    let report = schedule.countedReport()
    let lifts = report?.liftHours ?? schedule.hours.lifts
    let matched = StatusMatch(graph: graph, report: report)
    var reader = TimetableReader(schedule: schedule)
    for (feature, status) in matched.statuses { reader.read(status, feature, graph.feature(feature).kind) }
    var map = MapHours(graph: graph, schedule: schedule)
    map.leaveOut(lifts: report?.liftHours != nil, graph: graph) { reader.decides($0) }
    for (feature, windows) in map.windows { reader.rules[feature, default: FeatureRule()].windows = windows }
    closedFeatures = reader.closed.union(map.closed)
    (heldFeatures, own) = (reader.held, reader.rules)
    mapHours = map.coverage
    coverage = StatusCoverage(
      matchedCount: matched.matchedCount, unknown: matched.unknown, staleCount: reader.staleCount,
      isOfAnotherDay: schedule.isOfAnotherDay)
    liftWindows = lifts.map { [TravelRule.boarding($0, schedule.hours)] }
    runWindows = lifts.map { [TravelRule.skiing(after: $0, schedule.hours)] }
  }

  /// Returns the rule of a feature; nil where none is needed.
  /// - Parameters:
  ///   - feature: The feature.
  ///   - kind: What its links are.
  ///   - usualWait: How long one waits at it when nothing is known, milliseconds.
  ///   - aboard: The ride of who is in its cabin already; nil for who boards it here.
  func rule(of feature: FeatureIndex, kind: LinkKind, usualWait: UInt32, aboard: RidesAboard.Ride? = nil)
    -> TravelRule?
  {
    let known = own[feature]
    switch kind {
    case .lift:
      let windows = known?.windows ?? liftWindows ?? TravelRule.free.windows
      if let aboard {
        return TravelRule(
          windows: ridden(windows, after: aboard), endsInside: false, waits: WaitCurve(milliseconds: 0))
      }
      return TravelRule(windows: windows, endsInside: false, waits: waits(known, usualWait))
    case .run:
      guard let windows = known?.windows ?? runWindows else { return nil }
      return TravelRule(windows: windows, endsInside: true, waits: WaitCurve(milliseconds: 0))
    default: return nil
    }
  }

  /// The wait seen now fades into the usual one within an hour.
  private func waits(_ known: FeatureRule?, _ usual: UInt32) -> WaitCurve {
    guard let known else { return WaitCurve(milliseconds: usual) }
    let day = WaitCurve(known.knots, otherwise: usual)
    guard let seen = known.seen else { return day }
    let later = seen.time + Self.fadingMilliseconds
    let rest = WaitCurve.Knot(time: later, wait: UInt32(day.wait(at: UInt64(later))))
    return WaitCurve([seen, rest] + day.knots.filter { $0.time > later }, otherwise: usual)
  }

  static let fadingMilliseconds: UInt32 = 3_600_000
}

/// How much of a status report a graph knows.
package struct StatusCoverage: Sendable, Hashable {
  /// How many entries are about a lift or run of the graph.
  package var matchedCount: Int
  /// The keys of entries that are about nothing in the graph, in order.
  package var unknown: [FeatureStatus.Key]
  /// How many observations were too old, from later than now, or without a time: they did not count.
  package var staleCount: Int
  /// Whether the report is of another day: its hours and usual waits did not count.
  package var isOfAnotherDay: Bool
}

extension Timetable {
  /// The windows of a section for who boarded another: nobody is put out of a cabin on its way, so that each ends as
  /// much later as one may have been aboard; the last never, unless the section ends earlier than the one boarded.
  private func ridden(
    _ windows: [TravelRule.Window], after aboard: RidesAboard.Ride
  ) -> [TravelRule.Window] {
    let boarded = own[aboard.boarded]?.windows ?? liftWindows ?? TravelRule.free.windows
    let last = windows.map(\.ends).max() ?? 0
    let goesThrough = last >= boarded.map(\.ends).max() ?? 0
    return windows.filter { $0.opens <= $0.ends }.map { window in
      let isLast = goesThrough && window.ends == last
      let ends =
        isLast ? TravelRule.lastMoment : min(TravelRule.lastMoment, window.ends + aboard.milliseconds)
      return TravelRule.Window(opens: window.opens, ends: ends)
    }
  }
}

extension TravelRule {
  static let lastMoment = UInt32(SearchScratch.timeLimit - 1)
  static let endOfTime = DayTime(milliseconds: Int(lastMoment))

  static func moment(_ time: DayTime) -> UInt32 {
    UInt32(max(0, min(Int(lastMoment), time.milliseconds)))
  }

  /// When a lift with some hours may be boarded, the wait over; a window that ends before it opens never does.
  static func boarding(_ hours: OpenHours, _ defaults: OperatingHours) -> Window {
    window(hours.opens, hours.closes.advanced(byMilliseconds: -max(0, defaults.boardingBufferMilliseconds)))
  }

  /// When runs are open beside lifts with some hours: from midnight, as who lives above skis down before the lifts run.
  static func skiing(after hours: OpenHours, _ defaults: OperatingHours) -> Window {
    window(
      DayTime(milliseconds: 0),
      hours.closes.advanced(byMilliseconds: max(0, defaults.runsCloseAfterMilliseconds)))
  }

  static func window(_ opens: DayTime, _ ends: DayTime) -> Window {
    // Hours over before midnight are over; as a window they would touch its first moment.
    ends.milliseconds < 0 || opens.milliseconds > Int(lastMoment)
      ? Window(opens: 1, ends: 0) : Window(opens: moment(opens), ends: moment(ends))
  }
}
