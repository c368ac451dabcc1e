extension RoutingGraph {
  /// Returns the places features of some kinds make: those of one kind and name within 500 m are one place, lifts only with a station in common.
  ///
  /// In the order of their first features; features without a name stand alone. A lift means its boarding end, a run its upper
  /// end, as by name.
  /// - Complexity: O(*k* log *k* + *p*) in the features of those kinds *k* and pairs *p* of one name on one parallel.
  package func places(ofKinds kinds: Set<FeatureKind>) -> [Place] {
    let codes = Set(kinds.map(\.code))
    let features = (0..<featureCount).filter { codes.contains(kindCode(of: $0)) }
    return PlaceClusters(graph: self).places(features.map { FeatureIndex($0) }, end: nil)
  }
}
