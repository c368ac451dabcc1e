import SkiGeo

extension GraphPoint {
  /// Returns the place a share of the way from one place to another, 0...1; its height where both are known.
  /// - Complexity: O(1).
  package static func between(_ a: GraphPoint, _ b: GraphPoint, _ share: Double) -> GraphPoint {
    if share == 0 { return a }
    if share == 1 { return b }
    let (from, to) = (a.coordinate, b.coordinate)
    let east = from.longitude + shortestLongitudeDifference(from.longitude, to.longitude) * share
    let place = Coordinate(
      // Rounding may lead a hair beyond the pole.
      latitude: max(-90, min(90, from.latitude + (to.latitude - from.latitude) * share)),
      longitude: east > 180 ? east - 360 : east < -180 ? east + 360 : east)
    var elevation: Int32?
    if let low = a.elevationCentimetres, let high = b.elevationCentimetres {
      elevation = Int32((Double(low) + (Double(high) - Double(low)) * share).rounded())
    }
    return GraphPoint(position: FixedCoordinate(place), elevationCentimetres: elevation)
  }
}
