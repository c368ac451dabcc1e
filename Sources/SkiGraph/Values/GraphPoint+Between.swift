import SkiGeo

extension GraphPoint {
  /// Returns the place a share of the way from one place to another, 0...1; its height where both are known.
  /// - Complexity: O(1).
  package static func between(_ a: GraphPoint, _ b: GraphPoint, _ share: Double) -> GraphPoint {
    if share == 0 { return a }
    if share == 1 { return b }
    var elevation: Int32?
    if let low = a.elevationCentimetres, let high = b.elevationCentimetres {
      elevation = Int32((Double(low) + (Double(high) - Double(low)) * share).rounded())
    }
    return GraphPoint(
      position: FixedCoordinate(a.coordinate.towards(b.coordinate, share)), elevationCentimetres: elevation)
  }
}
