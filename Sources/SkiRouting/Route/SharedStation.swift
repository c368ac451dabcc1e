import SkiBase
import SkiGraph

/// The search for the station shared by two sections of a lift.
enum SharedStation {
  /// The maximum distance of the shared station from the place where the ride continues, in metres.
  private static let stationReachMetres = 100.0

  /// Returns the name of the shared station of some lifts nearest to a coordinate; nil without one.
  /// - Complexity: O(*f*) in all features.
  static func name(of lifts: Set<FeatureIndex>, at place: Coordinate, _ graph: RoutingGraph) -> String? {
    var best: (metres: Double, name: String)?
    for position in 0..<graph.featureCount where FeatureKind(code: graph.kindCode(of: position)) == .station {
      let station = graph.feature(FeatureIndex(position))
      guard let name = station.name, let parent = station.parent, lifts.contains(parent) else { continue }
      let metres = station.start.coordinate.distanceMetres(to: place)
      if metres <= min(stationReachMetres, best?.metres ?? .infinity) { best = (metres, name) }
    }
    return best?.name
  }
}
