/// A feature of a builder, with its nodes and its lift in that builder.
package struct BuilderFeature: Hashable, Sendable {
  /// The attributes; their nodes and lift are nil, as they belong to a graph.
  package var facts: GraphFeature
  /// The node at the start; nil when the feature is not part of the network.
  package var startNode: BuilderNodeIndex?
  /// The node at the end; nil when the feature is not part of the network.
  package var endNode: BuilderNodeIndex?
  /// The lift a station belongs to.
  package var parent: BuilderFeatureIndex?
}
