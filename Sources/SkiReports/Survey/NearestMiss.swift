package import SkiGraph
package import SkiModel

/// What comes nearest to joining a lift to the rest of its area, and why it does not.
package struct NearestMiss: Sendable, Hashable {
  /// Why there is no connector, as far as the map can tell.
  @nonexhaustive
  package enum Reason: String, Sendable, Hashable {
    /// It is farther than a connector may be long.
    case tooFar
    /// It lies higher or lower than a connector may climb or drop.
    case tooHigh
    /// The way would be steeper than a connector may be.
    case tooSteep
    /// It is near enough: what lies between, its level or its direction stands in the way.
    case other
  }

  /// How far things are looked for, metres.
  package static let reachMetres = 1000.0
  /// The most a connector may be long, in metres, and climb, in metres of height: DESIGN, section 5.
  static let connectorLimitMetres = 150.0
  static let connectorClimbLimitMetres = 30.0
  static let connectorGradientLimit = 0.6

  /// The feature that is nearest.
  package var kind: FeatureKind
  package var id: SourceID
  package var name: String?
  /// The station of the lift it was measured from.
  package var from: GraphPoint
  /// The nearest place on the feature.
  package var to: GraphPoint
  /// Metres between, on the map.
  package var distanceMetres: Double
  package var reason: Reason

  /// Finds the nearest run or station among the nodes that count.
  ///
  /// - Parameters:
  ///   - stations: Where to look from.
  ///   - lift: The lift they belong to; it is no answer itself.
  ///   - graph: The graph.
  ///   - counts: Whether a node is one of those to be joined.
  /// - Returns: Nil when there is none within ``reachMetres``.
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
    // A station is the end of some ride: one that leaves or, for a place where lifts only end, one that comes in.
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
