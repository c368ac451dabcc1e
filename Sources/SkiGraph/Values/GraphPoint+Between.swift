package import SkiBase

extension GraphPoint {
  /// Returns the point at a ratio between two points, its elevation interpolated when both are known.
  /// - Parameter share: The ratio of the distance from `a` to `b`, 0...1.
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
