import SkiGeo
import SkiGraph

/// Finds the station that two sections of a lift have in common.
enum SharedStation {
  /// Stations of two sections of a lift this near to where one stays on are that station, metres.
  private static let stationReachMetres = 100.0

  /// Returns the name of the station at a place that two sections of a lift have in common; nil without one.
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
