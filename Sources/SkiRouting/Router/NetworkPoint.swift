import SkiGeo
public import SkiGraph
public import SkiModel

/// The nearest place on the network to a coordinate.
public struct NetworkPoint: Hashable, Sendable {
  /// The position on the network.
  public var point: GraphPoint
  /// The horizontal distance from the coordinate, in metres.
  public var distanceMetres: Double
  /// The source id of the run, lift or street; nil on a connector.
  public var id: SourceID?
  /// The name of that feature, or else its number.
  public var label: String?
  /// The kind of link.
  public var kind: LinkKind
}

extension Router {
  /// Returns the nearest place on the network that a skier may start from.
  func nearest(
    to place: Coordinate, profile: SkierProfile, withinMetres limit: Double
  ) throws -> Answer<NetworkPoint> {
    let end = RouteEndpoint.coordinate(place)
    let request = RouteRequest(from: end, to: end, profile: profile, snapLimitMetres: limit)
    let resolver = EndResolver(graph: graph, request: request)
    return try resolver.resolve(.start).flatMap { _ in
      guard let snap = resolver.snaps(place, withinMetres: limit, count: 1).first else {
        return .noAnswer(NoAnswer(.notNearAnything))
      }
      return .answer(point(snap))
    }
  }

  private func point(_ snap: NetworkSnap) -> NetworkPoint {
    let feature = snap.link.flatMap { graph.link($0).feature }.map(graph.feature)
    return NetworkPoint(
      point: snap.point, distanceMetres: snap.distanceMetres, id: feature?.id, label: feature?.label,
      kind: snap.link.map { graph.link($0).kind } ?? .lift)
  }
}
