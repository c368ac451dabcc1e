import SkiBase
package import SkiGraph

/// A converter of the entries of a status report to rules.
struct TimetableReader {
  let schedule: Schedule
  var closed: Set<FeatureIndex> = []
  var held: Set<FeatureIndex> = []
  /// The features observed as open.
  var open: Set<FeatureIndex> = []
  var rules: [FeatureIndex: Timetable.FeatureRule] = [:]
  var staleCount = 0

  init(schedule: Schedule) { self.schedule = schedule }

  mutating func read(_ status: FeatureStatus, _ feature: FeatureIndex, _ kind: FeatureKind) {
    readState(status, feature)
    var rule = Timetable.FeatureRule()
    if !status.hours.isEmpty {
      rule.windows = status.hours.map { hours in
        kind == .lift
          ? TravelRule.boarding(hours, schedule.hours) : TravelRule.window(hours.opens, hours.closes)
      }
    }
    if kind == .lift {
      rule.knots = status.typicalWaits.map { wait in
        WaitCurve.Knot(time: TravelRule.moment(wait.at), wait: Self.wait(wait.milliseconds))
      }
      rule.observed = seenWait(status)
    }
    if rule.windows != nil || !rule.knots.isEmpty || rule.observed != nil { rules[feature] = rule }
  }

  /// Returns whether the report has hours of a feature, or observed it as open.
  func decides(_ feature: FeatureIndex) -> Bool {
    rules[feature]?.windows != nil || open.contains(feature)
  }

  private mutating func readState(_ status: FeatureStatus, _ feature: FeatureIndex) {
    let isObserved = status.state != .scheduled || status.waitMilliseconds != nil
    if isObserved, !schedule.trusts(status.observedAt) {
      staleCount += 1
      return
    }
    if status.state == .closed || status.state == .hold { closed.insert(feature) }
    if status.state == .hold { held.insert(feature) }
    if status.state == .open { open.insert(feature) }
  }

  private func seenWait(_ status: FeatureStatus) -> WaitCurve.Knot? {
    guard let milliseconds = status.waitMilliseconds, let observed = status.observedAt,
      schedule.trusts(observed)
    else { return nil }
    let clock = observed.clock(offset: schedule.localOffset)
    return WaitCurve.Knot(
      time: TravelRule.moment(DayTime(milliseconds: Int(clock.secondsOfDay * 1000))),
      wait: Self.wait(milliseconds))
  }

  /// Returns a wait clamped to 0 to 6 hours.
  private static func wait(_ milliseconds: Int) -> UInt32 { UInt32(max(0, min(21_600_000, milliseconds))) }
}

/// The match of the entries of a report to features.
package struct StatusMatch {
  /// The last entry for each feature.
  package private(set) var statuses: [FeatureIndex: FeatureStatus] = [:]
  private(set) var matchedCount = 0
  private(set) var unknown: [FeatureStatus.Key] = []

  /// Matches a report to the lifts and runs of a graph.
  /// - Complexity: O(*n*) in the features and the entries.
  package init(graph: RoutingGraph, report: StatusReport?) {
    guard let report, !report.features.isEmpty else { return }
    var byID: [SourceID: [FeatureIndex]] = [:]
    var byName: [String: [FeatureIndex]] = [:]
    for position in 0..<graph.featureCount {
      let kind = FeatureKind(code: graph.kindCode(of: position))
      guard kind == .lift || kind == .run else { continue }
      let feature = graph.feature(FeatureIndex(position))
      byID[feature.id, default: []].append(FeatureIndex(position))
      if let name = feature.name { byName[name.lowercased(), default: []].append(FeatureIndex(position)) }
    }
    for status in report.features {
      let found: [FeatureIndex] =
        switch status.key {
        case .id(let id): byID[id] ?? []
        case .name(let name): byName[name.lowercased()] ?? []
        }
      if found.isEmpty { unknown.append(status.key) } else { matchedCount += 1 }
      for feature in found { statuses[feature] = status }
    }
  }
}
