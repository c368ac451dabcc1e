import SkiBase
import SkiGraph
import SkiTracks

/// Draws the path of a day on the map: the recorded track, over it laps in their colours, unmatched stretches in grey,
/// and names.
struct DayPathDrawing {
  let document: DayDocument
  let frame: MapFrame

  /// Draws the recorded track, then unmatched stretches, lifts, then runs, then names. Complexity: O(points).
  func draw(withWords: Bool, _ svg: inout SVGDocument) {
    let day = document.day
    for line in document.recordedLines(gapSeconds: day.options.gapSeconds) {
      svg.line(frame.pixels(line), colour: DrawingColours.recorded, width: 0.8, opacity: 0.7)
    }
    for stretch in day.unmatched {
      let line = frame.pixels(document.line(of: stretch).map(\.coordinate))
      svg.line(line, colour: "#ffffff", width: 4, opacity: 0.8)
      svg.line(line, colour: DrawingColours.unmatched, width: 2.4, dash: "4 3")
    }
    for lap in day.laps where lap.kind == .lift { frame.drawLift(line(of: lap), &svg) }
    for lap in day.laps where lap.kind == .run { draw(lap, &svg) }
    for lap in day.laps { drawBridges(lap, &svg) }
    for lap in day.laps where lap.kind == .lift { frame.drawStations(lap.points.map(\.coordinate), &svg) }
    var room = LabelPlacement(size: frame.size)
    for lap in day.laps { room.avoid(line(of: lap)) }
    drawEndsOfDay(withWords: withWords, in: &room, &svg)
    if withWords { frame.writeNames(of: names(), in: &room, &svg) }
  }

  private func line(of lap: Lap) -> [SIMD2<Double>] { frame.pixels(lap.points.map(\.coordinate)) }

  private func draw(_ lap: Lap, _ svg: inout SVGDocument) {
    frame.drawPath(line(of: lap), colour: lap.drawingColour, width: 3.6, &svg)
  }

  /// Draws a white dash over the bridged parts of a lap.
  private func drawBridges(_ lap: Lap, _ svg: inout SVGDocument) {
    for part in lap.bridged {
      svg.line(
        frame.pixels(lap.points[part.points].map(\.coordinate)), colour: "#ffffff", width: 1.6, dash: "2 5")
    }
  }

  private func drawEndsOfDay(withWords: Bool, in room: inout LabelPlacement, _ svg: inout SVGDocument) {
    for (point, words) in [(document.day.points.first, "start"), (document.day.points.last, "end")] {
      guard let point, point.coordinate.isValid else { continue }
      frame.drawEnd(frame.pixel(point.coordinate), withWords ? words : "", in: &room, &svg)
    }
  }

  private func names() -> [NamedLine] {
    document.day.laps.compactMap { lap in
      guard let name = lap.label else { return nil }
      let sign = lap.kind == .run ? lap.colour.map { StepText.symbol($0) + " " } ?? "" : ""
      return NamedLine(
        name: name, words: sign + name.shortened(toScalars: 32), isLift: lap.kind == .lift,
        lengthMetres: lap.lengthMetres, drawingColour: lap.drawingColour, places: lap.points.map(\.coordinate)
      )
    }
  }
}

extension Lap {
  /// The colour of a lap in pictures.
  var drawingColour: String {
    kind == .lift ? DrawingColours.lift : DrawingColours.drawingColour(colour ?? .grey)
  }
}
