/// Collects nodes, links and features in any order and freezes them into a ``RoutingGraph``, one region of a
/// map.
///
/// A mutable value; freezing sorts nodes and features by ski area and along a Hilbert curve, so that indices given
/// to the builder are not those of the frozen graph. Every link and feature is checked when it is frozen.
package struct RoutingGraphBuilder: Sendable {
  /// The nodes in builder order.
  package var nodes: [GraphPoint] = []
  /// How features meet at nodes, by builder position; a node that is not here joins none.
  package var junctions: [NodeIndex: Junction] = [:]
  /// The links in builder order; `tail`, `head` and `feature` are builder positions.
  package var links: [GraphLink] = []
  /// The features in builder order; `startNode`, `endNode`, `parent` and `area` are builder positions.
  package var features: [GraphFeature] = []
  /// The outlines of runs that are mapped as areas, by builder position; each outer ring before its holes.
  package var outlines: [FeatureIndex: [GraphRing]] = [:]
  /// The measured areas.
  package var areas: [GraphArea] = []

  /// Makes an empty builder.
  package init() {}

  /// Adds a node and returns its builder position.
  package mutating func addNode(_ point: GraphPoint) -> NodeIndex {
    nodes.append(point)
    return NodeIndex(nodes.count - 1)
  }
}
