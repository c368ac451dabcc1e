import SkiFormats
import SkiGeo
import SkiGraph
import SkiModel
import SkiRouting

extension RoutePicture {
  /// Draws the steps, what is walked below what is ridden below what is skied, then ends and names. Complexity: O(points).
  func drawWay(in frame: PaperFrame, _ svg: inout SVGDocument) {
    for kinds in [[LinkKind.walk, .connector], [.lift], [.run]] {
      for step in route.steps where kinds.contains(step.kind) {
        let line = frame.pixels(step.points.map(\.coordinate))
        if step.kind == .walk || step.kind == .connector && step.colour == nil {
          svg.line(line, colour: "#ffffff", width: 4, opacity: 0.8)
          svg.line(line, colour: step.paint, width: 2, dash: "1.5 3")
        } else if step.kind == .lift {
          frame.drawLift(line, &svg)
        } else {
          frame.drawWay(line, colour: step.paint, width: step.kind == .run ? 3.8 : 2.6, &svg)
        }
      }
    }
    drawStations(in: frame, &svg)
    var room = LabelRoom(size: frame.size)
    for step in route.steps { room.avoid(frame.pixels(step.points.map(\.coordinate))) }
    drawEnds(in: frame, &room, &svg)
    if size == .page { writeNames(in: frame, &room, &svg) }
  }

  private func drawStations(in frame: PaperFrame, _ svg: inout SVGDocument) {
    for step in route.steps where step.kind == .lift {
      for point in [step.points.first, step.points.last].compactMap(\.self) {
        svg.dot(
          frame.pixel(point.coordinate), radius: 3, fill: "#ffffff", stroke: DrawingColours.lift, width: 1.4)
      }
    }
  }

  private func drawEnds(in frame: PaperFrame, _ room: inout LabelRoom, _ svg: inout SVGDocument) {
    let ends = (route.steps.first?.points.first, route.steps.last?.points.last)
    let words = size == .page ? (document.from, document.to) : ("", "")
    if let start = ends.0 {
      frame.drawEnd(frame.pixel(start.coordinate), words.0.shortened(toScalars: 32), in: &room, &svg)
    }
    if let end = ends.1 {
      frame.drawEnd(frame.pixel(end.coordinate), words.1.shortened(toScalars: 32), in: &room, &svg)
    }
  }

  /// Writes the names of lifts, then of runs, the longest first, where there is room.
  private func writeNames(in frame: PaperFrame, _ room: inout LabelRoom, _ svg: inout SVGDocument) {
    var seen: Set<String> = []
    let order = route.steps.enumerated().filter { $0.element.label != nil }.sorted {
      ($0.element.kind == .lift ? 0 : 1, -$0.element.lengthMetres, $0.offset)
        < ($1.element.kind == .lift ? 0 : 1, -$1.element.lengthMetres, $1.offset)
    }
    for (_, step) in order {
      guard let label = step.label, !seen.contains(label) else { continue }
      let words = step.kind == .run ? "\(StepWords.symbol(step)) \(label)" : label
      let line = frame.pixels(step.points.map(\.coordinate))
      if frame.write(words.shortened(toScalars: 34), along: line, colour: step.paint, in: &room, &svg) {
        seen.insert(label)
      }
    }
  }
}

extension RouteStep {
  /// The paint of a step in pictures.
  var paint: String {
    switch kind {
    case .lift: DrawingColours.lift
    case .run: colour.map(DrawingColours.paint) ?? "#888888"
    case .walk, .connector: colour.map(DrawingColours.paint) ?? DrawingColours.unmatched
    }
  }
}
