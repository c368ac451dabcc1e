/// A feature that a builder collects: its facts, and the nodes and the lift of that builder it belongs to.
package struct BuilderFeature: Hashable, Sendable {
  /// All facts; their own nodes and lift are those of a frozen graph, and nil here.
  package var facts: GraphFeature
  /// The node at the start; nil when the feature is not part of the network.
  package var startNode: BuilderNodeIndex?
  /// The node at the end; nil when the feature is not part of the network.
  package var endNode: BuilderNodeIndex?
  /// The lift a station belongs to.
  package var parent: BuilderFeatureIndex?
}
