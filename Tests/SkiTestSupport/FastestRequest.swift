package import SkiRouting

extension RouteRequest {
  /// Returns a request for the fastest route, for the tests that compare times.
  package static func fastest(
    from: RouteEndpoint, to: RouteEndpoint, profile: SkierProfile = SkierProfile(),
    algorithm: SearchAlgorithm = .aStar, snapLimitMetres: Double = 150
  ) -> RouteRequest {
    RouteRequest(
      from: from, to: to, profile: profile, algorithm: algorithm, snapLimitMetres: snapLimitMetres,
      objective: .fastest)
  }
}
