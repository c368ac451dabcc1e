extension RoutingGraph {
  /// Returns how the features at a node meet. Complexity: O(1).
  package func junction(_ node: NodeIndex) -> Junction {
    Junction(
      cause: JunctionCause(code: storage.nodeJunction[node.position]) ?? .alone,
      confidencePercent: storage.nodeConfidence[node.position])
  }
}
