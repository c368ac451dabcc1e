package import SkiGeo

extension DaySession {
  /// Returns the exact Pareto set of routes over time, hardest grade, distance pushed and lifts boarded, by arrival.
  ///
  /// No path dominates any of the routes; of paths with equal criteria one is returned.
  /// - Parameters:
  ///   - request: The ends and the skier.
  ///   - departure: The time of departure.
  /// - Throws: ``SkiError`` with code `.invalidArgument` as ``route(_:departing:home:)``, `.limitExceeded` beyond the
  ///   labels of the ``WorkLimit``, `.cancelled` when the task is cancelled.
  /// - Complexity: Exponential in the worst case; see ``WorkLimit``.
  package func paretoChoices(
    _ request: RouteRequest, departing departure: DayTime
  ) throws -> Answer<[RouteChoice]> {
    let time = try departure.searchMilliseconds()
    let (start, destination): (ResolvedEnd, ResolvedEnd)
    switch try resolve(request) {
    case .noAnswer(let reason): return .noAnswer(reason)
    case .answer(let ends): (start, destination) = ends
    }
    let day = prepare(request.profile)
    if request.from == request.to {
      var route = RouteAssembly.route([], model: day.model)
      route.departure = departure
      return .answer([RouteChoice(route: route, criteria: RouteCriteria(LabelVector.zero, departing: 0))])
    }
    let ends = TimedEnds(from: start, to: destination, departing: time, day: day)
    let ways = try paretoPaths(ends, day)
    if ways.isEmpty { return .noAnswer(try diagnose(start, destination, day)) }
    return .answer(
      ways.map { way in
        var route = RouteAssembly.route(ends.pieces(way), model: day.model)
        route.departure = departure
        return RouteChoice(route: route, criteria: RouteCriteria(way.vector, departing: time))
      })
  }

  private func paretoPaths(_ ends: TimedEnds, _ day: PreparedDay) throws -> [LabelPath] {
    let rules = ParetoRules(day: day, ends: ends)
    let costs = CriterionCosts(model: day.model)
    let bounds = try LabelBounds(
      router.reversed(), rules: rules, lanes: RouteCriteria.Lane.all, targets: rules.leastFinals)
    var search = LabelSearch(router.flat, rules: rules, bounds: bounds)
    let starts = zip(ends.sources, ends.indices).map { source, index in
      var vector = costs.vector(ends.entry.access.pieces[index], walk: ends.entry.walk(index, to: .start))
      vector[RouteCriteria.Lane.time] = source.milliseconds
      return LabelEnd(node: source.node, vector: vector)
    }
    let direct = ends.direct.map { way, arrival in
      let walks = way.pieces.filter { $0.edge == nil }.map(CriterionCosts.centimetres)
      var vector = costs.vector(way.part, walk: nil)
      vector[RouteCriteria.Lane.pushed] += walks.reduce(0, +)
      vector[RouteCriteria.Lane.time] = arrival
      return vector
    }
    defer { labelCount = search.labelCount }
    return try search.run(from: starts, to: ends.targets, direct: direct)
  }
}
