import SkiBase
import SkiGraph
import SkiTracks

extension RoutingGraph {
  /// Returns the length of an edge in metres on the map.
  func mapLengthMetres(of edge: EdgeIndex) -> Double {
    Double(link(link(of: edge)).distancesCentimetres.last ?? 0) / 100
  }

  /// Returns the coordinate of a position, by a walk along its link.
  func coordinate(of place: EdgePlace) -> Coordinate {
    let facts = link(link(of: place.edge))
    let length = mapLengthMetres(of: place.edge)
    let along = isReversed(place.edge) ? length - place.metresAlong : place.metresAlong
    let next = facts.distancesCentimetres.firstIndex { Double($0) / 100 >= along } ?? facts.points.count - 1
    guard next > 0 else { return facts.points[0].coordinate }
    let (low, high) = (
      Double(facts.distancesCentimetres[next - 1]) / 100, Double(facts.distancesCentimetres[next]) / 100
    )
    return GraphPoint.between(
      facts.points[next - 1], facts.points[next], high > low ? (along - low) / (high - low) : 0
    ).coordinate
  }
}
