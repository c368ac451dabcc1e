package import SkiBase

/// A mutable collection of nodes, links and features in any order, encoded into a ``RoutingGraph`` of one region.
///
/// Encoding sorts nodes and features by ski area and along a Hilbert curve, so that those of the builder have index types
/// of their own; ``FrozenIndices`` maps them to those of the graph. Links are sorted, too, and have no index here; areas
/// keep theirs. All links and features are checked then.
package struct RoutingGraphBuilder: Sendable {
  /// The nodes in builder order.
  package var nodes: [GraphPoint] = []
  /// The evidence that features meet at nodes, by builder position; nodes without an entry join none.
  package var junctions: [BuilderNodeIndex: Junction] = [:]
  /// The links in builder order.
  package var links: [BuilderLink] = []
  /// The features in builder order.
  package var features: [BuilderFeature] = []
  /// The outlines of runs mapped as areas, by builder position; each outer ring before its holes.
  package var outlines: [BuilderFeatureIndex: [GraphRing]] = [:]
  /// The ski areas.
  package var areas: [GraphArea] = []
  /// The elevations of the ground; nil for none.
  package var heightGrid: HeightGrid?

  /// Creates an empty builder.
  package init() {}

  /// Adds a node and returns its builder position.
  package mutating func addNode(_ point: GraphPoint) -> BuilderNodeIndex {
    nodes.append(point)
    return BuilderNodeIndex(nodes.count - 1)
  }

  /// Adds a feature and returns its builder position.
  /// - Parameters:
  ///   - start: The node at its start; nil when it is not part of the network.
  ///   - end: The node at its end; nil when it is not part of the network.
  ///   - parent: The lift a station belongs to.
  @discardableResult
  package mutating func addFeature(
    _ facts: GraphFeature, from start: BuilderNodeIndex? = nil, to end: BuilderNodeIndex? = nil,
    parent: BuilderFeatureIndex? = nil
  ) -> BuilderFeatureIndex {
    features.append(BuilderFeature(facts: facts, startNode: start, endNode: end, parent: parent))
    return BuilderFeatureIndex(features.count - 1)
  }
}
