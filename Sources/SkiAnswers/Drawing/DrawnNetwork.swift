package import SkiBase
package import SkiGraph

/// The network around a path, drawn in thin lines: runs in their colours, lifts, streets.
package struct DrawnNetwork: Sendable {
  private struct Line: Sendable {
    var points: [SIMD2<Double>]
    var colour: String
    var kind: LinkKind
  }

  private var lines: [Line] = []

  package init() {}

  /// Selects the links of graphs within a frame. Complexity: O(links in the frame + features).
  package init(_ graphs: [RoutingGraph], in frame: MapFrame) {
    for graph in graphs {
      for index in graph.links(intersecting: frame.bounds) {
        let link = graph.link(index)
        guard link.cause == .source, link.kind == .run || link.kind == .walk else { continue }
        let feature = link.feature.map(graph.feature)
        let colour =
          link.kind == .walk
          ? DrawingColours.street
          : DrawingColours.run(
            feature?.difficulty, feature?.convention ?? .europe, uses: feature?.uses ?? .downhill)
        add(
          Line(points: frame.pixels(link.points.map(\.coordinate)), colour: colour, kind: link.kind),
          in: frame)
      }
      addLifts(of: graph, in: frame)
    }
  }

  private mutating func addLifts(of graph: RoutingGraph, in frame: MapFrame) {
    for position in 0..<graph.featureCount where graph.kindCode(of: position) == FeatureKind.lift.code {
      for line in graph.lines(of: FeatureIndex(position)) where line.count > 1 {
        add(Line(points: frame.pixels(line), colour: DrawingColours.lift, kind: .lift), in: frame)
      }
    }
  }

  private mutating func add(_ line: Line, in frame: MapFrame) {
    if frame.mayShow(line.points) { lines.append(line) }
  }

  /// Draws streets below runs below lifts. Complexity: O(points).
  package func draw(_ svg: inout SVGDocument) {
    for line in lines where line.kind == .walk {
      svg.line(line.points, colour: line.colour, width: 0.7, opacity: 0.7)
    }
    for line in lines where line.kind == .run {
      svg.line(line.points, colour: line.colour, width: 1.5, opacity: 0.38)
    }
    for line in lines where line.kind == .lift {
      svg.line(line.points, colour: line.colour, width: 1, dash: "6 3", opacity: 0.45)
    }
  }
}
