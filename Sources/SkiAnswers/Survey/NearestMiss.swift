package import SkiBase
package import SkiGraph

/// The nearest feature that a lift is not connected to, with the probable reason.
package struct NearestMiss: Sendable, Hashable {
  /// The reason there is no connector, as far as it can be inferred from the map.
  @nonexhaustive
  package enum Reason: String, Sendable, Hashable {
    /// The distance is greater than the limit of connectors.
    case tooFar
    /// The elevation difference is greater than the limit of connectors.
    case tooHigh
    /// The slope is greater than the limit of connectors.
    case tooSteep
    /// An obstacle, the level or the direction prevents a connector within the limits.
    case other
  }

  /// The search radius, in metres.
  package static let reachMetres = 1000.0
  /// The greatest length of a connector, in metres; see DESIGN, section 5.
  static let connectorLimitMetres = 150.0
  /// The greatest elevation difference of a connector, in metres.
  static let connectorClimbLimitMetres = 30.0
  /// The greatest slope ratio of a connector.
  static let connectorGradientLimit = 0.6

  /// The kind of the nearest feature.
  package var kind: FeatureKind
  package var id: SourceID
  package var name: String?
  /// The station of the lift nearest to it.
  package var from: GraphPoint
  /// The nearest position on the feature.
  package var to: GraphPoint
  /// The distance between both in metres, on the map.
  package var distanceMetres: Double
  package var reason: Reason

  /// Returns the nearest run or station among the nodes that count.
  ///
  /// - Parameters:
  ///   - stations: The nodes to search from.
  ///   - lift: The lift of the nodes, which is excluded.
  ///   - graph: The graph.
  ///   - counts: A predicate for the nodes to connect to.
  /// - Returns: The nearest feature; nil when there is none within ``reachMetres``.
  static func find(
    from stations: [NodeIndex], of lift: FeatureIndex, in graph: RoutingGraph,
    where counts: (NodeIndex) -> Bool
  ) -> NearestMiss? {
    var best: NearestMiss?
    for station in stations {
      let point = graph.point(station)
      let snaps = graph.snaps(near: point.coordinate, withinMetres: reachMetres, limit: .max) { link in
        counts(NodeIndex(graph.storage.linkTail[link.position]))
          && graph.storage.linkFeature[link.position] != lift.rawValue
      }
      let snap = snaps.first { $0.node.map { counts($0) && !stations.contains($0) } ?? true }
      guard let snap, snap.distanceMetres < best?.distanceMetres ?? .infinity,
        let feature = feature(at: snap, but: lift, in: graph)
      else { continue }
      best = NearestMiss(
        kind: feature.kind, id: feature.id, name: feature.name, from: point, to: snap.point,
        distanceMetres: snap.distanceMetres, reason: reason(point, snap))
    }
    return best
  }

  private static func feature(
    at snap: NetworkSnap, but lift: FeatureIndex, in graph: RoutingGraph
  ) -> GraphFeature? {
    if let link = snap.link { return graph.link(link).feature.map(graph.feature) }
    guard let node = snap.node else { return nil }
    // A station is the start of a lift link or, where lifts only end, the end of one.
    for position in 0..<graph.linkCount
    where graph.storage.linkKind[position] == LinkKind.lift.code
      && [graph.storage.linkTail[position], graph.storage.linkHead[position]].contains(node.rawValue)
      && graph.storage.linkFeature[position] != lift.rawValue
    {
      return graph.feature(FeatureIndex(graph.storage.linkFeature[position]))
    }
    return nil
  }

  private static func reason(_ point: GraphPoint, _ snap: NetworkSnap) -> Reason {
    guard snap.distanceMetres <= connectorLimitMetres else { return .tooFar }
    guard let low = point.elevationMetres, let high = snap.point.elevationMetres else { return .other }
    let climb = abs(high - low)
    if climb > connectorClimbLimitMetres { return .tooHigh }
    return climb > connectorGradientLimit * max(25, snap.distanceMetres) ? .tooSteep : .other
  }
}
