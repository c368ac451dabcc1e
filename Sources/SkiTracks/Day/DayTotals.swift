import SkiBase
public import SkiGraph

/// The totals of a day; every second between the first and the last fix is counted in exactly one of the times.
///
/// The totals of several days are the sums of the members, except ``liftCount``, which counts different lifts, and
/// ``topSpeedMetresPerSecond``.
public struct DayTotals: Hashable, Sendable, Codable {
  /// The number of lift rides.
  public var liftRideCount = 0
  /// The number of different lifts ridden.
  public var liftCount = 0
  /// The number of runs skied; successive pieces of one name count once.
  public var runCount = 0
  /// The number of runs skied by colour, as ``runCount`` counts them; colours not skied are missing.
  public var runsByColour: [DifficultyColour: Int] = [:]
  /// The length of runs by colour, in metres along the surface; colours not skied are missing.
  public var runMetresByColour: [DifficultyColour: Double] = [:]
  /// The ascent on lifts in metres, where elevations are known.
  public var liftAscentMetres = 0.0
  /// The descent on lifts in metres, where elevations are known.
  public var liftDescentMetres = 0.0
  /// The descent on runs in metres, where elevations are known.
  public var runDescentMetres = 0.0
  /// The descent in unmatched stretches in metres, from the receiver's elevations; 0 without.
  public var unmatchedDescentMetres = 0.0
  /// The ascent in unmatched stretches in metres, from the receiver's elevations; 0 without.
  public var unmatchedAscentMetres = 0.0
  /// The length of lift rides, in metres along the rope.
  public var liftMetres = 0.0
  /// The length of runs, in metres along the surface.
  public var runMetres = 0.0
  /// The length of unmatched stretches with fixes, in metres on the map.
  public var unmatchedMetres = 0.0
  /// The time on lifts in seconds, stops and gaps in the fixes included.
  public var rideSeconds = 0.0
  /// The time in motion on runs, in seconds.
  public var skiSeconds = 0.0
  /// The time of waiting for lifts, in seconds.
  public var waitSeconds = 0.0
  /// The time without movement on runs and between laps, in seconds, other than ``waitSeconds``.
  public var stoppedSeconds = 0.0
  /// The time in motion between laps, in seconds, as a rule on foot.
  public var walkSeconds = 0.0
  /// The time in unmatched stretches with fixes, in seconds.
  public var unmatchedSeconds = 0.0
  /// The time in gaps of the fixes over which there is one way, in seconds; also part of ``rideSeconds`` and
  /// ``unrecordedSeconds``.
  public var bridgedSeconds = 0.0
  /// The length of bridged parts of laps in metres; also part of ``liftMetres`` and ``runMetres``.
  public var bridgedMetres = 0.0
  /// The time without fixes in seconds, in gaps longer than ``SkiDayOptions/gapSeconds`` other than on lifts.
  public var unrecordedSeconds = 0.0
  /// The highest speed held for about ten seconds on a run, in metres per second; nil without a run of enough fixes.
  ///
  /// **Source:** the median of slopes in a window, Theil 1950 and Sen 1968.
  public var topSpeedMetresPerSecond: Double?

  /// Creates totals of 0.
  public init() {}

  /// The time from the first fix to the last, in seconds.
  public var totalSeconds: Double {
    rideSeconds + skiSeconds + waitSeconds + stoppedSeconds + walkSeconds + unmatchedSeconds
      + unrecordedSeconds
  }
}

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

/// A run as a skier counts it: successive laps of one name, with the short pieces between them.
package struct SkiedRun {
  package private(set) var laps: [Lap]
  package private(set) var lengthMetres: Double
  private var mainPosition = 0
  private var isAllTooShort: Bool

  init(_ lap: Lap) {
    laps = [lap]
    lengthMetres = lap.lengthMetres
    isAllTooShort = DayTotals.isTooShort(lap)
  }

  /// Appends the next lap. Complexity: O(1) amortised.
  mutating func append(_ lap: Lap) {
    laps.append(lap)
    lengthMetres += lap.lengthMetres
    isAllTooShort = isAllTooShort && DayTotals.isTooShort(lap)
    if Self.rank(lap) > Self.rank(laps[mainPosition]) { mainPosition = laps.count - 1 }
  }

  private static func rank(_ lap: Lap) -> (Int, Double) { (lap.label != nil ? 1 : 0, lap.lengthMetres) }

  /// The longest lap with a name, else the longest; it gives the run its name and colour.
  package var main: Lap { laps[mainPosition] }
  package var label: String? { main.label }
  /// Indicates whether the run as a whole is too short to count.
  var isTooShort: Bool { isAllTooShort && lengthMetres < DayTotals.leastRunMetres.nameless }
  /// The recorded time on the run, in seconds.
  package var durationSeconds: Double { laps.reduce(0) { $0 + $1.durationSeconds - $1.unrecordedSeconds } }
  /// The length without bridged parts, in metres.
  var recordedMetres: Double { laps.reduce(0) { $0 + $1.recordedMetres } }
  /// The time of bridged parts, in seconds.
  package var bridgedSeconds: Double { laps.reduce(0) { $0 + $1.bridgedSeconds } }
  package var stoppedSeconds: Double { laps.reduce(0) { $0 + $1.stoppedSeconds } }
  package var unrecordedSeconds: Double { laps.reduce(0) { $0 + $1.unrecordedSeconds } }
  package var topSpeedMetresPerSecond: Double? { laps.compactMap(\.topSpeedMetresPerSecond).max() }

  /// The descent in metres; nil where a lap has no elevations.
  package var descentMetres: Double? {
    laps.reduce(0.0 as Double?) { sum, lap in sum.flatMap { sum in lap.descentMetres.map { sum + $0 } } }
  }
}
