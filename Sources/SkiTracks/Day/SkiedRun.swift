import SkiGraph

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
