import SkiBase
import SkiGraph
import SkiRouting

extension RoutePicture {
  /// The names of the ends and the ceiling.
  package var title: String {
    [document.from, document.to].map { $0.shortened(toScalars: 44) }.joined(separator: " → ") + document.limit
  }

  /// The totals in one line.
  package var sums: String {
    guard case .answer = document.result else { return "no route" }
    guard !route.steps.isEmpty else { return "you are there already" }
    var words = [RouteDocument.minutes(route.totalMilliseconds())] + RouteDocument.heights(route, .english)
    if let hardest = route.hardestSection() {
      words.append("steepest 25 m \(decimalText(hardest.gradient.ratio * 100, places: 0) ?? "?") %")
    }
    if let remark = route.elevationQuality()?.remark() { words.append(String(remark.dropLast())) }
    return words.joined(separator: " · ")
  }

  /// The colours skied with their lengths, lifts, and walks.
  package var legend: [LegendEntry] {
    var lengths: [DifficultyColour: Double] = [:]
    for step in route.steps where step.kind == .run && step.movement != .climbed {
      lengths[step.colour ?? .grey, default: 0] += step.lengthMetres
    }
    var entries = Self.legend(lengths)
    if route.lengthMetres(of: .lift) > 0 { entries.append(("lift", DrawingColours.lift, nil)) }
    let walked = route.footMetres()
    if walked >= 1 {
      entries.append(("on foot \(StepText.length(walked))", DrawingColours.unmatched, "1.5 3"))
    }
    return entries
  }
}

extension PathPicture {
  /// Returns the entries of colours with their lengths, in order of difficulty.
  static func legend(_ metres: [DifficultyColour: Double]) -> [LegendEntry] {
    DifficultyColour.allCases.compactMap { colour in
      metres[colour].map { length in
        (
          "\(StepText.symbol(colour)) \(colour.rawValue) \(StepText.length(length))",
          DrawingColours.drawingColour(colour), nil
        )
      }
    }
  }
}
