import SkiModel

/// A run as a skier tells it: the pieces of one name in a row, with the scraps between them.
package struct SkiedRun {
  package private(set) var laps: [Lap]
  package private(set) var lengthMetres: Double
  private var mainPosition = 0
  private var isAllScraps: Bool

  init(_ lap: Lap) {
    laps = [lap]
    lengthMetres = lap.lengthMetres
    isAllScraps = DayTotals.isScrap(lap)
  }

  /// Adds the next piece. Complexity: O(1) amortised.
  mutating func append(_ lap: Lap) {
    laps.append(lap)
    lengthMetres += lap.lengthMetres
    isAllScraps = isAllScraps && DayTotals.isScrap(lap)
    if Self.rank(lap) > Self.rank(laps[mainPosition]) { mainPosition = laps.count - 1 }
  }

  private static func rank(_ lap: Lap) -> (Int, Double) { (lap.label != nil ? 1 : 0, lap.lengthMetres) }

  /// The longest piece with a name, else the longest; what it is called and coloured by.
  package var main: Lap { laps[mainPosition] }
  package var label: String? { main.label }
  /// Whether all of it is too little for a run.
  var isScrap: Bool { isAllScraps && lengthMetres < DayTotals.scrapMetres.nameless }
  /// Seconds on it that were recorded.
  package var durationSeconds: Double { laps.reduce(0) { $0 + $1.durationSeconds - $1.unrecordedSeconds } }
  package var stoppedSeconds: Double { laps.reduce(0) { $0 + $1.stoppedSeconds } }
  package var unrecordedSeconds: Double { laps.reduce(0) { $0 + $1.unrecordedSeconds } }
  package var topSpeedMetresPerSecond: Double? { laps.compactMap(\.topSpeedMetresPerSecond).max() }

  /// Metres down; nil where a piece has no heights.
  package var descentMetres: Double? {
    laps.reduce(0.0 as Double?) { sum, lap in sum.flatMap { sum in lap.descentMetres.map { sum + $0 } } }
  }
}
