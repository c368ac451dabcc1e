import SkiBase
import SkiGraph

/// A session that answers requests one after another, with reused memory and cached costs of the last profile.
///
/// A class for one task: not `Sendable`.
package final class RouteSession {
  /// The router.
  package let router: Router
  let search: RouteSearch
  private var prepared: PreparedCosts?
  private var weighed: PreparedCosts?
  private var bounds: HierarchyBounds?
  private var durations: EdgeDurations?
  /// The search for any path, made when a route is not found soon.
  private var connection: ConnectionSearch?
  /// The number of nodes settled by the last search for a route, diagnosis excluded.
  package private(set) var settledCount = 0
  /// The number of labels created by the last search for relaxations.
  package internal(set) var labelCount = 0

  /// Creates a session.
  /// - Complexity: O(*n* + *m*).
  package init(_ router: Router) {
    self.router = router
    search = RouteSearch(router.flat)
  }

  /// Returns the best route by the objective of the request, or the reason why there is none.
  ///
  /// Between equal ends the route has no steps.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for an invalid coordinate, a node or place of another map, or
  ///   a snap limit that is negative or not finite; `.cancelled`, `.timedOut` or `.limitExceeded`, see ``WorkLimit``.
  /// - Complexity: O((*n* + *m*) log *m*); without a route about ten times that, for the reason.
  package func route(_ request: RouteRequest) throws -> Answer<Route> {
    settledCount = 0
    let resolver = EndResolver(graph: router.graph, request: request)
    switch (try resolver.resolve(.start), try resolver.resolve(.destination)) {
    case (.noAnswer(let reason), _), (_, .noAnswer(let reason)): return .noAnswer(reason)
    case (.answer(let start), .answer(let destination)): return try route(request, start, destination)
    }
  }

  /// Returns the best route as ``route(_:)``.
  /// - Parameter ends: The ends of the request in this region; nil when they are not known.
  func route(_ request: RouteRequest, _ ends: RequestEnds?) throws -> Answer<Route> {
    guard let ends else { return try route(request) }
    return try route(request, ends.start, ends.destination)
  }

  private func route(
    _ request: RouteRequest, _ start: ResolvedEnd, _ destination: ResolvedEnd
  ) throws -> Answer<Route> {
    settledCount = 0
    if request.from == request.to { return .answer(Route(steps: [], region: router.graph.region)) }
    let costs = prepare(request.profile, request.objective)
    if var pieces = try pieces(from: start, to: destination, costs, request.algorithm) {
      settledCount = search.settledCount
      if request.objective != .fastest { time(&pieces, request.profile) }
      return .answer(RouteAssembly.route(pieces, model: costs.model))
    }
    settledCount = search.settledCount
    return .noAnswer(try diagnose(request.profile, start, destination))
  }

  /// Returns the costs of a profile, cached for each objective until another profile is used; other closures change the
  /// cached ones.
  func prepare(_ profile: SkierProfile, _ objective: RouteObjective = .fastest) -> PreparedCosts {
    let known = objective == .skiing ? weighed : prepared
    if let known, known.model.profile == profile { return known }
    let fresh =
      if let known, known.model.profile.equals(exceptClosures: profile) {
        PreparedCosts(known, closures: profile.closures)
      } else {
        PreparedCosts(router: router, profile: profile, objective: objective)
      }
    if objective == .skiing { weighed = fresh } else { prepared = fresh }
    return fresh
  }

  /// Sets the milliseconds of the pieces of edges to their durations at the pace of a profile.
  /// - Complexity: As ``EdgeDurations/time(_:)``.
  func time(_ pieces: inout [RoutePiece], _ profile: SkierProfile) {
    if durations?.isPace(of: profile) != true { durations = EdgeDurations(router: router, profile: profile) }
    durations?.time(&pieces)
  }

  /// Returns the exact bounds to some targets by the base costs of a profile.
  /// - Throws: ``SkiError`` with code `.cancelled`, `.timedOut` or `.limitExceeded`, see ``WorkLimit``.
  private func potential(_ costs: EdgeCosts, to targets: [SearchEnd]) throws(SkiError) -> HierarchyPotential {
    let weights = try costs.base.weights(router.hierarchy())
    let bounds = bounds ?? HierarchyBounds(weights.hierarchy)
    self.bounds = bounds
    return bounds.potential(weights, to: targets)
  }

  /// Returns the path of least cost by A*.
  private func fastPath(
    from sources: [SearchEnd], to targets: [SearchEnd], _ costs: PreparedCosts
  ) throws(SkiError) -> SearchPath? {
    var connection: ConnectionSearch?
    return try search.path(
      from: sources, to: targets, costs: costs.edges, greatestSpeed: costs.greatestSpeed,
      potential: { () throws(SkiError) in try potential(costs.edges, to: targets) },
      connects: { (count) throws(SkiError) in
        let started = connection ?? self.connects(from: sources, to: targets)
        connection = started
        return try started.advance(costs.edges, visiting: count).map { $0 == .connected }
      })
  }

  /// Returns a search for any path between some nodes, valid until the next one is started.
  private func connects(from sources: [SearchEnd], to targets: [SearchEnd]) -> ConnectionSearch {
    let search = connection ?? ConnectionSearch(router.flat, reversed: router.reversed())
    connection = search
    search.begin(from: sources, to: targets)
    return search
  }

  /// The number of nodes visited from both ends before it is searched for a path of least cost.
  private static let firstVisitCount = 1024

  /// Returns whether ``pieces(from:to:_:_:)`` finds a path.
  /// - Throws: ``SkiError`` with code `.cancelled`, `.timedOut` or `.limitExceeded`, see ``WorkLimit``.
  /// - Complexity: O(*k*) in the nodes and edges of the smaller side where there is none; as a search where there is.
  func hasPath(
    from start: ResolvedEnd, to destination: ResolvedEnd, _ costs: PreparedCosts
  ) throws(SkiError) -> Bool {
    if !DirectPath.all(from: start, to: destination, costs: costs).isEmpty { return true }
    let entry = EndAccess(start, end: .start, model: costs.model, costs: costs.edges)
    let exit = EndAccess(destination, end: .destination, model: costs.model, costs: costs.edges)
    let connection = connects(from: entry.ends, to: exit.ends)
    if let outcome = try connection.advance(costs.edges, visiting: Self.firstVisitCount) {
      return outcome == .connected
    }
    return try fastPath(from: entry.ends, to: exit.ends, costs) != nil
  }

  /// Returns the cheapest path as pieces of edges with their costs, or nil when there is none.
  func pieces(
    from start: ResolvedEnd, to destination: ResolvedEnd, _ costs: PreparedCosts, _ algorithm: SearchAlgorithm
  ) throws(SkiError) -> [RoutePiece]? {
    let entry = EndAccess(start, end: .start, model: costs.model, costs: costs.edges)
    let exit = EndAccess(destination, end: .destination, model: costs.model, costs: costs.edges)
    let path =
      switch algorithm {
      case .dijkstra: try search.path(from: entry.ends, to: exit.ends, costs: costs.edges)
      case .aStar:
        try fastPath(from: entry.ends, to: exit.ends, costs)
      }
    if let direct = DirectPath.best(from: start, to: destination, costs: costs),
      direct.milliseconds <= path?.milliseconds ?? .max
    {
      return direct.pieces
    }
    guard let path else { return nil }
    let first = start.candidates[entry.candidates[path.source]]
    let last = destination.candidates[exit.candidates[path.target]]
    var pieces: [RoutePiece] = []
    pieces.reserveCapacity(path.edges.count + 4)
    if let walk = start.walk(first, to: .start) { pieces.append(walk) }
    if let part = entry.pieces[path.source] { pieces.append(part) }
    for edge in path.edges {
      pieces.append(RoutePiece(edge: edge, milliseconds: costs.edges[edge] ?? EdgeCosts.notAllowed))
    }
    if let part = exit.pieces[path.target] { pieces.append(part) }
    if let walk = destination.walk(last, to: .destination) { pieces.append(walk) }
    return pieces
  }
}
