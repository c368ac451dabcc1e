package import SkiGraph

/// The turn-by-turn directions for a route: lifts with their exits, runs, forks with the side to keep to, and
/// landmarks.
///
/// `sentences(in:)` of SkiAnswers formats them in several languages, and `answers(in:)` makes plain values of their facts. Missing data
/// leads to fewer details.
/// ```swift
/// let directions = try router.directions(route, destination: "Crête")
/// for one in directions.answers(in: .french) { print(one.startMetres, one.text) }
/// ```
public struct Directions: Hashable, Sendable {
  /// The instructions in the order of travel, the arrival last; empty for a route without steps.
  package var instructions: [Instruction]

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
