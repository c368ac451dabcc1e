import SkiBase
public import SkiGraph

extension StreetKind {
  /// Indicates whether the street is usually not cleared of snow: a path, track or bridleway.
  public var isTrail: Bool { self == .path || self == .track || self == .bridleway }
}

extension Route {
  /// Returns the length along paths, tracks and bridleways, which may be snow-covered, in metres.
  /// - Complexity: O(*s*) in steps.
  public func trailMetres() -> Double {
    steps.indices.reduce(0) { $0 + (isTrail(steps[$1].streetKind) ? steps[$1].lengthMetres : 0) }
  }

  /// Returns the labels of those streets in the order of the route, without duplicates.
  /// - Complexity: O(*s*) in steps.
  package func trailNames() -> [String] {
    trails().compactMap(\.label).uniqued()
  }

  private func trails() -> [RouteStep] { steps.filter { isTrail($0.streetKind) } }

  private func isTrail(_ kind: StreetKind?) -> Bool { kind?.isTrail ?? false }
}
