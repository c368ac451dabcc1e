import SkiGraph

/// The weighted costs of edges on one day.
///
/// A time-dependent path costs the weighted time of its edges, which does not depend on the time, and its waits. The
/// lower bound of an edge is its weighted time and the shortest wait of the day.
struct DayWeights {
  /// The weighted model with the lower bound of each edge.
  let least: PreparedCosts
  /// The weighted time of each edge (and one more) without waits; ``EdgeCosts/notAllowed`` where the profile may not
  /// go.
  let entered: [UInt32]

  /// Returns the weighted costs of a day from those of the day without the closures of requests.
  /// - Complexity: As ``FeatureClosures/edges(in:)``.
  init(_ open: DayWeights, closures: FeatureClosures) {
    least = PreparedCosts(open.least, closures: closures)
    entered = open.entered
  }

  /// Computes the weighted costs.
  /// - Complexity: O(*p* + *f*), as ``CostModel/edgeCosts()``.
  init(_ day: PreparedDay, router: Router) {
    let model = CostModel(graph: router.graph, profile: day.model.profile, objective: .skiing)
    let costs = router.costs(model)
    var entered = costs.milliseconds
    var least = entered
    for edge in entered.indices where entered[edge] != EdgeCosts.notAllowed {
      guard day.timed.milliseconds(edge) != EdgeCosts.notAllowed else {
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
    let base = BaseCosts(milliseconds: least, classes: costs.classes, flat: router.flat)
    self.least = PreparedCosts(model: model, edges: EdgeCosts(costs, base: base))
  }

  /// Returns the weighted cost of a piece without waits.
  func weight(_ piece: RoutePiece) -> UInt32 {
    guard let edge = piece.edge, piece.startCentimetres == 0, piece.endCentimetres == .max else {
      return least.model.cost(piece) ?? piece.milliseconds
    }
    return entered[edge.position]
  }
}
