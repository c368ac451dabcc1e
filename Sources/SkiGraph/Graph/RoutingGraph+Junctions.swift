extension RoutingGraph {
  /// Returns the evidence that features meet at a node.
  package func junction(_ node: NodeIndex) -> Junction {
    Junction(
      cause: JunctionCause(code: storage.nodeJunction[node.position]) ?? .alone,
      confidencePercent: storage.nodeConfidence[node.position])
  }
}
