package import SkiRouting

extension RouteRequest {
  /// A request for the fastest route, as most tests ask: times are compared there.
  package static func fastest(
    from: RouteEndpoint, to: RouteEndpoint, profile: SkierProfile = SkierProfile(),
    algorithm: SearchAlgorithm = .aStar, snapLimitMetres: Double = 150
  ) -> RouteRequest {
    RouteRequest(
      from: from, to: to, profile: profile, algorithm: algorithm, snapLimitMetres: snapLimitMetres,
      objective: .fastest)
  }
}
