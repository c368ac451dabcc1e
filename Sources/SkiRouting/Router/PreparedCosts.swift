/// The edge costs of one profile and objective, with their greatest speed for A*.
struct PreparedCosts {
  let model: CostModel
  let edges: EdgeCosts
  /// The bound of straight-line speeds in metres per millisecond.
  let greatestSpeed: Double

  /// Prepares the costs of a profile from the router's base costs.
  /// - Complexity: As ``EdgeCosts/init(base:classes:profile:graph:)``; the first of a pace as ``BaseCosts``.
  init(router: Router, profile: SkierProfile, objective: RouteObjective = .fastest) {
    let model = CostModel(graph: router.graph, profile: profile, objective: objective)
    self.init(model: model, edges: router.costs(model))
  }

  /// Prepares the costs of a profile that differs from another in closures alone.
  /// - Complexity: As ``FeatureClosures/edges(in:)``.
  init(_ other: PreparedCosts, closures: FeatureClosures) {
    model = CostModel(other.model, closures: closures)
    edges = EdgeCosts(other.edges, closed: closures.edges(in: model.graph))
    greatestSpeed = other.greatestSpeed
  }

  init(model: CostModel, edges: EdgeCosts) {
    (self.model, self.edges) = (model, edges)
    greatestSpeed = edges.greatestSpeed
  }
}
