import SkiFormats
import SkiGeo
import SkiModel
import SkiTracks

extension DayPicture {
  /// Draws the title, the sums and the legend.
  func drawHead(_ svg: inout SVGDocument) {
    svg.words(title().shortened(toScalars: 110), at: SIMD2(Self.margin, 22), size: 16, isBold: true)
    svg.words(sums(), at: SIMD2(Self.margin, 43), size: 11.5, colour: "#444444")
    drawLegend(&svg)
  }

  private func title() -> String {
    guard let start = document.day.start, let end = document.day.end else {
      return document.title ?? "Ski day"
    }
    let date = start.clock(offset: document.offset).day
    let zone = document.offset == .zero ? "UTC" : document.offset.description
    let time = "\(date), \(document.clock(start)) to \(document.clock(end)) (\(zone))"
    return document.title.map { "\($0.shortened(toScalars: 60)), \(time)" } ?? time
  }

  private func sums() -> String {
    let totals = document.day.totals
    var words = [
      DayDocument.count(totals.liftRideCount, "ride"), "↑\(DayDocument.metres(totals.liftAscentMetres))",
      DayDocument.count(totals.runCount, "run"), "↓\(DayDocument.metres(totals.runDescentMetres))",
      "\(StepWords.length(totals.runMetres)) skied",
    ]
    if let top = totals.topSpeedMetresPerSecond { words.append("top \(DayDocument.kilometresPerHour(top))") }
    return words.joined(separator: " · ")
  }

  private func drawLegend(_ svg: inout SVGDocument) {
    let totals = document.day.totals
    var entries: [(words: String, colour: String, dash: String?)] = DayDocument.byColour(
      totals.runMetresByColour
    )
    .map { ("\(StepWords.symbol($0)) \($0.rawValue) \(StepWords.length($1))", DrawingColours.paint($0), nil) }
    if totals.liftRideCount > 0 { entries.append(("lift", DrawingColours.lift, nil)) }
    if !document.day.unmatched.isEmpty { entries.append(("not on the map", DrawingColours.unmatched, "4 3")) }
    var x = Self.width - Self.margin
    for entry in entries.reversed() {
      x -= 6.4 * Double(entry.words.unicodeScalars.count)
      svg.words(entry.words, at: SIMD2(x, 43), size: 10.5)
      let sample = [SIMD2(x - 26, 39), SIMD2(x - 5, 39)]
      if entry.words == "lift" {
        svg.lift(sample)
      } else {
        svg.line(sample, colour: entry.colour, width: 4, dash: entry.dash)
      }
      x -= 40
    }
  }
}
