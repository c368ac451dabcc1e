import SkiGraph

/// The durations of edges at one pace, by which the pieces of a path of least weighted cost are timed.
///
/// Edges are timed one by one at first: those of all are computed when as many were timed as an eighth of the graph has,
/// so that the first routes of a large region need not wait for it.
struct EdgeDurations {
  private let router: Router
  private let model: CostModel
  /// The durations of all edges; nil before they are computed.
  private var base: BaseCosts?
  /// The number of pieces timed one by one.
  private var timedCount = 0

  /// Prepares the durations at the pace of a profile.
  /// - Complexity: O(1).
  init(router: Router, profile: SkierProfile) {
    self.router = router
    model = CostModel(graph: router.graph, profile: profile)
  }

  /// Returns whether these are the durations of a profile.
  func isPace(of profile: SkierProfile) -> Bool {
    model.profile.ability == profile.ability && model.profile.equipment == profile.equipment
  }

  /// Sets the milliseconds of the pieces of edges to their durations.
  /// - Complexity: O(*p*) in points of the pieces, and O(*k*) in pieces of whole edges once all are computed; that once as
  ///   ``BaseCosts``.
  mutating func time(_ pieces: inout [RoutePiece]) {
    if base == nil {
      timedCount += pieces.count
      if timedCount > router.graph.edgeCount / 8 { base = router.unrestrictedCosts(model) }
    }
    for index in pieces.indices {
      if let milliseconds = milliseconds(pieces[index]) { pieces[index].milliseconds = milliseconds }
    }
  }

  /// Returns the duration of a piece of an edge; nil for walks and beyond the cost limit.
  private func milliseconds(_ piece: RoutePiece) -> UInt32? {
    guard let edge = piece.edge else { return nil }
    guard let base else { return model.cost(piece) }
    let whole = base.milliseconds[edge.position]
    if whole == EdgeCosts.notAllowed { return nil }
    if piece.startCentimetres == 0, piece.endCentimetres == .max { return whole }
    guard
      let end = model.cumulativeMilliseconds(edge, toCentimetres: piece.endCentimetres, whole: whole),
      let start = model.cumulativeMilliseconds(edge, toCentimetres: piece.startCentimetres, whole: whole)
    else { return model.cost(piece) }
    return end - start
  }
}
