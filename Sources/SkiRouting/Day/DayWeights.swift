import SkiGraph

/// What edges count on one day for who came to ski, beside what they take.
///
/// A way by the clock weighs the weighted time on its edges, which no hour changes, and its waits. So the least it can weigh is
/// known of every edge: its weighted time and the shortest wait of the day.
struct DayWeights {
  /// The weighted model, and the least that each edge can weigh.
  let least: PreparedCosts
  /// By edge (and one more) the weighted time once it is entered; ``EdgeCosts/notAllowed`` where one may not go.
  let entered: [UInt32]

  /// - Complexity: O(*p* + *f*), as ``CostModel/edgeCosts()``.
  init(_ day: PreparedDay, router: Router) {
    let model = CostModel(graph: router.graph, profile: day.model.profile, objective: .skiing)
    var entered = model.edgeCosts().milliseconds
    var least = entered
    for edge in entered.indices where entered[edge] != EdgeCosts.notAllowed {
      guard day.timed.milliseconds[edge] != EdgeCosts.notAllowed else {
        (entered[edge], least[edge]) = (EdgeCosts.notAllowed, EdgeCosts.notAllowed)
        continue
      }
      let link = router.graph.link(of: EdgeIndex(edge))
      if let lift = model.liftMilliseconds(link, reversed: router.graph.isReversed(EdgeIndex(edge))) {
        entered[edge] = lift.ride
      }
      least[edge] = min(entered[edge] + day.timed.leastWait(edge), CostModel.greatestMilliseconds)
    }
    self.entered = entered + [EdgeCosts.notAllowed]
    self.least = PreparedCosts(router: router, model: model, edges: EdgeCosts(milliseconds: least))
  }

  /// Returns what a piece weighs, waits apart.
  func weight(_ piece: RoutePiece) -> UInt32 {
    guard let edge = piece.edge, piece.startCentimetres == 0, piece.endCentimetres == .max else {
      return least.model.cost(piece) ?? piece.milliseconds
    }
    return entered[edge.position]
  }
}
