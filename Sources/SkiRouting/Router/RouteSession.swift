import SkiGeo
import SkiGraph

/// Answers one request after the other, reusing its memory and, while the profile stays the same, its costs.
///
/// A class that belongs to one task: not `Sendable`.
package final class RouteSession {
  /// The router whose map is searched.
  package let router: Router
  let search: RouteSearch
  private var prepared: PreparedCosts?
  private var weighed: PreparedCosts?
  /// How many nodes the last search for a route settled; searches for reasons don't count.
  package private(set) var settledCount = 0

  /// Makes a session. Complexity: O(*n* + *m*).
  package init(_ router: Router) {
    self.router = router
    search = RouteSearch(router.flat)
  }

  /// Returns the best route by the objective of the request, or why there is none.
  ///
  /// From and to the same place the route has no steps.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a coordinate off the Earth, a node or place that is not of
  ///   this map, or a snap limit that is negative or not finite; `.cancelled` or `.timedOut`, see ``WorkLimit``.
  /// - Complexity: O((*n* + *m*) log *m*); without a route about ten times that, to find out why.
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

  /// Returns the costs of a profile, kept until another profile asks.
  func prepare(_ profile: SkierProfile, _ objective: RouteObjective = .fastest) -> PreparedCosts {
    let known = objective == .skiing ? weighed : prepared
    if let known, known.model.profile == profile { return known }
    let fresh = PreparedCosts(router: router, profile: profile, objective: objective)
    if objective == .skiing { weighed = fresh } else { prepared = fresh }
    return fresh
  }

  /// Returns the cheapest way as pieces from end to end, each of an edge with its cost, or nil when there is none.
  func pieces(
    from start: ResolvedEnd, to destination: ResolvedEnd, _ costs: PreparedCosts, _ algorithm: SearchAlgorithm
  ) throws -> [RoutePiece]? {
    let entry = EndAccess(start, end: .start, model: costs.model, costs: costs.edges)
    let exit = EndAccess(destination, end: .destination, model: costs.model, costs: costs.edges)
    let path = try search.path(
      from: entry.ends, to: exit.ends, costs: costs.edges.milliseconds,
      greatestSpeed: algorithm == .aStar ? costs.greatestSpeed : nil)
    if let direct = DirectWay.best(from: start, to: destination, costs: costs),
      direct.milliseconds <= path?.milliseconds ?? .max
    {
      return direct.pieces
    }
    guard let path else { return nil }
    let middle = path.edges.map { RoutePiece(edge: $0, milliseconds: costs.edges.milliseconds[$0.position]) }
    let first = start.candidates[entry.candidates[path.source]]
    let last = destination.candidates[exit.candidates[path.target]]
    let head = [start.walk(first, to: .start), entry.pieces[path.source]].compactMap(\.self)
    let tail = [exit.pieces[path.target], destination.walk(last, to: .destination)].compactMap(\.self)
    return head + middle + tail
  }
}

extension RouteObjective {
  /// Returns pieces with what they take, given those a search found with what they cost.
  func timed(_ pieces: [RoutePiece], _ model: CostModel) -> [RoutePiece] {
    if self == .fastest { return pieces }
    return pieces.map { piece in
      var piece = piece
      if piece.edge != nil { piece.milliseconds = model.cost(piece) ?? piece.milliseconds }
      return piece
    }
  }
}
