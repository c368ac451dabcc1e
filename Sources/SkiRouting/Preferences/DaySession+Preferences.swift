import SkiGeo
import SkiGraph

extension DaySession {
  /// Returns the route that seems shortest to who prefers some things to others, or why there is none.
  ///
  /// Exact: no way seems shorter. It may make use of the time before a lift opens where skiing seems better than waiting.
  /// - Parameters:
  ///   - request: Ends, skier and objective: preferences come on top of its weights. The algorithm does not matter.
  ///   - preferences: How long things seem.
  ///   - departure: When one leaves.
  ///   - limits: How much may be remembered.
  /// - Throws: ``SkiError`` with code `.invalidArgument` as ``route(_:departing:home:)``, and for factors outside their limits; `.limitExceeded` when there
  ///   are more partial ways than the limits allow; `.cancelled` when the task was cancelled.
  /// - Complexity: O(*l* · *k*) in labels and those of a node.
  public func route(
    _ request: RouteRequest, preferring preferences: RoutePreferences, departing departure: DayTime,
    limits: SearchLimits = SearchLimits()
  ) throws -> RouteResult {
    guard preferences.areValid else {
      throw SkiError(
        .invalidArgument,
        "factors must be \(RoutePreferences.factors), and pushed metres seem at most 60 s longer; got \(preferences)"
      )
    }
    let time = try departure.searchMilliseconds()
    let (start, destination): (ResolvedEnd, ResolvedEnd)
    switch try resolve(request) {
    case .noRoute(let reason): return .noRoute(reason)
    case .answer(let ends): (start, destination) = ends
    }
    let day = prepare(request.profile)
    let ends = TimedEnds(from: start, to: destination, departing: time, day: day)
    let isThere = request.from == request.to
    let weights = request.objective == .skiing ? weights(of: day) : nil
    guard let way = isThere ? nil : try seemingWay(ends, day, preferences, weights, limits) else {
      if !isThere { return .noRoute(diagnose(start, destination, day)) }
      return .route(Route(steps: [], region: router.graph.region, departure: departure))
    }
    var route = RouteAssembly.route(ends.pieces(way), model: day.model)
    route.departure = departure
    return .route(route)
  }

  /// Returns the way that seems shortest, nil when there is none.
  func seemingWay(
    _ ends: TimedEnds, _ day: PreparedDay, _ preferences: RoutePreferences, _ weights: DayWeights?,
    _ limits: SearchLimits
  ) throws -> LabelWay? {
    let prices = SeemingCosts(day: day, preferences: preferences, weights: weights)
    let rules = PreferenceRules(prices: prices, timed: day.timed, ends: ends)
    let finals = ends.targets.indices.map { index in
      let fixed = prices.price(ends.exit.access.pieces[index])
      let walk = prices.price(ends.exit.walk(index, to: .destination))
      return LabelEnd(node: ends.targets[index], vector: rules.vector(fixed + walk, time: 0))
    }
    let bounds = LabelBounds(
      router.reversed(), rules: rules, lanes: [PreferenceRules.Lane.seeming], targets: finals)
    var search = LabelSearch(router.flat, rules: rules, bounds: bounds, limits: limits)
    let starts = zip(ends.sources, ends.indices).map { source, index in
      let (piece, walk) = (ends.entry.access.pieces[index], ends.entry.walk(index, to: .start))
      let fixed = (piece?.milliseconds ?? 0) + (walk?.milliseconds ?? 0)
      let wait = UInt64(source.milliseconds - ends.departure - fixed)
      let seeming = prices.price(piece) + prices.price(walk) + prices.waiting(wait)
      return LabelEnd(node: source.node, vector: rules.vector(seeming, time: source.milliseconds))
    }
    let direct = ends.direct.map { way, arrival in
      let fixed = way.milliseconds
      let seeming = way.pieces.reduce(0) { $0 + prices.price($1) }
      return rules.vector(seeming + prices.waiting(UInt64(arrival - ends.departure - fixed)), time: 0)
    }
    defer { labelCount = search.labelCount }
    return try search.run(from: starts, to: ends.targets, direct: direct).first
  }
}
