public import SkiBase
public import SkiGraph

/// The start or destination of a route.
public enum RouteEndpoint: Hashable, Sendable, Codable {
  /// A coordinate in WGS 84 degrees, joined by walks to all runs, streets and lift stations within the snap limit.
  case coordinate(Coordinate)
  /// A place of the map, found by name or source id.
  case place(Place)
  /// A node of the graph; on a map of several regions it is refused.
  case node(NodeIndex)

  /// The coordinate of the place; nil for a node.
  package var coordinate: Coordinate? {
    switch self {
    case .coordinate(let coordinate): coordinate
    case .place(let place): place.point.coordinate
    case .node: nil
    }
  }
}

/// A request for a route.
///
/// ```swift
/// let start = RouteEndpoint.coordinate(Coordinate(latitude: 46.02, longitude: 7.75))
/// let request = RouteRequest(from: start, to: .place(top), profile: SkierProfile(ability: .advanced))
/// let answer = try router.route(request)
/// ```
public struct RouteRequest: Hashable, Sendable, Codable {
  /// The start of the route.
  public var from: RouteEndpoint
  /// The destination of the route; equal to ``from`` it gives a route without steps.
  public var to: RouteEndpoint
  /// The ability and limits of the skier.
  public var profile: SkierProfile
  /// The quantity to minimise; by default time, weighted where it is spent on foot, pushing or riding down.
  public var objective: RouteObjective
  /// The search algorithm, which does not change the cost of the route.
  package var algorithm: SearchAlgorithm
  /// The maximum horizontal distance of a coordinate from the network, in metres: 0 or more, above 100,000 as 100,000;
  /// positions farther than the nearest by more than ``defaultSnapLimitMetres`` do not count.
  public var snapLimitMetres: Double

  /// The default of ``snapLimitMetres``, in metres.
  public static let defaultSnapLimitMetres = SnapLimit.defaultMetres

  /// Creates a request; the default is an intermediate skier who prefers skiing.
  /// - Parameters:
  ///   - from: The start.
  ///   - to: The destination.
  ///   - profile: The skier.
  ///   - snapLimitMetres: The maximum distance of a coordinate from the network, in metres, 0 or more.
  ///   - objective: The quantity to minimise.
  public init(
    from: RouteEndpoint, to: RouteEndpoint, profile: SkierProfile = SkierProfile(),
    snapLimitMetres: Double = defaultSnapLimitMetres, objective: RouteObjective = .skiing
  ) {
    self.init(
      from: from, to: to, profile: profile, algorithm: .aStar, snapLimitMetres: snapLimitMetres,
      objective: objective)
  }

  /// Creates a request with a search algorithm.
  package init(
    from: RouteEndpoint, to: RouteEndpoint, profile: SkierProfile = SkierProfile(),
    algorithm: SearchAlgorithm, snapLimitMetres: Double = defaultSnapLimitMetres,
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
