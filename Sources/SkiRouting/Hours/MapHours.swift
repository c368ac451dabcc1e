import SkiGeo
import SkiGraph
import SkiModel

/// What the opening hours of a map say of one day.
struct MapHours {
  /// By feature, when a lift may be boarded or a run skied; nothing where it is closed all day.
  private(set) var windows: [FeatureIndex: [TravelRule.Window]] = [:]
  /// Those that are closed all day.
  private(set) var closed: Set<FeatureIndex> = []
  private(set) var coverage = MapHoursCoverage()

  /// Looks all features up; without a day none.
  /// - Complexity: O(*t*) in the rare texts of the graph.
  init(graph: RoutingGraph, schedule: Schedule) {
    guard let day = schedule.mapDay else { return }
    let offset = schedule.offset ?? schedule.report?.offset ?? .zero
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
      // What a comment decides may be open, as it may be where the map says nothing.
      windows[feature] = (found.open + found.unknown).joined().map { hours in
        facts.kind == .lift
          ? TravelRule.boarding(hours, schedule.hours) : TravelRule.window(hours.opens, hours.closes)
      }
      if windows[feature]?.isEmpty ?? false { closed.insert(feature) }
      coverage.usedCount += 1
    }
  }

  /// Forgets features another source decides about: some, and all lifts where hours are known of all.
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

/// How much of the opening hours of a map counts for a question.
package struct MapHoursCoverage: Sendable, Hashable {
  /// How many lifts and runs have hours of the map.
  package var usedCount = 0
  /// How many have some that can't be read: they count for nothing.
  package var unreadCount = 0
  /// How many have some in which a comment decides: they count as open then.
  package var uncertainCount = 0
  /// How many speak of holidays where no calendar of them was given.
  package var withoutCalendarCount = 0
}

extension [OpenHours] {
  /// Hours in order of time, those that overlap or touch made one. Complexity: O(*n* log *n*).
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
