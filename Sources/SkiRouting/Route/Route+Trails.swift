import SkiGeo
public import SkiModel

extension StreetKind {
  /// Whether nobody clears it of snow as a rule: a path, a track or a bridleway, not a street or a footway between houses.
  public var isTrail: Bool { self == .path || self == .track || self == .bridleway }
}

extension Route {
  /// Returns metres on foot along paths and tracks, which may lie under snow. Complexity: O(*s*) in steps.
  public func trailMetres() -> Double { trails().reduce(0) { $0 + $1.lengthMetres } }

  /// The names of those trails, each once, in the order they are walked. Complexity: O(*s*).
  package func trailNames() -> [String] {
    trails().compactMap(\.label).uniqued()
  }

  private func trails() -> [RouteStep] { steps.filter { $0.streetKind?.isTrail ?? false } }
}
