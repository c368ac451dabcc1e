extension RoutingGraph {
  /// Returns the places of some kinds, features of one name clustered: within 500 m, lifts only with a shared station.
  ///
  /// They are in the order of their first features; unnamed features stay separate. A place is a lift's boarding end
  /// and a run's upper end.
  /// - Complexity: O(*k* log *k* + *p*) in the features of those kinds *k* and pairs *p* of one name that overlap in
  ///   latitude.
  package func places(ofKinds kinds: Set<FeatureKind>) -> [Place] {
    let codes = Set(kinds.map(\.code))
    let features = (0..<featureCount).filter { codes.contains(kindCode(of: $0)) }
    return PlaceClusters(graph: self).places(features.map { FeatureIndex($0) }, end: nil)
  }
}
