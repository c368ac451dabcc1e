import SkiFormats
import SkiGeo
import SkiGraph
import SkiModel
import SkiRouting

extension RoutePicture {
  /// Draws the title, the sums and the legend.
  func drawHead(_ svg: inout SVGDocument) {
    let ends = [document.from, document.to].map { $0.shortened(toScalars: 44) }
    let title = ends.joined(separator: " → ") + document.limit
    svg.words(title, at: SIMD2(Self.margin, 22), size: 16, isBold: true)
    svg.words(sums(), at: SIMD2(Self.margin, 43), size: 11.5, colour: "#444444")
    drawLegend(&svg)
  }

  private func sums() -> String {
    guard case .answer = document.result else { return "no route" }
    guard !route.steps.isEmpty else { return "you are there already" }
    var words = [RouteDocument.minutes(route.totalMilliseconds())]
    if let drop = route.descentMetres(of: .run) { words.append("↓\(StepWords.metres(drop)) skied") }
    if let rise = route.ascentMetres(of: .lift) { words.append("↑\(StepWords.metres(rise)) by lift") }
    if let hardest = route.hardestSection() {
      words.append("steepest 25 m \(decimalText(hardest.gradient.ratio * 100, places: 0) ?? "?") %")
    }
    if let remark = route.heights()?.remark() { words.append(String(remark.dropLast())) }
    return words.joined(separator: " · ")
  }

  private func drawLegend(_ svg: inout SVGDocument) {
    var x = 1200 - Self.margin
    for entry in legend().reversed() {
      x -= 6.4 * Double(entry.words.unicodeScalars.count)
      svg.words(entry.words, at: SIMD2(x, 43), size: 10.5)
      let sample = [SIMD2(x - 26, 39), SIMD2(x - 5, 39)]
      if entry.words == "lift" {
        svg.lift(sample)
      } else {
        svg.line(sample, colour: entry.paint, width: 4, dash: entry.dash)
      }
      x -= 40
    }
  }

  /// The colours that are skied with their lengths, lifts, and what is walked.
  private func legend() -> [(words: String, paint: String, dash: String?)] {
    var lengths: [DifficultyColour: Double] = [:]
    for step in route.steps where step.kind == .run && step.movement != .climbed {
      lengths[step.colour ?? .grey, default: 0] += step.lengthMetres
    }
    var entries: [(words: String, paint: String, dash: String?)] = DifficultyColour.allCases.compactMap {
      colour in
      lengths[colour].map { length in
        (
          "\(StepWords.symbol(colour)) \(colour.rawValue) \(StepWords.length(length))",
          DrawingColours.paint(colour), nil
        )
      }
    }
    if route.lengthMetres(of: .lift) > 0 { entries.append(("lift", DrawingColours.lift, nil)) }
    let walked = route.footMetres()
    if walked >= 1 {
      entries.append(("on foot \(StepWords.length(walked))", DrawingColours.unmatched, "1.5 3"))
    }
    return entries
  }
}
