/// The indices that freezing gave to the nodes and features of a builder.
package struct FrozenIndices: Sendable {
  /// By builder position: the position in the graph.
  let nodes: [UInt32]
  let features: [UInt32]

  /// Returns the node of the graph that a node of the builder became. Complexity: O(1).
  package subscript(_ node: BuilderNodeIndex) -> NodeIndex { NodeIndex(nodes[node.position]) }

  /// Returns the feature of the graph that a feature of the builder became. Complexity: O(1).
  package subscript(_ feature: BuilderFeatureIndex) -> FeatureIndex {
    FeatureIndex(features[feature.position])
  }
}
