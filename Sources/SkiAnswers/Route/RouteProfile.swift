import SkiBase
import SkiGraph
import SkiRouting

/// Draws the elevation profile of a route, in the colours of its steps.
struct RouteProfile {
  let route: Route
  let top: Double
  let height: Double

  /// The profile of a step: distance along the route and elevation, in metres.
  private struct Piece {
    let step: RouteStep
    let spots: [SIMD2<Double>]
  }

  /// Draws the curve, or a note where no elevation is known. Complexity: O(points).
  func draw(_ svg: inout SVGDocument) {
    let pieces = pieces()
    let heights = pieces.flatMap { $0.spots.map(\.y) }
    guard let low = heights.min(), let high = heights.max(),
      let length = pieces.compactMap(\.spots.last?.x).max(),
      length > 0
    else {
      if !route.steps.isEmpty { ChartPlot.drawNothing(top: top, height: height, &svg) }
      return
    }
    let plot = ChartPlot(top: top, height: height, along: 0...length, heights: low...high)
    plot.drawGrid(
      heights: ChartPlot.ticks(plot.low, plot.high, least: 10, atMost: 7),
      along: ChartPlot.ticks(0, length, least: 10, atMost: 14).map { metres in
        (
          metres,
          length < 3000 ? StepText.metres(metres) : "\(decimalText(metres / 1000, places: 1) ?? "?") km"
        )
      }, &svg)
    for piece in pieces {
      svg.line(
        piece.spots.map(plot.pixel), colour: piece.step.drawingColour,
        width: piece.step.kind == .run ? 2.6 : 1.8)
    }
    writeNames(pieces, plot, &svg)
  }

  private func pieces() -> [Piece] {
    RouteElevationProfile(route).stretches.map { stretch in
      Piece(
        step: route.steps[stretch.step],
        spots: stretch.samples.compactMap { spot in spot.elevationMetres.map { SIMD2(spot.metres, $0) } })
    }
  }

  /// Writes the names of lifts and runs above the curve, the longest first, where labels fit.
  private func writeNames(_ pieces: [Piece], _ plot: ChartPlot, _ svg: inout SVGDocument) {
    var room = LabelPlacement(size: SIMD2(PictureLayout.width, top + height))
    for piece in pieces { room.avoid(piece.spots.map(plot.pixel)) }
    for piece in pieces.sorted(by: { $0.step.lengthMetres > $1.step.lengthMetres }) {
      guard let label = piece.step.label, piece.spots.count > 1 else { continue }
      let middle = piece.spots[piece.spots.count / 2]
      room.write(
        label.shortened(toScalars: 24), near: plot.pixel(middle), colour: piece.step.drawingColour, &svg)
    }
  }
}
