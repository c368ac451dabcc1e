import SkiBase
import SkiGraph
import SkiTracks

extension DayPicture {
  /// The title of the day and its hours.
  package var title: String {
    guard let hours = document.hours() else { return words(document.title ?? "Ski day") }
    return words(document.title.map { "\($0.shortened(toScalars: 60)), \(hours)" } ?? hours)
  }

  private func words(_ title: String) -> String { title.shortened(toScalars: 110) }

  /// The totals of rides and runs in one line.
  package var sums: String {
    let totals = document.day.totals
    var words = [
      DayDocument.count(totals.liftRideCount, "ride"), "↑\(DayDocument.metres(totals.liftAscentMetres))",
      DayDocument.count(totals.runCount, "run"), "↓\(DayDocument.metres(totals.runDescentMetres))",
      "\(StepText.length(totals.runMetres)) skied",
    ]
    if let top = totals.topSpeedMetresPerSecond { words.append("top \(DayDocument.kilometresPerHour(top))") }
    return words.joined(separator: " · ")
  }

  /// The colours skied with their lengths, lifts, and unmatched stretches.
  package var legend: [LegendEntry] {
    let totals = document.day.totals
    var entries = Self.legend(totals.runMetresByColour)
    if totals.liftRideCount > 0 { entries.append(("lift", DrawingColours.lift, nil)) }
    if !document.day.unmatched.isEmpty { entries.append(("not on the map", DrawingColours.unmatched, "4 3")) }
    return entries
  }
}
