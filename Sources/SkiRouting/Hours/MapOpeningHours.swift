import SkiBase
import SkiGraph

/// The opening hours and conditional tags of a map on one day.
struct MapOpeningHours {
  /// The windows in which a lift may be boarded or a run skied; empty for a feature closed all day.
  private(set) var windows: [FeatureIndex: [TravelRule.Window]] = [:]
  /// The features closed all day.
  private(set) var closed: Set<FeatureIndex> = []
  private(set) var coverage = MapHoursCoverage()
  /// The features with conditional tags.
  private var conditional: Set<FeatureIndex> = []
  private let schedule: Schedule
  /// The hours of lifts without hours of their own; nil when there are none.
  private let lifts: OpenHours?

  /// Evaluates the opening hours and conditional tags of all features. Without a day hours count for nothing, and no
  /// condition applies: what is barred without one is closed.
  /// - Complexity: O(*t*) in the optional texts of the graph.
  init(graph: RoutingGraph, schedule: Schedule, lifts: OpenHours?) {
    (self.schedule, self.lifts) = (schedule, lifts)
    for entry in graph.featuresWithHours() {
      if let day = schedule.mapDay {
        read(entry.feature, entry.hours, entry.access, graph.feature(entry.feature), on: day)
      } else if entry.access.hasConditions, entry.access.restrictionWithoutConditions() != nil {
        closed.insert(entry.feature)
        conditional.insert(entry.feature)
      }
    }
  }

  private mutating func read(
    _ feature: FeatureIndex, _ text: String?, _ access: AccessTags, _ facts: GraphFeature, on day: CalendarDay
  ) {
    let hours = text.flatMap { try? OpeningHours($0) }
    if text != nil && hours == nil || !access.unreadConditions.isEmpty { coverage.unreadCount += 1 }
    let place = OpeningHoursPlace(
      coordinate: facts.start.coordinate, offset: schedule.localOffset, holidays: schedule.holidays)
    let found = access.hours(within: hours, on: day, at: place) ?? hours?.hours(on: day, at: place)
    guard var open = found.map({ ($0.open + $0.unknown).joined() }) else { return }
    if access.hasConditions { conditional.insert(feature) }
    if hours?.mentionsHolidays() ?? false, schedule.holidays.isEmpty { coverage.withoutCalendarCount += 1 }
    // Hours that depend on a comment count as open, like features without hours.
    if found?.unknown.isEmpty == false { coverage.uncertainCount += 1 }
    if hours == nil {
      // Conditions alone don't open what general hours close.
      if let first = open.first, first.minutes.lowerBound == 0, first.minutes.upperBound >= 1440 { return }
      if let general = general(facts.kind) { open = open.compactMap { $0.common(with: general) } }
    }
    coverage.usedCount += 1
    if open.isEmpty { closed.insert(feature) }
    windows[feature] = open.map { hours in
      facts.kind == .lift
        ? TravelRule.boarding(hours, schedule.hours) : TravelRule.window(hours.opens, hours.closes)
    }
  }

  /// Returns the hours of lifts or runs without hours of their own; nil for all day.
  private func general(_ kind: FeatureKind) -> OpenHours? {
    guard kind == .run, let lifts else { return lifts }
    let after = max(0, schedule.hours.runsCloseAfterMilliseconds)
    return OpenHours(
      opens: DayTime(milliseconds: 0), closes: lifts.closes.advanced(byMilliseconds: after))
  }

  /// Removes the features whose hours another source decides: with `lifts` also all lifts without conditional tags.
  mutating func leaveOut(lifts: Bool, graph: RoutingGraph, _ isDecided: (FeatureIndex) -> Bool) {
    for feature in closed.union(windows.keys) {
      let isLift = FeatureKind(code: graph.kindCode(of: feature.position)) == .lift
      guard isDecided(feature) || lifts && isLift && !conditional.contains(feature) else { continue }
      if windows.removeValue(forKey: feature) != nil { coverage.usedCount -= 1 }
      closed.remove(feature)
    }
  }
}

/// The use of a map's opening hours for a question.
package struct MapHoursCoverage: Sendable, Hashable {
  /// The number of lifts and runs with opening hours in use.
  package var usedCount = 0
  /// The number of features whose opening hours cannot be parsed and are ignored.
  package var unreadCount = 0
  /// The number of features whose hours depend on a comment and count as open.
  package var uncertainCount = 0
  /// The number of features whose hours mention holidays when no calendar was given.
  package var withoutCalendarCount = 0
}

extension [OpenHours] {
  /// Returns the hours in order of time, with overlapping and adjacent ones merged.
  /// - Complexity: O(*n* log *n*).
  fileprivate func joined() -> [OpenHours] {
    var joined: [OpenHours] = []
    for hours in sorted(by: { ($0.opens, $0.closes) < ($1.opens, $1.closes) }) {
      if let last = joined.last, hours.opens <= last.closes {
        joined[joined.count - 1].closes = Swift.max(last.closes, hours.closes)
      } else {
        joined.append(hours)
      }
    }
    return joined
  }
}

extension OpenHours {
  /// Returns the hours common with others; nil when there are none.
  fileprivate func common(with other: OpenHours) -> OpenHours? {
    let common = OpenHours(opens: max(opens, other.opens), closes: min(closes, other.closes))
    return common.opens < common.closes ? common : nil
  }
}
