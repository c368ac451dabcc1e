import SkiGeo
import SkiModel

/// A line of a day as a skier tells it: pieces of one run in a row are one.
enum DayRow {
  case lift(Lap)
  case run([Lap])
  case unmatched(UnmatchedStretch)

  /// Returns the rows in order of time. Complexity: O(*n* log *n*).
  static func rows(of day: SkiDay) -> [DayRow] {
    let rows =
      day.laps.filter { $0.kind == .lift }.map(DayRow.lift)
      + DayTotals.skiedRuns(day.laps).map(DayRow.run) + day.unmatched.map(DayRow.unmatched)
    return rows.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      .map(\.element)
  }

  /// When it began, for a lift without the wait.
  var start: UniversalTime {
    switch self {
    case .lift(let lap): lap.start
    case .run(let laps): laps.first?.start ?? UniversalTime(secondsSince1970: 0)
    case .unmatched(let stretch): stretch.start
    }
  }
}

/// The pieces of one run as one.
struct SkiedRun {
  let laps: [Lap]

  var label: String? { laps.first?.label }
  var lengthMetres: Double { laps.reduce(0) { $0 + $1.lengthMetres } }
  var durationSeconds: Double { laps.reduce(0) { $0 + $1.durationSeconds } }
  var stoppedSeconds: Double { laps.reduce(0) { $0 + $1.stoppedSeconds } }
  var topSpeedMetresPerSecond: Double? { laps.compactMap(\.topSpeedMetresPerSecond).max() }

  /// Metres down; nil where a piece has no heights.
  var descentMetres: Double? {
    laps.reduce(0.0 as Double?) { sum, lap in sum.flatMap { sum in lap.descentMetres.map { sum + $0 } } }
  }

  /// The piece with the hardest grade.
  var hardest: Lap? { laps.max { ($0.difficulty?.rank ?? 0) < ($1.difficulty?.rank ?? 0) } }
}
