/// The edge costs of one profile, with their greatest speed for A*.
struct PreparedCosts {
  let model: CostModel
  let edges: EdgeCosts
  let greatestSpeed: Double

  init(router: Router, profile: SkierProfile, objective: RouteObjective = .fastest) {
    let model = CostModel(graph: router.graph, profile: profile, objective: objective)
    self.init(router: router, model: model, edges: model.edgeCosts())
  }

  init(router: Router, model: CostModel, edges: EdgeCosts) {
    self.model = model
    self.edges = edges
    greatestSpeed = router.flat.greatestSpeed(milliseconds: edges.milliseconds)
  }
}
