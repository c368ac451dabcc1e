package import SkiBase
import SkiGraph

extension DaySession {
  /// Returns the route of least perceived time under preferences, or the reason why there is none.
  ///
  /// The result is exact: no route has a lower perceived time as ``RoutePreferences`` defines it.
  /// - Parameters:
  ///   - request: The ends, the skier and the objective, whose weights apply as well; the algorithm is ignored.
  ///   - preferences: The factors of perceived time.
  ///   - departure: The time of departure.
  /// - Throws: ``SkiError`` with code `.invalidArgument` as ``route(_:departing:home:)``, and for factors outside their
  ///   limits; `.limitExceeded` beyond the bytes of the ``WorkLimit``; `.cancelled` when the task is cancelled.
  /// - Complexity: O(*l* · *k*) in labels *l* and the Pareto-optimal pairs *k* of arrival and weighted cost at a node.
  package func route(
    _ request: RouteRequest, preferring preferences: RoutePreferences, departing departure: DayTime
  ) throws -> Answer<Route> {
    try SkiError.require(
      preferences.areValid,
      "factors must be \(RoutePreferences.factors), and a pushed metre must add 0 to 60 s; got \(preferences)"
    )
    let time = try departure.searchMilliseconds()
    let (start, destination): (ResolvedEnd, ResolvedEnd)
    switch try resolve(request) {
    case .noAnswer(let reason): return .noAnswer(reason)
    case .answer(let ends): (start, destination) = ends
    }
    let day = prepare(request.profile)
    let ends = TimedEnds(from: start, to: destination, departing: time, day: day)
    let isThere = request.from == request.to
    let weights = request.objective == .skiing ? weights(of: day) : nil
    guard let way = isThere ? nil : try leastPerceivedPath(ends, day, preferences, weights) else {
      if !isThere { return .noAnswer(try diagnose(start, destination, day)) }
      return .answer(Route(steps: [], region: router.graph.region, departure: departure))
    }
    var route = RouteAssembly.route(ends.pieces(way), model: day.model)
    route.departure = departure
    return .answer(route)
  }

  /// Returns the path of least perceived time, nil when there is none.
  ///
  /// A bicriteria label-setting search over arrival and extra cost (``PreferenceRules``) with two lower bounds: the
  /// perceived rest with the shortest wait of the day at each lift, and the first arrival with the least extra cost of
  /// the rest.
  func leastPerceivedPath(
    _ ends: TimedEnds, _ day: PreparedDay, _ preferences: RoutePreferences, _ weights: DayWeights?
  ) throws -> LabelPath? {
    let costs = try PerceivedCosts(day: day, preferences: preferences, weights: weights) {
      let times = try session.search.times(from: ends.sources, timed: day.timed)
      return { edge in day.timed.queue(edge, at: times[self.router.graph.tail(EdgeIndex(edge))]) }
    }
    guard let first = try firstArrival(ends, day) else { return nil }
    let bounds = try LabelBounds(
      router.reversed(), steps: costs.steps(day.timed), sums: [PreferenceRules.Field.extra], maxima: [],
      targets: ends.targets.indices.map { target in
        let extra = costs.extraAtEnd(target, of: ends)
        let milliseconds = ends.exit.access.ends[target].milliseconds
        return LabelEnd(
          node: ends.targets[target], first: costs.perceived(extra: extra, milliseconds: milliseconds),
          rest: PreferenceRules.rest(extra: UInt64(extra), time: 0))
      })
    let starts = zip(ends.sources, ends.indices).map { source, index in
      let extra =
        costs.extra(ends.entry.access.pieces[index]) + costs.extra(ends.entry.walk(index, to: .start))
      return LabelEnd(
        node: source.node,
        rest: PreferenceRules.rest(extra: UInt64(extra), time: UInt64(source.milliseconds)))
    }
    let found = try day.timed.withTimes(finals: ends.exit.finals(day.timed)) { times in
      let rules = PreferenceRules(
        costs: costs, times: times, ends: ends, firstArrival: first, bounds: bounds)
      let direct = ends.direct.map { way, arrival in
        rules.end(extra: way.pieces.reduce(0) { $0 + costs.extra($1) }, time: arrival)
      }
      var search = LabelSearch(router.flat, rules: rules)
      defer { labelCount = search.labelCount }
      return try search.run(from: starts, to: ends.targets, direct: direct).first
    }
    return found ?? nil
  }

  /// Returns the first arrival at the destination in milliseconds, or nil when it cannot be reached.
  private func firstArrival(_ ends: TimedEnds, _ day: PreparedDay) throws(SkiError) -> UInt32? {
    let path = try session.search.path(
      from: ends.sources, to: ends.exit.access.ends, timed: day.timed, finals: ends.exit.finals(day.timed),
      greatestSpeed: nil)
    return (ends.direct.map(\.arrival) + [path?.milliseconds].compactMap(\.self)).min()
  }
}

extension TimedCosts {
  /// Returns the queueing time at an edge reached at a moment, in milliseconds; 0 without a queue or an arrival.
  fileprivate func queue(_ edge: Int, at time: UInt32?) -> UInt64 {
    guard let time, ruleOfEdge[edge] != 0,
      let passage = passage(edge, at: UInt64(time), cost: UInt64(milliseconds(edge)))
    else { return 0 }
    return passage.wait - (closed(edge, at: UInt64(time), cost: UInt64(milliseconds(edge))) ?? 0)
  }
}

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
