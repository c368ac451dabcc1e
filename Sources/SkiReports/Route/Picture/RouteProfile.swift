import SkiFormats
import SkiGeo
import SkiGraph
import SkiModel
import SkiRouting

/// Draws the heights of a route along its way, in the colours of its steps.
struct RouteProfile {
  let route: Route
  let top: Double
  let height: Double

  private let left = RoutePicture.margin + 48
  private let right = 1200 - RoutePicture.margin
  private let foot = 24.0

  /// A step's heights by how far along the whole way they are.
  private struct Piece {
    let step: RouteStep
    let spots: [SIMD2<Double>]
  }

  /// Draws the curve; words instead where no height is known. Complexity: O(points).
  func draw(_ svg: inout SVGDocument) {
    let pieces = pieces()
    let heights = pieces.flatMap { $0.spots.map(\.y) }
    guard let low = heights.min(), let high = heights.max(),
      let length = pieces.compactMap(\.spots.last?.x).max(),
      length > 0
    else {
      if !route.steps.isEmpty {
        svg.words("no heights are known", at: SIMD2(left, top + height / 2), colour: "#666666")
      }
      return
    }
    let spare = max(10, (high - low) * 0.08)
    let scale = Scale(length: length, low: low - spare, high: max(high, low + 30) + 3 * spare)
    drawGrid(scale, &svg)
    for piece in pieces {
      svg.line(
        piece.spots.map { pixel($0, scale) }, colour: piece.step.paint,
        width: piece.step.kind == .run ? 2.6 : 1.8)
    }
    writeNames(pieces, scale, &svg)
  }

  private struct Scale {
    let length: Double
    let low: Double
    let high: Double
  }

  private func pixel(_ spot: SIMD2<Double>, _ scale: Scale) -> SIMD2<Double> {
    SIMD2(
      left + spot.x / scale.length * (right - left),
      top + (scale.high - spot.y) / (scale.high - scale.low) * (height - foot))
  }

  private func pieces() -> [Piece] {
    ElevationProfile(route).stretches.map { stretch in
      Piece(
        step: route.steps[stretch.step],
        spots: stretch.spots.compactMap { spot in spot.elevationMetres.map { SIMD2(spot.metres, $0) } })
    }
  }

  private func drawGrid(_ scale: Scale, _ svg: inout SVGDocument) {
    for metres in Self.ticks(from: scale.low, to: scale.high, atMost: 7) {
      let y = pixel(SIMD2(0, metres), scale).y
      svg.line([SIMD2(left, y), SIMD2(right, y)], colour: "#e2e2e2", width: 0.8)
      svg.words(
        "\(decimalText(metres, places: 0) ?? "?") m", at: SIMD2(left - 6, y + 3), size: 9, anchor: "end")
    }
    for metres in Self.ticks(from: 0, to: scale.length, atMost: 14) {
      let x = pixel(SIMD2(metres, scale.low), scale).x
      svg.line([SIMD2(x, top), SIMD2(x, top + height - foot)], colour: "#e2e2e2", width: 0.8)
      let words =
        scale.length < 3000 ? StepWords.metres(metres) : "\(decimalText(metres / 1000, places: 1) ?? "?") km"
      svg.words(words, at: SIMD2(x, top + height - foot + 13), size: 9, anchor: "middle")
    }
  }

  private static func ticks(from low: Double, to high: Double, atMost count: Int) -> [Double] {
    let steps = [10.0, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000]
    let step = steps.first { (high - low) / $0 <= Double(count) } ?? 100_000
    return Array(stride(from: (low / step).rounded(.up) * step, through: high, by: step).prefix(count + 1))
  }

  /// Writes the names of lifts and runs above the curve, the longest first, where there is room.
  private func writeNames(_ pieces: [Piece], _ scale: Scale, _ svg: inout SVGDocument) {
    var room = LabelRoom(size: SIMD2(1200, top + height))
    for piece in pieces { room.avoid(piece.spots.map { pixel($0, scale) }) }
    for piece in pieces.sorted(by: { $0.step.lengthMetres > $1.step.lengthMetres }) {
      guard let label = piece.step.label, piece.spots.count > 1 else { continue }
      let middle = piece.spots[piece.spots.count / 2]
      let words = label.shortened(toScalars: 24)
      if let spot = room.take(words, near: pixel(middle, scale)) {
        svg.label(words, at: spot.at, colour: piece.step.paint, anchor: spot.anchor)
      }
    }
  }
}
