package import SkiGraph

/// The turn-by-turn directions for a route: lifts with their exits, runs, forks with the side to keep to, and
/// landmarks.
///
/// A value. It is made from a route and the graph it lies on; words are made from it by `sentences(in:)`, in several
/// languages. Where data are missing it says less, never something made up.
public struct Directions: Hashable, Sendable {
  /// The instructions in order; empty for a route without steps.
  public var instructions: [Instruction]

  /// Creates directions.
  /// - Parameters:
  ///   - route: The route.
  ///   - graph: The graph of its region.
  ///   - destination: The name of the destination.
  /// - Complexity: O(*p* + *f*) in the points of the route, the features of the region, and the surroundings of the
  ///   route.
  package init(_ route: Route, graph: RoutingGraph, destination: String? = nil) {
    var maker = DirectionsMaker(route, graph)
    instructions = maker.make(destination)
  }
}
