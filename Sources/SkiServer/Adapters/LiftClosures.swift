package import SkiAPI
import SkiBase
package import SkiGraph
package import SkiPeople

/// A lift that closed, and the trips to whose ski areas it belongs.
package struct LiftClosure: Sendable, Hashable {
  /// The lift with the time at which it was seen closed.
  package var lift: ClosedLift
  /// The trips, in the order in which they were given.
  package var trips: [TripID]
}

/// The lifts that closed between two reports.
package enum LiftClosures {
  /// Returns the lifts that went from open or scheduled to closed or hold, in the order of the new report.
  ///
  /// A lift that the old report does not have was scheduled. A state without the time of its observation is none. Without an
  /// old report nothing is known to have changed.
  /// - Complexity: O(*n*) in the entries.
  package static func lifts(
    from old: StatusReport?, to new: StatusReport, _ areas: AreaLifts
  ) -> [ClosedLift] {
    guard let old else { return [] }
    let (before, after) = (states(old, areas), states(new, areas))
    var (found, seen): ([ClosedLift], Set<SourceID>) = ([], [])
    for status in new.features {
      for lift in areas.lifts(of: status.key) where seen.insert(lift).inserted {
        guard let now = after[lift], isClosed(now), let time = now.observedAt,
          before[lift].map(isClosed) != true
        else { continue }
        found.append(ClosedLift(lift: lift, seen: time))
      }
    }
    return found
  }

  /// Returns the lifts that closed with the trips concerned; lifts of no trip are left out.
  /// - Complexity: O(*n*) in the entries, and O(lifts · trips).
  package static func of(
    from old: StatusReport?, to new: StatusReport, _ areas: AreaLifts, trips: [TripAreas]
  ) -> [LiftClosure] {
    lifts(from: old, to: new, areas).compactMap { lift in
      let concerned = Set(areas.areas(of: lift.lift))
      let found = trips.filter { !concerned.isDisjoint(with: $0.areas) }.map(\.trip)
      return found.isEmpty ? nil : LiftClosure(lift: lift, trips: found)
    }
  }

  /// Returns the last state of each lift, as questions use it.
  private static func states(_ report: StatusReport, _ areas: AreaLifts) -> [SourceID: FeatureStatus] {
    var states: [SourceID: FeatureStatus] = [:]
    for status in report.features {
      for lift in areas.lifts(of: status.key) { states[lift] = status }
    }
    return states
  }

  private static func isClosed(_ status: FeatureStatus) -> Bool {
    status.observedAt != nil && status.state.stops
  }
}
