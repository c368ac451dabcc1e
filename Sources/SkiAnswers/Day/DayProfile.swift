import SkiBase
import SkiGraph
import SkiTracks

/// Draws the elevation profile of a day over time, in the colours of its laps.
struct DayProfile {
  let document: DayDocument
  let top: Double
  let height: Double

  /// A part of the curve in one colour.
  private struct Piece {
    var lap: Int?
    var points: [SIMD2<Double>]
  }

  /// Draws the curve, or a note where there are no elevations. Complexity: O(*n*) in fixes.
  func draw(_ svg: inout SVGDocument) {
    let points = document.day.points.filter {
      $0.time.secondsSince1970.isFinite && ($0.elevationMetres?.isFinite ?? false)
    }
    guard let first = points.first, let last = points.last, last.time > first.time,
      let low = points.compactMap(\.elevationMetres).min(),
      let high = points.compactMap(\.elevationMetres).max()
    else {
      ChartPlot.drawNothing(top: top, height: height, &svg)
      return
    }
    let range = first.time.secondsSince1970...last.time.secondsSince1970
    let plot = ChartPlot(top: top, height: height, along: range, heights: low...high)
    plot.drawGrid(
      heights: ChartPlot.ticks(plot.low, plot.high, least: 10, atMost: 7),
      along: hours(in: range), &svg)
    let pieces = pieces(points, plot)
    for piece in pieces {
      let lap = piece.lap.map { document.day.laps[$0] }
      let colour = lap?.drawingColour ?? DrawingColours.unmatched
      svg.line(piece.points, colour: colour, width: lap == nil ? 1.4 : 2.4)
    }
    writeNames(plot, clearOf: pieces.map(\.points), &svg)
  }

  /// Returns the tick marks of round local times with their labels.
  private func hours(in range: ClosedRange<Double>) -> [(Double, String)] {
    let steps = [60.0, 300, 600, 900, 1800, 3600, 7200, 14_400, 86_400]
    let (low, high) = (range.lowerBound, range.upperBound)
    return ChartPlot.ticks(
      low, high, steps: steps + [high - low], atMost: 14, shift: Double(document.offset.seconds)
    ).map { ($0, document.clock(UniversalTime(secondsSince1970: $0))) }
  }

  /// Returns the curve, divided where the lap changes and at gaps, with at most one point per pixel.
  private func pieces(_ points: [DayPoint], _ plot: ChartPlot) -> [Piece] {
    var pieces: [Piece] = []
    var last: DayPoint?
    for point in points {
      let pixel = plot.pixel(SIMD2(point.time.secondsSince1970, point.elevationMetres ?? 0))
      if let last, last.lap == point.lap, point.time.secondsSince1970 - last.time.secondsSince1970 <= 120 {
        if let end = pieces.last?.points.last, abs(pixel.x - end.x) < 0.8, abs(pixel.y - end.y) < 1.5 {
          continue
        }
        pieces[pieces.count - 1].points.append(pixel)
      } else {
        let isJoined = last.map { point.time.secondsSince1970 - $0.time.secondsSince1970 <= 120 } ?? false
        let start = isJoined ? pieces.last?.points.last : nil
        pieces.append(Piece(lap: point.lap, points: [start, pixel].compactMap(\.self)))
      }
      last = point
    }
    return pieces
  }

  /// Writes the names of lifts above their ascents, where labels fit.
  private func writeNames(_ plot: ChartPlot, clearOf lines: [[SIMD2<Double>]], _ svg: inout SVGDocument) {
    var room = LabelPlacement(size: SIMD2(PictureLayout.width, top + height))
    for line in lines { room.avoid(line) }
    for lap in document.day.laps where lap.kind == .lift {
      guard let name = lap.label,
        let metres = [lap.startElevationMetres, lap.endElevationMetres].compactMap(\.self).max()
      else { continue }
      let time = (lap.start.secondsSince1970 + lap.end.secondsSince1970) / 2
      room.write(
        name.shortened(toScalars: 24), near: plot.pixel(SIMD2(time, metres)) + SIMD2(-30, -2),
        colour: DrawingColours.lift, &svg)
    }
  }
}
