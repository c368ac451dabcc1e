import SkiGeo
public import SkiGraph
public import SkiModel

/// A place of the network near a coordinate.
///
/// A value.
public struct NetworkPoint: Hashable, Sendable {
  /// Where it is.
  public var point: GraphPoint
  /// Metres on the map from the coordinate.
  public var distanceMetres: Double
  /// The run, lift or street it lies on; nil on a connector.
  public var id: SourceID?
  /// Its name, else its number.
  public var label: String?
  /// What one moves on there.
  public var kind: LinkKind
}

extension Router {
  /// Returns the nearest place of the network that a skier may start from.
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
