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

extension TimedCosts {
  /// The shortest wait of the day on an edge, in milliseconds.
  func leastWait(_ edge: Int) -> UInt32 { rules[Int(ruleOfEdge[edge])].waits.least }

  /// Returns pieces as one comes to them who leaves at a moment; nil when one of them is closed then, or any wait is longer than the shortest.
  ///
  /// Pieces of edges are what they are once entered; theirs and those of walks are taken in order.
  func ride(_ pieces: [RoutePiece], departing: UInt32) -> [RoutePiece]? {
    var clock = DayClock(time: UInt64(departing), timed: self)
    for piece in pieces {
      if let edge = piece.edge?.position {
        let isWhole = piece.startCentimetres == 0 && piece.endCentimetres == .max
        let cost = UInt64(isWhole ? milliseconds[edge] : piece.milliseconds)
        guard let passage = passage(edge, at: clock.time, cost: cost), passage.wait == UInt64(leastWait(edge))
        else { return nil }
        clock.add(piece, whole: isWhole)
      } else {
        clock.add(piece)
      }
    }
    return clock.time < SearchScratch.timeLimit ? clock.pieces : nil
  }
}

extension DaySession {
  /// Returns the way that weighs least as pieces from end to end, or nil when there is none.
  ///
  /// Exact. First the way is searched for that weighs least if every wait were the shortest of the day; no way by the clock weighs less than
  /// it. If it can be ridden just so, it is the one. Else arrival and weight are two criteria of a label search (``PreferenceRules``); waiting
  /// weighs as much as it lasts.
  /// - Throws: ``SkiError`` with code `.limitExceeded` or `.cancelled`, as ``LabelSearch/run(from:to:direct:)``.
  func weighedPieces(
    from start: ResolvedEnd, to destination: ResolvedEnd, departing time: UInt32, _ day: PreparedDay,
    _ algorithm: SearchAlgorithm
  ) throws -> [RoutePiece]? {
    let weights = weights(of: day)
    guard let bound = try session.pieces(from: start, to: destination, weights.least, algorithm) else {
      return nil
    }
    let timed = RouteObjective.skiing.timed(bound, day.model)
    if let ridden = day.timed.ride(timed, departing: time) { return ridden }
    let ends = TimedEnds(from: start, to: destination, departing: time, day: day)
    return try seemingWay(ends, day, RoutePreferences(), weights).map(ends.pieces)
  }
}
