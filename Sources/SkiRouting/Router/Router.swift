import SkiGeo
package import SkiGraph

/// A router for one graph, a region of a map, shared by any number of tasks.
///
/// Tasks with more than one question keep a ``RouteSession``, which owns scratch memory and the costs of the last
/// profile.
package struct Router: Sendable {
  /// The graph.
  package let graph: RoutingGraph
  /// The graph in the form that searches use.
  let flat: FlatGraph
  private let backwards = Locked<ReversedGraph?>(nil)

  private let walks = Locked<WalkingGraph?>(nil)

  /// Creates a router.
  /// - Complexity: O(*n*) in nodes.
  package init(graph: RoutingGraph) {
    self.graph = graph
    flat = FlatGraph(graph)
  }

  /// Returns the graph for backward searches, created on first use.
  /// - Complexity: O(*n* + *m*) on first use, then O(1).
  func reversed() -> ReversedGraph {
    backwards.withLock { known in
      if let known { return known }
      let fresh = ReversedGraph(flat)
      known = fresh
      return fresh
    }
  }

  /// Returns the graph with walks off the network, created on first use.
  /// - Complexity: As ``WalkingGraph`` on first use, then O(1).
  func walking() -> WalkingGraph {
    walks.withLock { known in
      if let known { return known }
      let fresh = WalkingGraph(graph)
      known = fresh
      return fresh
    }
  }

  /// Returns the best route, with scratch memory of its own; see ``RouteSession/route(_:)``.
  package func route(_ request: RouteRequest) throws -> Answer<Route> {
    try RouteSession(self).route(request)
  }
}
