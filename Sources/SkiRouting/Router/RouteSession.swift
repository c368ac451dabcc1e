import SkiGeo
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
    let (start, destination): (ResolvedEnd, ResolvedEnd)
    switch (try resolver.resolve(.start), try resolver.resolve(.destination)) {
    case (.noAnswer(let reason), _), (_, .noAnswer(let reason)): return .noAnswer(reason)
    case (.answer(let from), .answer(let to)): (start, destination) = (from, to)
    }
    if request.from == request.to { return .answer(Route(steps: [], region: router.graph.region)) }
    let costs = prepare(request.profile, request.objective)
    if let pieces = try pieces(from: start, to: destination, costs, request.algorithm) {
      settledCount = search.settledCount
      let model = CostModel(graph: router.graph, profile: request.profile)
      return .answer(RouteAssembly.route(request.objective.timed(pieces, model), model: model))
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

  /// Returns the exact bounds to some targets by the base costs of a profile.
  /// - Throws: ``SkiError`` with code `.cancelled`, `.timedOut` or `.limitExceeded`, see ``WorkLimit``.
  private func potential(_ costs: EdgeCosts, to targets: [SearchEnd]) throws(SkiError) -> HierarchyPotential {
    let weights = try costs.base.weights(router.hierarchy())
    let bounds = bounds ?? HierarchyBounds(weights.hierarchy)
    self.bounds = bounds
    return bounds.potential(weights, to: targets)
  }

  /// Returns the cheapest path as pieces of edges with their costs, or nil when there is none.
  func pieces(
    from start: ResolvedEnd, to destination: ResolvedEnd, _ costs: PreparedCosts, _ algorithm: SearchAlgorithm
  ) throws -> [RoutePiece]? {
    let entry = EndAccess(start, end: .start, model: costs.model, costs: costs.edges)
    let exit = EndAccess(destination, end: .destination, model: costs.model, costs: costs.edges)
    let path =
      switch algorithm {
      case .dijkstra: try search.path(from: entry.ends, to: exit.ends, costs: costs.edges)
      case .aStar:
        try search.path(
          from: entry.ends, to: exit.ends, costs: costs.edges, greatestSpeed: costs.greatestSpeed,
          potential: { () throws(SkiError) in try potential(costs.edges, to: exit.ends) })
      }
    if let direct = DirectPath.best(from: start, to: destination, costs: costs),
      direct.milliseconds <= path?.milliseconds ?? .max
    {
      return direct.pieces
    }
    guard let path else { return nil }
    let middle = path.edges.map {
      RoutePiece(edge: $0, milliseconds: costs.edges[$0] ?? EdgeCosts.notAllowed)
    }
    let first = start.candidates[entry.candidates[path.source]]
    let last = destination.candidates[exit.candidates[path.target]]
    let head = [start.walk(first, to: .start), entry.pieces[path.source]].compactMap(\.self)
    let tail = [exit.pieces[path.target], destination.walk(last, to: .destination)].compactMap(\.self)
    return head + middle + tail
  }
}

extension RouteObjective {
  /// Returns pieces with their durations instead of the weighted costs of the search.
  func timed(_ pieces: [RoutePiece], _ model: CostModel) -> [RoutePiece] {
    if self == .fastest { return pieces }
    return pieces.map { piece in
      var piece = piece
      if piece.edge != nil { piece.milliseconds = model.cost(piece) ?? piece.milliseconds }
      return piece
    }
  }
}
