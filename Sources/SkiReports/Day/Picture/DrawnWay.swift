import SkiFormats
import SkiGeo
import SkiGraph
import SkiModel
import SkiTracks

/// The way of a day over the map: laps in their colours, what is off the map in grey, names.
struct DrawnWay {
  let document: DayDocument
  let frame: PaperFrame

  /// Draws what is off the map, then lifts, then runs, then names. Complexity: O(points).
  func draw(withWords: Bool, _ svg: inout SVGDocument) {
    let day = document.day
    for stretch in day.unmatched {
      let line = frame.pixels(document.line(of: stretch).map(\.coordinate))
      svg.line(line, colour: "#ffffff", width: 4, opacity: 0.8)
      svg.line(line, colour: DrawingColours.unmatched, width: 2.4, dash: "4 3")
    }
    for lap in day.laps where lap.kind == .lift { frame.drawLift(line(of: lap), &svg) }
    for lap in day.laps where lap.kind == .run { draw(lap, &svg) }
    for lap in day.laps where lap.kind == .lift { drawEnds(lap, &svg) }
    var room = LabelRoom(size: frame.size)
    for lap in day.laps { room.avoid(line(of: lap)) }
    drawEndsOfDay(withWords: withWords, in: &room, &svg)
    if withWords { writeNames(in: &room, &svg) }
  }

  private func line(of lap: Lap) -> [SIMD2<Double>] { frame.pixels(lap.points.map(\.coordinate)) }

  private func draw(_ lap: Lap, _ svg: inout SVGDocument) {
    frame.drawWay(line(of: lap), colour: lap.paint, width: 3.6, &svg)
  }

  private func drawEnds(_ lap: Lap, _ svg: inout SVGDocument) {
    for point in [lap.points.first, lap.points.last].compactMap(\.self) {
      svg.dot(
        frame.pixel(point.coordinate), radius: 3, fill: "#ffffff", stroke: DrawingColours.lift, width: 1.4)
    }
  }

  private func drawEndsOfDay(withWords: Bool, in room: inout LabelRoom, _ svg: inout SVGDocument) {
    for (point, words) in [(document.day.points.first, "start"), (document.day.points.last, "end")] {
      guard let point, point.coordinate.isValid else { continue }
      frame.drawEnd(frame.pixel(point.coordinate), withWords ? words : "", in: &room, &svg)
    }
  }
}

extension DrawnWay {
  /// Writes the names of what was ridden and skied, the longest first, where there is room.
  private func writeNames(in room: inout LabelRoom, _ svg: inout SVGDocument) {
    var seen: Set<String> = []
    let order = document.day.laps.enumerated().sorted {
      ($0.element.kind == .lift ? 0 : 1, -$0.element.lengthMetres, $0.offset)
        < ($1.element.kind == .lift ? 0 : 1, -$1.element.lengthMetres, $1.offset)
    }
    for (_, lap) in order {
      guard let name = lap.label, !seen.contains(name) else { continue }
      let sign = lap.kind == .run ? lap.colour.map { StepWords.symbol($0) + " " } ?? "" : ""
      let words = sign + name.shortened(toScalars: 32)
      if frame.write(words, along: line(of: lap), colour: lap.paint, in: &room, &svg) { seen.insert(name) }
    }
  }
}

extension Lap {
  /// The paint of a lap in pictures.
  var paint: String {
    kind == .lift ? DrawingColours.lift : DrawingColours.paint(colour ?? .grey)
  }
}
