import SkiBase
import SkiGraph

/// The runs that count on a path: those of which half the length is skied without interruption.
struct ReferenceRuns {
  let graph: RoutingGraph
  /// The lengths of the runs that can count, in centimetres.
  let lengths: [FeatureIndex: Int]
  /// The run of each edge with the offsets of its ends in centimetres; nil for an edge that counts for no run.
  private let parts: [(run: FeatureIndex, start: Int, end: Int)?]

  init(_ graph: RoutingGraph, chosen: [FeatureIndex]?) {
    self.graph = graph
    var lengths: [FeatureIndex: Int] = [:]
    for feature in chosen ?? (0..<graph.featureCount).map({ FeatureIndex($0) }) {
      guard graph.feature(feature).kind == .run else { continue }
      let length = graph.links(of: feature).reduce(0) { total, link in
        let link = graph.link(LinkIndex(link))
        return total + Int(link.endOffsetCentimetres) - Int(link.startOffsetCentimetres)
      }
      if length >= (chosen == nil ? 15_000 : 1) { lengths[feature] = length }
    }
    self.lengths = lengths
    parts = (0..<graph.edgeCount).map { position in
      let edge = EdgeIndex(position)
      let link = graph.link(graph.link(of: edge))
      let (start, end) = (Int(link.startOffsetCentimetres), Int(link.endOffsetCentimetres))
      guard link.kind == .run, let feature = link.feature, lengths[feature] != nil, start != end else {
        return nil
      }
      guard graph.isReversed(edge) else { return (feature, start, end) }
      guard let top = graph.point(graph.tail(edge)).elevationCentimetres,
        let bottom = graph.point(graph.head(edge)).elevationCentimetres, top > bottom
      else { return nil }
      return (feature, end, start)
    }
  }

  func counted(_ edges: [EdgeIndex?]) -> Set<FeatureIndex> {
    var counted: Set<FeatureIndex> = []
    var (last, skied): ((run: FeatureIndex, start: Int, end: Int)?, Int) = (nil, 0)
    for edge in edges {
      guard let edge, let part = parts[edge.position], let length = lengths[part.run] else {
        last = nil
        continue
      }
      let goesOn =
        last.map {
          $0.run == part.run && $0.end == part.start && ($0.start < $0.end) == (part.start < part.end)
        } ?? false
      skied = (goesOn ? skied : 0) + abs(part.end - part.start)
      last = part
      if 2 * skied >= length { counted.insert(part.run) }
    }
    return counted
  }
}
