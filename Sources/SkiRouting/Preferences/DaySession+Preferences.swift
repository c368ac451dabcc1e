package import SkiGeo
import SkiGraph

extension DaySession {
  /// Returns the route that seems shortest to who prefers some things to others, or why there is none.
  ///
  /// Exact: no way seems shorter as ``RoutePreferences`` defines it.
  /// - Parameters:
  ///   - request: Ends, skier and objective: preferences come on top of its weights. The algorithm does not matter.
  ///   - preferences: How long things seem.
  ///   - departure: When one leaves.
  /// - Throws: ``SkiError`` with code `.invalidArgument` as ``route(_:departing:home:)``, and for factors outside their limits; `.limitExceeded` when there
  ///   are more partial ways than the limits allow; `.cancelled` when the task was cancelled.
  /// - Complexity: O(*l* · *k*) in labels and those of a node: pairs of arrival and weighted cost of which none dominates another.
  package func route(
    _ request: RouteRequest, preferring preferences: RoutePreferences, departing departure: DayTime
  ) throws -> Answer<Route> {
    try SkiError.require(
      preferences.areValid,
      "factors must be \(RoutePreferences.factors), and pushed metres seem at most 60 s longer; got \(preferences)"
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
    guard let way = isThere ? nil : try seemingWay(ends, day, preferences, weights) else {
      if !isThere { return .noAnswer(try diagnose(start, destination, day)) }
      return .answer(Route(steps: [], region: router.graph.region, departure: departure))
    }
    var route = RouteAssembly.route(ends.pieces(way), model: day.model)
    route.departure = departure
    return .answer(route)
  }

  /// Returns the way that seems shortest, nil when there is none.
  ///
  /// A bicriteria label search over arrival and extra (``PreferenceRules``), led by two lower bounds: the rest as it would seem if every wait were
  /// the shortest of the day, and the first arrival there is with the least extra of the rest.
  func seemingWay(
    _ ends: TimedEnds, _ day: PreparedDay, _ preferences: RoutePreferences, _ weights: DayWeights?
  ) throws -> LabelWay? {
    let prices = try SeemingCosts(day: day, preferences: preferences, weights: weights) {
      let times = try session.search.times(from: ends.sources, timed: day.timed)
      return { edge in day.timed.queue(edge, at: times[self.router.graph.tail(EdgeIndex(edge))]) }
    }
    guard let first = try firstArrival(ends, day) else { return nil }
    let rules = PreferenceRules(prices: prices, timed: day.timed, ends: ends, firstArrival: first)
    let finals = ends.targets.indices.map { LabelEnd(node: ends.targets[$0], vector: rules.leastAtEnd($0)) }
    let bounds = try LabelBounds(
      router.reversed(), rules: rules, lanes: [PreferenceRules.Lane.seeming, PreferenceRules.Lane.extra],
      targets: finals)
    var search = LabelSearch(router.flat, rules: rules, bounds: bounds)
    let starts = zip(ends.sources, ends.indices).map { source, index in
      let extra =
        prices.extra(ends.entry.access.pieces[index]) + prices.extra(ends.entry.walk(index, to: .start))
      return LabelEnd(node: source.node, vector: rules.vector(extra: extra, time: source.milliseconds))
    }
    let direct = ends.direct.map { way, arrival in
      rules.end(extra: way.pieces.reduce(0) { $0 + prices.extra($1) }, time: arrival)
    }
    defer { labelCount = search.labelCount }
    return try search.run(from: starts, to: ends.targets, direct: direct).first
  }

  /// Returns when the end is reached first, or nil when it can't be.
  private func firstArrival(_ ends: TimedEnds, _ day: PreparedDay) throws -> UInt32? {
    let path = try session.search.path(
      from: ends.sources, to: ends.exit.access.ends, timed: day.timed, finals: ends.exit.finals(day.timed),
      greatestSpeed: nil)
    return (ends.direct.map(\.arrival) + [path?.milliseconds].compactMap(\.self)).min()
  }
}

extension TimedCosts {
  /// The queue of who comes to an edge at a moment, in milliseconds; 0 where nobody queues or comes.
  fileprivate func queue(_ edge: Int, at time: UInt32?) -> UInt64 {
    guard let time, ruleOfEdge[edge] != 0,
      let passage = passage(edge, at: UInt64(time), cost: UInt64(milliseconds[edge]))
    else { return 0 }
    return passage.wait - (closed(edge, at: UInt64(time), cost: UInt64(milliseconds[edge])) ?? 0)
  }
}
