package import SkiBase
package import SkiGraph
package import SkiRouting

/// The names of meeting places.
struct MeetingNames {
  let graph: RoutingGraph
  /// The names of the requested places.
  let labels: [RouteEndpoint: String]

  /// Returns the requested name of a meeting place, or that of its feature.
  func name(_ place: MeetingPlace) -> String {
    labels[place.place] ?? place.feature.map { name(graph.feature($0), at: place.place) } ?? "a junction"
  }

  /// Returns the name of a hut or station; for a lift with its end.
  private func name(_ feature: GraphFeature, at place: RouteEndpoint) -> String {
    let what = graph.word(feature)
    guard feature.kind == .lift, case .node(let node) = place else {
      return feature.label.map { "\($0) (\(what))" } ?? "a \(what) without a name"
    }
    let end = node == feature.startNode ? "bottom" : "top"
    return feature.label.map { "\($0) (\(what), \(end))" } ?? "the \(end) of a \(what) without a name"
  }
}

extension RoutingGraph {
  /// Returns the position of an endpoint.
  package func point(of endpoint: RouteEndpoint) -> GraphPoint {
    switch endpoint {
    case .coordinate(let place): GraphPoint(position: FixedCoordinate(place), elevationCentimetres: nil)
    case .place(let place): place.point
    case .node(let node): point(node)
    }
  }
}
