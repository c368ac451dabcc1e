import SkiBase
import SkiGraph

extension DayTotals {
  /// Returns the totals with laps and stretches added. Complexity: O(*n* log *n*).
  func adding(_ laps: [Lap], _ unmatched: [UnmatchedStretch]) -> DayTotals {
    var totals = self
    for lap in laps where lap.kind == .lift { totals.addRide(lap) }
    for lap in laps {
      totals.bridgedSeconds += lap.bridgedSeconds
      totals.bridgedMetres += lap.bridgedMetres
    }
    totals.liftCount = Set(laps.filter { $0.kind == .lift }.map { LiftKey(lap: $0) }).count
    for run in Self.skiedRuns(laps) {
      totals.runCount += 1
      if let colour = run.main.colour { totals.runsByColour[colour, default: 0] += 1 }
      for lap in run.laps { totals.addRun(lap) }
    }
    for stretch in unmatched where stretch.reason != .unrecorded {
      totals.unmatchedMetres += stretch.mapLengthMetres
      totals.unmatchedAscentMetres += stretch.ascentMetres ?? 0
      totals.unmatchedDescentMetres += stretch.descentMetres ?? 0
    }
    return totals
  }

  private mutating func addRide(_ lap: Lap) {
    liftRideCount += 1
    liftMetres += lap.lengthMetres
    liftAscentMetres += lap.ascentMetres ?? 0
    liftDescentMetres += lap.descentMetres ?? 0
  }

  private mutating func addRun(_ lap: Lap) {
    runMetres += lap.lengthMetres
    runDescentMetres += lap.descentMetres ?? 0
    if let colour = lap.colour { runMetresByColour[colour, default: 0] += lap.lengthMetres }
    guard let speed = lap.topSpeedMetresPerSecond else { return }
    topSpeedMetresPerSecond = max(topSpeedMetresPerSecond ?? 0, speed)
  }

  private struct LiftKey: Hashable {
    var region: RegionIndex
    var feature: FeatureIndex

    init(lap: Lap) { (region, feature) = (lap.region, lap.feature) }
  }

  /// The longest time, in seconds, between two laps of one run.
  static let sameRunSeconds = 60.0
  /// The least lengths in metres of laps that are runs of their own, with a name and without.
  static let leastRunMetres = (named: 60.0, nameless: 150.0)

  /// Returns the runs of a day as a skier counts them.
  ///
  /// Successive laps of one name are one run. A lap that is too short belongs to the run before it, else to the one
  /// after it.
  /// - Complexity: O(*n*).
  package static func skiedRuns(_ laps: [Lap]) -> [SkiedRun] {
    var runs: [SkiedRun] = []
    var last: Lap?
    for lap in laps {
      defer { last = lap }
      guard lap.kind == .run else { continue }
      if let last, last.kind == .run, continues(runs.last, lap, after: last) {
        runs[runs.count - 1].append(lap)
      } else {
        runs.append(SkiedRun(lap))
      }
    }
    return runs
  }

  private static func continues(_ run: SkiedRun?, _ lap: Lap, after last: Lap) -> Bool {
    guard let run, lap.start.secondsSince1970 - last.end.secondsSince1970 <= sameRunSeconds else {
      return false
    }
    return run.isTooShort || isTooShort(lap) || lap.label != nil && run.label == lap.label
  }

  static func isTooShort(_ lap: Lap) -> Bool {
    lap.lengthMetres < (lap.label == nil ? leastRunMetres.nameless : leastRunMetres.named)
  }
}
