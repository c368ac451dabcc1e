package import SkiBase
import SkiGraph

extension DaySession {
  /// Returns the exact Pareto set of routes over time, hardest grade, distance pushed and lifts boarded, by arrival.
  ///
  /// No path dominates any of the routes; of paths with equal criteria one is returned.
  /// - Parameters:
  ///   - request: The ends and the skier.
  ///   - departure: The time of departure.
  /// - Throws: ``SkiError`` with code `.invalidArgument` as ``route(_:departing:home:)``, `.limitExceeded` beyond the
  ///   bytes of the ``WorkLimit``, `.cancelled` when the task is cancelled.
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
      return .answer([RouteChoice(route: route, criteria: RouteCriteria(Label(), departing: 0))])
    }
    let ends = TimedEnds(from: start, to: destination, departing: time, day: day)
    let ways = try paretoPaths(ends, day)
    if ways.isEmpty { return .noAnswer(try diagnose(start, destination, day)) }
    return .answer(
      ways.map { way in
        var route = RouteAssembly.route(ends.pieces(way), model: day.model)
        route.departure = departure
        return RouteChoice(route: route, criteria: RouteCriteria(way.label, departing: time))
      })
  }

  /// Returns the Pareto-optimal paths, by arrival and then by the other criteria.
  private func paretoPaths(_ ends: TimedEnds, _ day: PreparedDay) throws -> [LabelPath] {
    let costs = CriterionCosts(model: day.model)
    let edges = criteria ?? costs.edges()
    criteria = edges
    let finals = ends.targets.indices.map { index in
      costs.criteria(ends.exit.access.pieces[index], walk: ends.exit.walk(index, to: .destination))
    }
    let bounds = try bounds(ends, edges, finals, day)
    let starts = zip(ends.sources, ends.indices).map { source, index in
      LabelEnd(
        node: source.node, first: source.milliseconds,
        rest: costs.criteria(ends.entry.access.pieces[index], walk: ends.entry.walk(index, to: .start)))
    }
    let direct = ends.direct.map { way, arrival in
      let walks = way.pieces.filter { $0.edge == nil }.map(CriterionCosts.centimetres)
      let pushed = RouteCriteria.Field.pushed.placed(UInt64(walks.reduce(0, +)))
      return Label(
        first: arrival, rest: RouteCriteria.fields.joined(costs.criteria(way.part, walk: nil), pushed))
    }
    let paths = try day.timed.withTimes(finals: ends.exit.finals(day.timed)) { times in
      let rules = ParetoRules(times: times, ends: ends, edges: edges, finals: finals, bounds: bounds)
      var search = LabelSearch(router.flat, rules: rules)
      defer { labelCount = search.labelCount }
      return try search.run(from: starts, to: ends.targets, direct: direct)
    }
    return (paths ?? []).sorted { RouteCriteria.order(of: $0.label) < RouteCriteria.order(of: $1.label) }
  }

  /// Returns the lower bounds by the shortest wait of the day at each lift.
  private func bounds(
    _ ends: TimedEnds, _ edges: [UInt64], _ finals: [UInt64], _ day: PreparedDay
  ) throws(SkiError) -> LabelBounds {
    let times = (0..<router.flat.edgeCount).map { edge -> UInt32 in
      let milliseconds = day.timed.milliseconds(edge)
      return milliseconds == EdgeCosts.notAllowed ? milliseconds : milliseconds + day.timed.leastWait(edge)
    }
    let targets = ends.targets.indices.map { index in
      LabelEnd(
        node: ends.targets[index], first: ends.exit.access.ends[index].milliseconds, rest: finals[index])
    }
    return try LabelBounds(
      router.reversed(), steps: LabelSteps(first: times, rest: edges),
      sums: [RouteCriteria.Field.pushed, RouteCriteria.Field.lifts], maxima: [RouteCriteria.Field.rank],
      targets: targets)
  }
}
