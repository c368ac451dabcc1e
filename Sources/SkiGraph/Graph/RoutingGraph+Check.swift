extension RoutingGraph {
  /// Checks the whole graph again.
  /// - Throws: ``SkiError`` with code `.malformedData` naming what is wrong.
  /// - Complexity: O(size of the graph).
  package func checkInvariants() throws { try GraphValidation(storage).check() }
}
