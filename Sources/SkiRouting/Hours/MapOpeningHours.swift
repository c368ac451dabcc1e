import SkiGeo
import SkiGraph
import SkiModel

/// The opening hours of a map on one day.
struct MapOpeningHours {
  /// The windows in which a lift may be boarded or a run skied; empty for a feature closed all day.
  private(set) var windows: [FeatureIndex: [TravelRule.Window]] = [:]
  /// The features closed all day.
  private(set) var closed: Set<FeatureIndex> = []
  private(set) var coverage = MapHoursCoverage()

  /// Evaluates the opening hours of all features; none without a day.
  /// - Complexity: O(*t*) in the optional texts of the graph.
  init(graph: RoutingGraph, schedule: Schedule) {
    guard let day = schedule.mapDay else { return }
    let offset = schedule.localOffset
    for (feature, text) in graph.featuresWithOpeningHours() {
      guard let hours = try? OpeningHours(text) else {
        coverage.unreadCount += 1
        continue
      }
      let facts = graph.feature(feature)
      if hours.mentionsHolidays() && schedule.holidays.isEmpty { coverage.withoutCalendarCount += 1 }
      let place = OpeningHoursPlace(
        coordinate: facts.start.coordinate, offset: offset, holidays: schedule.holidays)
      let found = hours.hours(on: day, at: place)
      if !found.unknown.isEmpty { coverage.uncertainCount += 1 }
      // Hours that depend on a comment count as open, like features without hours.
      windows[feature] = (found.open + found.unknown).joined().map { hours in
        facts.kind == .lift
          ? TravelRule.boarding(hours, schedule.hours) : TravelRule.window(hours.opens, hours.closes)
      }
      if windows[feature]?.isEmpty ?? false { closed.insert(feature) }
      coverage.usedCount += 1
    }
  }

  /// Removes the features whose hours another source decides, including all lifts with `lifts`.
  mutating func leaveOut(lifts: Bool, graph: RoutingGraph, _ isDecided: (FeatureIndex) -> Bool) {
    for feature in Array(windows.keys) {
      let isLift = FeatureKind(code: graph.kindCode(of: feature.position)) == .lift
      guard isDecided(feature) || lifts && isLift else { continue }
      windows[feature] = nil
      closed.remove(feature)
      coverage.usedCount -= 1
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
