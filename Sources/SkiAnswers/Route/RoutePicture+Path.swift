package import SkiBase
import SkiGraph
import SkiRouting

extension RoutePicture {
  /// Draws the steps, walks below lifts below runs, then ends and names. Complexity: O(points).
  package func drawPath(in frame: MapFrame, _ svg: inout SVGDocument) {
    for kinds in [[LinkKind.walk, .connector], [.lift], [.run]] {
      for step in route.steps where kinds.contains(step.kind) {
        let line = frame.pixels(step.points.map(\.coordinate))
        if step.kind == .walk || step.kind == .connector && step.colour == nil {
          svg.line(line, colour: "#ffffff", width: 4, opacity: 0.8)
          svg.line(line, colour: step.drawingColour, width: 2, dash: "1.5 3")
        } else if step.kind == .lift {
          frame.drawLift(line, &svg)
        } else {
          frame.drawPath(line, colour: step.drawingColour, width: step.kind == .run ? 3.8 : 2.6, &svg)
        }
      }
    }
    for step in route.steps where step.kind == .lift {
      frame.drawStations(step.points.map(\.coordinate), &svg)
    }
    var room = LabelPlacement(size: frame.size)
    for step in route.steps { room.avoid(frame.pixels(step.points.map(\.coordinate))) }
    drawEnds(in: frame, &room, &svg)
    if sheet.size == .page { frame.writeNames(of: names(), in: &room, &svg) }
  }

  private func drawEnds(in frame: MapFrame, _ room: inout LabelPlacement, _ svg: inout SVGDocument) {
    let ends = (route.steps.first?.points.first, route.steps.last?.points.last)
    let words = sheet.size == .page ? (document.from, document.to) : ("", "")
    if let start = ends.0 {
      frame.drawEnd(frame.pixel(start.coordinate), words.0.shortened(toScalars: 32), in: &room, &svg)
    }
    if let end = ends.1 {
      frame.drawEnd(frame.pixel(end.coordinate), words.1.shortened(toScalars: 32), in: &room, &svg)
    }
  }

  private func names() -> [NamedLine] {
    route.steps.compactMap { step in
      guard let label = step.label else { return nil }
      let words = step.kind == .run ? "\(StepText.symbol(step)) \(label)" : label
      return NamedLine(
        name: label, words: words.shortened(toScalars: 34), isLift: step.kind == .lift,
        lengthMetres: step.lengthMetres, drawingColour: step.drawingColour,
        places: step.points.map(\.coordinate))
    }
  }
}

extension RouteStep {
  /// The colour of a step in pictures.
  var drawingColour: String {
    switch kind {
    case .lift: DrawingColours.lift
    case .run: colour.map(DrawingColours.drawingColour) ?? "#888888"
    case .walk, .connector: colour.map(DrawingColours.drawingColour) ?? DrawingColours.unmatched
    }
  }
}
