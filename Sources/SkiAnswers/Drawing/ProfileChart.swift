import SkiBase
import SkiGraph

/// Draws the elevation profile of a run: that of the map, and the elevations of the source's vertices.
struct ProfileChart {
  private struct Sample {
    var metres: Double
    var height: Double
  }

  /// The profile of the map along the source's line, a piece for each link.
  private let smoothed: [[Sample]]
  private let nodes: [Sample]
  /// The elevations of the source's vertices, a list for each of its lines; empty where it has none.
  private let raw: [[Sample]]
  /// The slope ratio of the steepest section of all links.
  let steepest: Double?

  init(_ panel: DrawingPanel) {
    let links = panel.links.map(\.link).filter { $0.cause == .source }
    smoothed = links.map { link in
      let sign = link.endOffsetCentimetres < link.startOffsetCentimetres ? -1.0 : 1.0
      return zip(link.points, link.distancesCentimetres).compactMap { point, distance in
        point.elevationMetres.map {
          Sample(metres: (Double(link.startOffsetCentimetres) + sign * Double(distance)) / 100, height: $0)
        }
      }
    }
    nodes = smoothed.flatMap { [$0.first, $0.last].compactMap { $0 } }
    steepest = links.compactMap { SteepestSection.gradient($0.points, $0.distancesCentimetres) }.max()
    var offset = 0.0
    raw =
      panel.shapes.first { $0.kind == .run && !$0.lines.isEmpty }.map { shape in
        shape.lines.map { line in
          var spots: [Sample] = []
          for index in line.coordinates.indices {
            if index > 0 { offset += line.coordinates[index - 1].distanceMetres(to: line.coordinates[index]) }
            if let height = line.elevationMetres(at: index) {
              spots.append(Sample(metres: offset, height: height))
            }
          }
          return spots
        }
      } ?? []
  }

  /// The greatest difference of the profile from the source's elevations, in metres; nil where there are none.
  var largestDifferenceMetres: Double? {
    raw.flatMap { $0 }.compactMap { spot in height(at: spot.metres).map { abs($0 - spot.height) } }.max()
  }

  private func height(at metres: Double) -> Double? {
    for piece in smoothed {
      for (a, b) in zip(piece, piece.dropFirst())
      where min(a.metres, b.metres) <= metres && metres <= max(a.metres, b.metres) {
        let length = b.metres - a.metres
        return length == 0 ? a.height : a.height + (b.height - a.height) * (metres - a.metres) / length
      }
    }
    return nil
  }

  /// Draws the chart. Complexity: O(points).
  func draw() -> MarkupText {
    var svg = SVGDocument()
    let all = smoothed.flatMap { $0 } + raw.flatMap { $0 }
    guard let low = all.map(\.height).min(), let high = all.map(\.height).max(),
      let length = all.map(\.metres).max()
    else { return "" }
    let plot = ChartPlot(length: length, heights: low...high)
    plot.drawGrid(
      heights: ChartPlot.ticks(low, plot.high, atMost: 8),
      along: ChartPlot.ticks(0, length, atMost: 8).map { ($0, "\(Int($0)) m") }, &svg)
    func pixel(_ spot: Sample) -> SIMD2<Double> { plot.pixel(SIMD2(spot.metres, spot.height)) }
    for line in raw {
      svg.line(line.map(pixel), colour: "#e36f00", width: 1)
      for spot in line { svg.dot(pixel(spot), radius: 2, fill: "#e36f00") }
    }
    for piece in smoothed { svg.line(piece.map(pixel), colour: "#1f6fd6", width: 1.6) }
    for node in nodes { svg.dot(pixel(node), radius: 2.4, fill: "#ffffff", stroke: "#1f6fd6") }
    svg.words(
      "blue: the map's profile with its nodes; orange: the source's vertices", at: SIMD2(plot.corner.x, 12),
      size: 9)
    return svg.text
  }
}

/// The steepest section of a line.
enum SteepestSection {
  /// The least length of a section in metres; shorter ones are dominated by noise.
  static let leastMetres = 25.0

  /// Returns the absolute slope ratio of the steepest section; nil where elevations are unknown.
  /// - Complexity: O(*p*) in its points.
  static func gradient(_ points: [GraphPoint], _ distancesCentimetres: [UInt32]) -> Double? {
    let metres = distancesCentimetres.map { Double($0) / 100 }
    let heights = points.compactMap(\.elevationMetres)
    guard heights.count == points.count, points.count == metres.count, let total = metres.last, total > 0
    else {
      return nil
    }
    guard total > leastMetres else { return abs(heights[heights.count - 1] - heights[0]) / total }
    var steepest = 0.0
    var start = 0
    for end in points.indices {
      while start + 1 < end, metres[end] - metres[start + 1] >= leastMetres { start += 1 }
      let length = metres[end] - metres[start]
      if length >= leastMetres { steepest = max(steepest, abs(heights[end] - heights[start]) / length) }
    }
    return steepest
  }
}
