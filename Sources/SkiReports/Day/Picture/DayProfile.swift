import SkiFormats
import SkiGeo
import SkiModel
import SkiTracks

/// Draws the heights of a day over time, in the colours of its laps.
struct DayProfile {
  let document: DayDocument
  let top: Double
  let height: Double

  private let left = DayPicture.margin + 48
  private let right = DayPicture.width - DayPicture.margin
  private let foot = 24.0

  /// A stretch of the curve in one colour.
  private struct Piece {
    var lap: Int?
    var points: [SIMD2<Double>]
  }

  private struct Scale {
    var start: Double
    var seconds: Double
    var low: Double
    var high: Double
  }

  /// Draws the curve; words instead where there are no heights. Complexity: O(*n*) in fixes.
  func draw(_ svg: inout SVGDocument) {
    let points = document.day.points.filter {
      $0.time.secondsSince1970.isFinite && ($0.elevationMetres?.isFinite ?? false)
    }
    guard let first = points.first, let last = points.last, last.time > first.time,
      let low = points.compactMap(\.elevationMetres).min(),
      let high = points.compactMap(\.elevationMetres).max()
    else {
      svg.words("no heights are known", at: SIMD2(left, top + height / 2), colour: "#666666")
      return
    }
    let spare = max(10, (high - low) * 0.08)
    let scale = Scale(
      start: first.time.secondsSince1970, seconds: last.time.secondsSince1970 - first.time.secondsSince1970,
      low: low - spare, high: max(high, low + 30) + 3 * spare)
    drawGrid(scale, &svg)
    let pieces = pieces(points, scale)
    for piece in pieces {
      let lap = piece.lap.map { document.day.laps[$0] }
      let colour = lap?.paint ?? DrawingColours.unmatched
      svg.line(piece.points, colour: colour, width: lap == nil ? 1.4 : 2.4)
    }
    writeNames(scale, clearOf: pieces.map(\.points), &svg)
  }

  private func pixel(_ time: Double, _ metres: Double, _ scale: Scale) -> SIMD2<Double> {
    let x = left + (time - scale.start) / scale.seconds * (right - left)
    let share = (scale.high - metres) / (scale.high - scale.low)
    return SIMD2(x, top + share * (height - foot))
  }

  /// The curve, cut where the lap changes and where nothing was recorded; one point a pixel at most.
  private func pieces(_ points: [DayPoint], _ scale: Scale) -> [Piece] {
    var pieces: [Piece] = []
    var last: DayPoint?
    for point in points {
      let pixel = pixel(point.time.secondsSince1970, point.elevationMetres ?? 0, scale)
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

  private func drawGrid(_ scale: Scale, _ svg: inout SVGDocument) {
    let step = [10.0, 20, 50, 100, 200, 500, 1000].first { (scale.high - scale.low) / $0 <= 7 } ?? 2000
    for metres in stride(from: (scale.low / step).rounded(.up) * step, through: scale.high, by: step).prefix(
      12)
    {
      let y = pixel(scale.start, metres, scale).y
      svg.line([SIMD2(left, y), SIMD2(right, y)], colour: "#e2e2e2", width: 0.8)
      svg.words(
        "\(decimalText(metres, places: 0) ?? "?") m", at: SIMD2(left - 6, y + 3), size: 9, anchor: "end")
    }
    let steps = [60.0, 300, 600, 900, 1800, 3600, 7200, 14_400, 86_400]
    let pause = steps.first { scale.seconds / $0 <= 14 } ?? scale.seconds
    let shift = Double(document.offset.seconds)
    let begin = ((scale.start + shift) / pause).rounded(.up) * pause - shift
    for time in stride(from: begin, through: scale.start + scale.seconds, by: pause).prefix(15) {
      let x = pixel(time, scale.low, scale).x
      svg.line([SIMD2(x, top), SIMD2(x, top + height - foot)], colour: "#e2e2e2", width: 0.8)
      svg.words(
        document.clock(UniversalTime(secondsSince1970: time)), at: SIMD2(x, top + height - foot + 13),
        size: 9,
        anchor: "middle")
    }
  }

  /// Writes the names of lifts above their climbs, where there is room.
  private func writeNames(_ scale: Scale, clearOf lines: [[SIMD2<Double>]], _ svg: inout SVGDocument) {
    var room = LabelRoom(size: SIMD2(DayPicture.width, top + height))
    for line in lines { room.avoid(line) }
    for lap in document.day.laps where lap.kind == .lift {
      guard let name = lap.label,
        let metres = [lap.startElevationMetres, lap.endElevationMetres].compactMap(\.self).max()
      else { continue }
      let time = (lap.start.secondsSince1970 + lap.end.secondsSince1970) / 2
      let words = name.shortened(toScalars: 24)
      if let spot = room.take(words, near: pixel(time, metres, scale) + SIMD2(-30, -2)) {
        svg.label(words, at: spot.at, colour: DrawingColours.lift, anchor: spot.anchor)
      }
    }
  }
}
