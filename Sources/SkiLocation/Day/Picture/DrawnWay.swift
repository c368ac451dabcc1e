import SkiGeo
import SkiGraph
import SkiModel

/// The way of a day over the map: laps in their colours, what is off the map in grey, names.
struct DrawnWay {
  let document: DayDocument
  let frame: PaperFrame

  /// Draws what is off the map, then lifts, then runs, then names. Complexity: O(points).
  func draw(_ svg: inout SVGDocument) {
    let day = document.day
    for stretch in day.unmatched {
      let line = frame.pixels(document.line(of: stretch).map(\.coordinate))
      svg.line(line, colour: "#ffffff", width: 4, opacity: 0.8)
      svg.line(line, colour: DrawingColours.unmatched, width: 2.4, dash: "4 3")
    }
    for lap in day.laps where lap.kind == .lift { draw(lap, width: 2.6, &svg) }
    for lap in day.laps where lap.kind == .run { draw(lap, width: 3.6, &svg) }
    for lap in day.laps where lap.kind == .lift { drawEnds(lap, &svg) }
    drawEndsOfDay(&svg)
    writeNames(&svg)
    drawScale(&svg)
  }

  private func line(of lap: Lap) -> [SIMD2<Double>] { frame.pixels(lap.points.map(\.coordinate)) }

  private func draw(_ lap: Lap, width: Double, _ svg: inout SVGDocument) {
    let line = line(of: lap)
    let colour = lap.colour.map(DrawingColours.paint) ?? DrawingColours.lift
    svg.line(line, colour: "#ffffff", width: width + 2.4, opacity: 0.85)
    svg.line(line, colour: colour, width: width)
    drawArrows(along: line, size: lap.kind == .run ? 9 : 8, colour: colour, &svg)
  }

  /// Marks the direction every 90 pixels, once at least.
  private func drawArrows(
    along line: [SIMD2<Double>], size: Double, colour: String, _ svg: inout SVGDocument
  ) {
    let lengths = zip(line, line.dropFirst()).map { (($1 - $0) * ($1 - $0)).sum().squareRoot() }
    let total = lengths.reduce(0, +)
    guard total > 20 else { return }
    let spacing = total / max(1, min(40, (total / 90).rounded()))
    var next = spacing / 2
    for (index, length) in lengths.enumerated() {
      while next < length {
        let step = line[index + 1] - line[index]
        let tip = line[index] + step * min(1, (next + size / 2) / length)
        if frame.shows(tip) {
          svg.arrowHead(at: tip, along: step, size: size + 3, colour: "#ffffff")
          svg.arrowHead(at: tip, along: step, size: size, colour: colour)
        }
        next += spacing
      }
      next -= length
    }
  }

  private func drawEnds(_ lap: Lap, _ svg: inout SVGDocument) {
    for point in [lap.points.first, lap.points.last].compactMap(\.self) {
      svg.dot(
        frame.pixel(point.coordinate), radius: 3, fill: "#ffffff", stroke: DrawingColours.lift, width: 1.4)
    }
  }

  private func drawEndsOfDay(_ svg: inout SVGDocument) {
    for (point, words) in [(document.day.points.first, "start"), (document.day.points.last, "end")] {
      guard let point, point.coordinate.isValid else { continue }
      let pixel = frame.pixel(point.coordinate)
      guard frame.shows(pixel) else { continue }
      svg.dot(pixel, radius: 5, fill: DrawingColours.subject, stroke: "#ffffff", width: 1.5)
      svg.label(words, at: pixel + SIMD2(8, words == "start" ? -6 : 14), colour: DrawingColours.subject)
    }
  }
}

extension DrawnWay {
  /// Writes the names of what was ridden and skied, the longest first, where there is room.
  private func writeNames(_ svg: inout SVGDocument) {
    var seen: Set<String> = []
    var room = LabelRoom(size: frame.size)
    let order = document.day.laps.enumerated().sorted {
      ($0.element.kind == .lift ? 0 : 1, -$0.element.lengthMetres, $0.offset)
        < ($1.element.kind == .lift ? 0 : 1, -$1.element.lengthMetres, $1.offset)
    }
    for (_, lap) in order {
      guard let name = lap.label, !seen.contains(name) else { continue }
      let words = name.shortened(toScalars: 32)
      let line = line(of: lap)
      for share in [0.5, 0.35, 0.65, 0.2, 0.8] {
        guard let place = Self.place(on: line, share: share), let spot = room.take(words, near: place) else {
          continue
        }
        let colour = lap.colour.map(DrawingColours.paint) ?? DrawingColours.lift
        svg.label(words, at: spot.at, colour: colour, anchor: spot.anchor)
        seen.insert(name)
        break
      }
    }
  }

  private static func place(on line: [SIMD2<Double>], share: Double) -> SIMD2<Double>? {
    guard line.count > 1 else { return line.first }
    let lengths = zip(line, line.dropFirst()).map { (($1 - $0) * ($1 - $0)).sum().squareRoot() }
    var left = lengths.reduce(0, +) * share
    for (index, length) in lengths.enumerated() {
      if left <= length, length > 0 { return line[index] + (line[index + 1] - line[index]) * (left / length) }
      left -= length
    }
    return line.last
  }

  /// Draws the scale bar and says where north is.
  private func drawScale(_ svg: inout SVGDocument) {
    let metres =
      [50.0, 100, 200, 500, 1000, 2000, 5000, 10_000].last { $0 * frame.pixelsPerMetre < 180 } ?? 50
    let width = metres * frame.pixelsPerMetre
    let y = frame.size.y - 12
    svg.line([SIMD2(12, y), SIMD2(12 + width, y)], colour: "#000000", width: 2.4)
    let words = metres < 1000 ? "\(Int(metres)) m" : "\(Int(metres / 1000)) km"
    svg.label("\(words), north up", at: SIMD2(18 + width, y + 3))
  }
}
