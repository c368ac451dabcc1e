import SkiBase
import SkiGraph
import SkiTracks

/// A row of a day's text; successive pieces of one run are one row.
enum DayRow {
  case lift(Lap)
  case run(SkiedRun)
  case unmatched(UnmatchedStretch)

  /// Returns the rows in order of time. Complexity: O(*n* log *n*).
  static func rows(of day: SkiDay) -> [DayRow] {
    let rows =
      day.laps.filter { $0.kind == .lift }.map(DayRow.lift)
      + DayTotals.skiedRuns(day.laps).map(DayRow.run) + day.unmatched.map(DayRow.unmatched)
    return rows.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      .map(\.element)
  }

  /// The start time, for a lift without the wait.
  var start: UniversalTime {
    switch self {
    case .lift(let lap): lap.start
    case .run(let run): run.laps[0].start
    case .unmatched(let stretch): stretch.start
    }
  }
}
