package import SkiGraph

/// A route as a guide tells it: what to ride, which side to leave it, what to ski, where to keep left.
///
/// A value. It is made from a route and the graph it lies on; words are made from it by ``sentences(in:)``, in several
/// languages. Where data are missing it says less, never something made up.
public struct Directions: Hashable, Sendable {
  /// What there is to do, in order; empty for one who is there already.
  public var instructions: [Instruction]

  /// Makes directions.
  /// - Parameters:
  ///   - route: The route.
  ///   - graph: The graph of the region it lies in.
  ///   - destination: What to call where it leads.
  /// - Complexity: O(*p* + *f*) in the points of the route and the features of the region, and what lies near the route.
  package init(_ route: Route, graph: RoutingGraph, destination: String? = nil) {
    var maker = DirectionsMaker(route, graph)
    instructions = maker.make(destination)
  }
}
