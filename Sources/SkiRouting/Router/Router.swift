import SkiGeo
package import SkiGraph

/// Answers questions about one graph, a region of a map; shared by any number of tasks.
///
/// A value; `Sendable`. Each task that asks more than once keeps a ``RouteSession``, which owns scratch memory and the
/// costs of the last profile.
package struct Router: Sendable {
  /// The graph.
  package let graph: RoutingGraph
  /// What searches run on.
  let flat: FlatGraph
  private let backwards = Locked<ReversedGraph?>(nil)

  private let walks = Locked<WalkingGraph?>(nil)

  /// Makes a router. Complexity: O(*n*) in nodes, for their places in space.
  package init(graph: RoutingGraph) {
    self.graph = graph
    flat = FlatGraph(graph)
  }

  /// What searches backwards run on, made when the first asks. Complexity: O(*n* + *m*), then O(1).
  func reversed() -> ReversedGraph {
    backwards.withLock { known in
      if let known { return known }
      let fresh = ReversedGraph(flat)
      known = fresh
      return fresh
    }
  }

  /// What searches run on that may also walk over the snow, made when the first asks. Complexity: as ``WalkingGraph``, then O(1).
  func walking() -> WalkingGraph {
    walks.withLock { known in
      if let known { return known }
      let fresh = WalkingGraph(graph)
      known = fresh
      return fresh
    }
  }

  /// Answers one request with scratch memory of its own; see ``RouteSession/route(_:)``.
  package func route(_ request: RouteRequest) throws -> Answer<Route> {
    try RouteSession(self).route(request)
  }
}
