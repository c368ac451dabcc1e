import SkiGeo
package import SkiGraph
import SkiModel
package import SkiRouting

/// What places to meet are called.
struct MeetingNames {
  let graph: RoutingGraph
  /// What the places that were asked for are called.
  let labels: [RouteEndpoint: String]

  /// Returns a place to meet as it was asked for, or by its name.
  func name(_ place: MeetingPlace) -> String {
    labels[place.place] ?? place.feature.map { name(graph.feature($0), at: place.place) } ?? "a junction"
  }

  /// A hut or station by its name; the end of a lift says which.
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
  /// Returns where a place asked about is.
  package func point(of endpoint: RouteEndpoint) -> GraphPoint {
    switch endpoint {
    case .coordinate(let place): GraphPoint(position: FixedCoordinate(place), elevationCentimetres: nil)
    case .place(let place): place.point
    case .node(let node): point(node)
    }
  }
}
