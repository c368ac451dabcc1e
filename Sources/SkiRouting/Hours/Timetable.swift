import SkiBase
package import SkiGraph

/// The hours, waits and states of the lifts and runs of one graph on one day.
///
/// Valid for its graph. The first source with a value counts: a trusted observation (`closed` and `hold` close a
/// feature); hours of the feature in the report; hours of all lifts in the report; opening hours of the map; default
/// hours. A lift may be boarded, wait included, until a buffer before it closes. A run without hours of its own is open
/// until 30 min after the lifts close, and has to be left by then.
package struct Timetable: Sendable {
  /// The lifts and runs that are closed all day, or observed as closed or on hold.
  package var closedFeatures: Set<FeatureIndex> { closures.features }
  /// These features with their edges.
  package let closures: FeatureClosures
  /// The lifts and runs observed as on hold.
  package let heldFeatures: Set<FeatureIndex>
  /// The use of the status report.
  package let coverage: StatusCoverage
  /// The use of the map's opening hours.
  package let mapHours: MapHoursCoverage
  /// The rules by feature; none for lifts with the usual wait only, and runs without hours.
  private let own: [FeatureIndex: FeatureRule]
  private let liftWindows: [TravelRule.Window]?
  private let runWindows: [TravelRule.Window]?

  /// The windows and waits of one feature.
  struct FeatureRule {
    var windows: [TravelRule.Window]?
    /// The knots of the wait; empty for the usual wait of its kind.
    var knots: [WaitCurve.Knot] = []
    /// The wait observed now.
    var observed: WaitCurve.Knot?
  }

  /// Creates the timetable of a graph.
  /// - Complexity: O(*f* + *s* + *t*) in the features of the graph and of the report, and the opening hours of the map.
  package init(graph: RoutingGraph, schedule: Schedule) {
    let report = schedule.countedReport()
    let lifts = report?.liftHours ?? schedule.hours.lifts
    let matched = StatusMatch(graph: graph, report: report)
    var reader = TimetableReader(schedule: schedule)
    for (feature, status) in matched.statuses { reader.read(status, feature, graph.feature(feature).kind) }
    var map = MapOpeningHours(graph: graph, schedule: schedule, lifts: lifts)
    map.leaveOut(lifts: report?.liftHours != nil, graph: graph) { reader.decides($0) }
    for (feature, windows) in map.windows { reader.rules[feature, default: FeatureRule()].windows = windows }
    closures = FeatureClosures(reader.closed.union(map.closed), in: graph)
    (heldFeatures, own) = (reader.held, reader.rules)
    mapHours = map.coverage
    coverage = StatusCoverage(
      matchedCount: matched.matchedCount, unknown: matched.unknown, staleCount: reader.staleCount,
      isOfAnotherDay: schedule.isOfAnotherDay)
    liftWindows = lifts.map { [TravelRule.boarding($0, schedule.hours)] }
    runWindows = lifts.map { [TravelRule.skiing(after: $0, schedule.hours)] }
  }

  /// Returns the rule of a feature; nil when it has none.
  /// - Parameters:
  ///   - feature: The feature.
  ///   - kind: The kind of its links.
  ///   - usualWait: The wait without other information, in milliseconds.
  ///   - aboard: The ride of those already in the cabin; nil for those who board here.
  func rule(
    of feature: FeatureIndex, kind: LinkKind, usualWait: UInt32, aboard: ThroughRides.PassingRide? = nil
  )
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

  /// Returns the waits of a day; an observed wait changes linearly to the usual one within an hour.
  private func waits(_ known: FeatureRule?, _ usual: UInt32) -> WaitCurve {
    guard let known else { return WaitCurve(milliseconds: usual) }
    let day = WaitCurve(known.knots, otherwise: usual)
    guard let seen = known.observed else { return day }
    let later = seen.time + Self.fadingMilliseconds
    let rest = WaitCurve.Knot(time: later, wait: UInt32(day.wait(at: UInt64(later))))
    return WaitCurve([seen, rest] + day.knots.filter { $0.time > later }, otherwise: usual)
  }

  static let fadingMilliseconds: UInt32 = 3_600_000
}

/// The use of a status report for a graph.
package struct StatusCoverage: Sendable, Hashable {
  /// The number of entries that match a lift or run of the graph.
  package var matchedCount: Int
  /// The keys of entries without a match, in order.
  package var unknown: [FeatureStatus.Key]
  /// The number of observations ignored, since they are too old, in the future, or without a time.
  package var staleCount: Int
  /// Indicates whether the report is of another day, so that its hours and usual waits are ignored.
  package var isOfAnotherDay: Bool
}

extension Timetable {
  /// Returns the windows of a section for those who boarded another: cabins under way are never stopped, so that each
  /// window ends later by the time aboard, and the last never, unless the section closes earlier than the one boarded.
  private func ridden(
    _ windows: [TravelRule.Window], after aboard: ThroughRides.PassingRide
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

  /// Returns the window in which a lift with some hours may be boarded after the wait; empty when it ends before it
  /// opens.
  static func boarding(_ hours: OpenHours, _ defaults: OperatingHours) -> Window {
    window(hours.opens, hours.closes.advanced(byMilliseconds: -max(0, defaults.boardingBufferMilliseconds)))
  }

  /// Returns the window in which runs are open beside lifts with some hours, from midnight on.
  static func skiing(after hours: OpenHours, _ defaults: OperatingHours) -> Window {
    window(
      DayTime(milliseconds: 0),
      hours.closes.advanced(byMilliseconds: max(0, defaults.runsCloseAfterMilliseconds)))
  }

  static func window(_ opens: DayTime, _ ends: DayTime) -> Window {
    // Hours that end before midnight are over; as a clamped window they would include its first moment.
    ends.milliseconds < 0 || opens.milliseconds > Int(lastMoment)
      ? Window(opens: 1, ends: 0) : Window(opens: moment(opens), ends: moment(ends))
  }
}

/// The longest times aboard at the stations that cabins pass between two sections, with the section boarded.
struct ThroughRides {
  /// A ride that leads to a passing cabin.
  struct PassingRide {
    /// The section that was boarded.
    var boarded: FeatureIndex
    /// The milliseconds since arrival at that section, the usual wait included.
    var milliseconds: UInt32
  }

  /// The longest ride to each node.
  private(set) var rides: [NodeIndex: PassingRide] = [:]

  /// Computes the rides.
  /// - Complexity: O(*m* + *c*²) in links *m* and those that lead to passing cabins *c*.
  init(model: CostModel) {
    let graph = model.graph
    let links = (0..<graph.linkCount).filter {
      LinkFlags(rawValue: graph.storage.linkFlags[$0]).contains(.goesOn)
    }
    // A cabin passes each section once, so that each round settles at least one more.
    for _ in links {
      var isChanged = false
      for link in links where settle(link, model) { isChanged = true }
      if !isChanged { return }
    }
  }

  /// Updates the ride to the head of a link; returns whether it became longer.
  private mutating func settle(_ link: Int, _ model: CostModel) -> Bool {
    let (graph, index) = (model.graph, LinkIndex(link))
    let forward = graph.edge(of: index, reversed: false)
    guard let edge = forward ?? graph.edge(of: index, reversed: true),
      let time = model.liftMilliseconds(index)
    else { return false }
    let before = rides[graph.tail(edge)]
    if before == nil, !graph.isBoarded(link) { return false }
    let whole = min(time.wait + time.ride + (before?.milliseconds ?? 0), CostModel.greatestMilliseconds)
    let feature = before?.boarded ?? FeatureIndex(graph.storage.linkFeature[link])
    guard whole > rides[graph.head(edge)]?.milliseconds ?? 0 else { return false }
    rides[graph.head(edge)] = PassingRide(boarded: feature, milliseconds: whole)
    return true
  }
}
