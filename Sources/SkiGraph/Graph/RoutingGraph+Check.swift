package import SkiBase

extension RoutingGraph {
  /// Checks the whole graph against the rules of the format.
  /// - Throws: ``SkiError`` with code `.malformedData` that names the rule broken.
  package func checkInvariants() throws(SkiError) { try GraphValidation(storage).check() }
}
