/// A mutable collection of nodes, links and features in any order, encoded into a ``RoutingGraph`` of one region.
///
/// Encoding sorts nodes and features by ski area and along a Hilbert curve, so that builder positions are not indices
/// of the graph. All links and features are checked then.
package struct RoutingGraphBuilder: Sendable {
  /// The nodes in builder order.
  package var nodes: [GraphPoint] = []
  /// The evidence that features meet at nodes, by builder position; nodes without an entry join none.
  package var junctions: [NodeIndex: Junction] = [:]
  /// The links in builder order; `tail`, `head` and `feature` are builder positions.
  package var links: [GraphLink] = []
  /// The features in builder order; `startNode`, `endNode`, `parent` and `area` are builder positions.
  package var features: [GraphFeature] = []
  /// The outlines of runs mapped as areas, by builder position; each outer ring before its holes.
  package var outlines: [FeatureIndex: [GraphRing]] = [:]
  /// The ski areas.
  package var areas: [GraphArea] = []

  /// Creates an empty builder.
  package init() {}

  /// Adds a node and returns its builder position.
  package mutating func addNode(_ point: GraphPoint) -> NodeIndex {
    nodes.append(point)
    return NodeIndex(nodes.count - 1)
  }
}
