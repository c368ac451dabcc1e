public import SkiGeo
public import SkiGraph

/// Where a route starts or ends.
public enum RouteEndpoint: Hashable, Sendable, Codable {
  /// Anywhere: snapped to the nearest run, street or lift station.
  case coordinate(Coordinate)
  /// Something that was named.
  case place(Place)
  /// A node of the graph.
  case node(NodeIndex)
}

/// One question to a router.
public struct RouteRequest: Hashable, Sendable, Codable {
  /// Where the skier is.
  public var from: RouteEndpoint
  /// Where the skier wants to be.
  public var to: RouteEndpoint
  /// What the skier can do and wants.
  public var profile: SkierProfile
  /// What the route is to make least: by default time, of which that on foot, pushed and ridden down counts more than it lasts.
  public var objective: RouteObjective
  /// How to search; the answer costs the same by either.
  package var algorithm: SearchAlgorithm
  /// How far a coordinate may be from the network, in metres.
  public var snapLimitMetres: Double

  /// How far a coordinate may be from the network unless told otherwise, metres.
  public static let usualSnapLimitMetres = 150.0

  /// Makes a request; the default is an intermediate skier who wants to ski, snapping within ``usualSnapLimitMetres``.
  public init(
    from: RouteEndpoint, to: RouteEndpoint, profile: SkierProfile = SkierProfile(),
    snapLimitMetres: Double = usualSnapLimitMetres, objective: RouteObjective = .skiing
  ) {
    self.init(
      from: from, to: to, profile: profile, algorithm: .aStar, snapLimitMetres: snapLimitMetres,
      objective: objective)
  }

  /// Makes a request that says how to search.
  package init(
    from: RouteEndpoint, to: RouteEndpoint, profile: SkierProfile = SkierProfile(),
    algorithm: SearchAlgorithm, snapLimitMetres: Double = usualSnapLimitMetres,
    objective: RouteObjective = .skiing
  ) {
    self.objective = objective
    self.from = from
    self.to = to
    self.profile = profile
    self.algorithm = algorithm
    self.snapLimitMetres = snapLimitMetres
  }
}
