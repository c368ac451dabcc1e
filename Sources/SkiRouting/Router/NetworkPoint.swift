public import SkiBase
public import SkiGraph

/// The position on the network nearest to a coordinate.
public struct NetworkPoint: Hashable, Sendable {
  /// The point on the network, with its elevation where one is known.
  public var point: GraphPoint
  /// The horizontal distance from the coordinate, in metres.
  public var distanceMetres: Double
  /// The source id of the run or street; nil at a station.
  public var id: SourceID?
  /// The numbers and name of that feature, see ``Signposted/label``; nil without both, and at a station.
  public var label: String?
  /// The kind of link; a lift at a station.
  public var kind: LinkKind
}

extension Router {
  /// Returns the position on the network nearest to a coordinate; see ``MapRouter/nearest(to:profile:withinMetres:)``.
  func nearest(
    to place: Coordinate, profile: SkierProfile, withinMetres limit: Double
  ) throws(SkiError) -> Answer<NetworkPoint> {
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
