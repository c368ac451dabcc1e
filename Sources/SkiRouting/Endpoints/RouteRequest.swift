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

/// Both ends of a request at coordinates, on the network of one region.
struct RequestEnds {
  let region: RegionIndex
  let start: ResolvedEnd
  let destination: ResolvedEnd

  /// The ends of the way back.
  var reversed: RequestEnds { RequestEnds(region: region, start: destination, destination: start) }

  /// A coordinate on the network of a region, with its distance from there.
  struct Candidate {
    var metres: Double
    var region: RegionIndex
    var end: ResolvedEnd
  }

  /// Finds the ends of a request in one search of each region near them.
  /// - Returns: Nil for ends other than coordinates, for an invalid request, and where the ends have no region in common,
  ///   for which there is a reason to find.
  /// - Throws: ``SkiError`` as ``MapRouter/route(_:)``.
  /// - Complexity: O(log *r*) expected in regions, and a snap in each near an end.
  static func find(_ request: RouteRequest, on map: SkiMap) throws -> RequestEnds? {
    guard case .coordinate(let from) = request.from, case .coordinate(let to) = request.to, from.isValid,
      to.isValid, request.snapLimitMetres.isFinite, request.snapLimitMetres >= 0
    else { return nil }
    let starts = try candidates(from, request, map)
    if starts.isEmpty { return nil }
    let others = try candidates(to, request, map)
    for start in starts {
      guard let other = others.first(where: { $0.region == start.region }) else { continue }
      return RequestEnds(region: start.region, start: start.end, destination: other.end)
    }
    return nil
  }

  /// Returns a coordinate on the networks within the snap limit, nearest first; on none that is farther than the nearest
  /// by more than the default limit.
  /// - Throws: ``SkiError`` as ``MapRouter/route(_:)``.
  /// - Complexity: O(log *r*) expected in regions, and a snap in each near the coordinate.
  static func candidates(
    _ place: Coordinate, _ request: RouteRequest, _ map: SkiMap
  ) throws -> [Candidate] {
    let limit = min(request.snapLimitMetres, EndResolver.greatestLimitMetres)
    var found: [Candidate] = []
    for region in map.regions(near: place, withinMetres: limit) {
      let resolver = EndResolver(graph: try map.graph(region), request: request)
      guard let end = resolver.resolve(place) else { continue }
      found.append(Candidate(metres: end.nearest.distanceMetres, region: region, end: end))
    }
    guard found.count > 1 else { return found }
    found.sort { ($0.metres, $0.region.rawValue) < ($1.metres, $1.region.rawValue) }
    let reach = found[0].metres + EndResolver.reachMetres
    return found.filter { $0.metres <= reach }
  }
}
