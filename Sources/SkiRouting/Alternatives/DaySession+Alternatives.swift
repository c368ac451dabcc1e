package import SkiGeo
import SkiGraph

extension DaySession {
  /// Returns up to a number of alternative routes, the best by the objective of the request first.
  ///
  /// The others lead over plateaus of the cheapest paths without timetables, with their times on the day. Each is
  /// within the limits, visits no place twice, and they are ordered by arrival.
  /// - Parameters:
  ///   - request: The ends and the skier.
  ///   - departure: The time of departure.
  ///   - count: The maximum number of routes.
  ///   - limits: The limits of sharing and stretch.
  /// - Throws: ``SkiError`` with code `.invalidArgument` as ``route(_:departing:home:)``.
  /// - Complexity: O((*n* + *m*) log *m* + *p* · *e*) in plateaus *p* and edges of a path *e*.
  package func alternatives(
    _ request: RouteRequest, departing departure: DayTime, count: Int,
    limits: AlternativeLimits = AlternativeLimits()
  ) throws -> Answer<[Route]> {
    let best: Route
    switch try route(request, departing: departure) {
    case .noAnswer(let reason): return .noAnswer(reason)
    case .answer(let route): best = route
    }
    guard count > 1, !best.steps.isEmpty, case .answer(let ends) = try resolve(request) else {
      return .answer([best])
    }
    let time = try departure.searchMilliseconds()
    let day = prepare(request.profile)
    let timed = TimedEnds(from: ends.0, to: ends.1, departing: time, day: day)
    let limit = Double(best.totalMilliseconds()) * max(1, limits.greatestStretch)
    var chosen = [best]
    var kept = [RouteShare(best, graph: router.graph)]
    let found =
      switch request.objective {
      case .skiing: try paths(timed, ends, weights(of: day).least, stretch: max(1, limits.greatestStretch))
      case .fastest: try paths(timed, timed.entry.access, timed.exit.access, day.costs, within: limit)
      }
    for way in found where chosen.count < count {
      guard let pieces = timed.ride(way) else { continue }
      var route = RouteAssembly.route(pieces, model: day.model)
      route.departure = departure
      guard Double(route.totalMilliseconds()) <= limit else { continue }
      let share = RouteShare(route, graph: router.graph)
      guard kept.allSatisfy({ share.shared(with: $0) <= limits.greatestSharing }) else { continue }
      chosen.append(route)
      kept.append(share)
    }
    return .answer([best] + chosen.dropFirst().sorted { $0.totalMilliseconds() < $1.totalMilliseconds() })
  }

  /// Returns the paths over plateaus of weighted costs, up to a ratio of the least cost.
  private func paths(
    _ ends: TimedEnds, _ places: (ResolvedEnd, ResolvedEnd), _ costs: PreparedCosts, stretch: Double
  ) throws -> [LabelPath] {
    let entry = EndAccess(places.0, end: .start, model: costs.model, costs: costs.edges)
    let exit = EndAccess(places.1, end: .destination, model: costs.model, costs: costs.edges)
    // Both have the ends in one order, except when an edge's weighted time exceeds the cost limit.
    guard entry.ends.map(\.node) == ends.entry.access.ends.map(\.node), exit.ends.map(\.node) == ends.targets,
      let least = try session.search.milliseconds(
        from: entry.ends, to: exit.ends, costs: costs.edges, greatestSpeed: costs.greatestSpeed)
    else { return [] }
    return try paths(ends, entry, exit, costs, within: Double(least) * stretch)
  }

  /// Returns the paths over plateaus without repeated nodes, in the form of a label search.
  private func paths(
    _ ends: TimedEnds, _ entry: EndAccess, _ exit: EndAccess, _ costs: PreparedCosts, within limit: Double
  ) throws -> [LabelPath] {
    let plateaus = try Plateaus(
      router, sources: entry.ends, targets: exit.ends, costs: costs.edges.milliseconds)
    return plateaus.paths(withinMilliseconds: UInt32(min(limit, 2e9))).compactMap { way in
      let nodes = way.edges.map { router.flat.head[Int($0)] }
      guard Set(nodes).count == nodes.count, let first = way.edges.first,
        !nodes.contains(UInt32(router.flat.tail(of: first))),
        let source = ends.indices.firstIndex(of: way.source)
      else { return nil }
      return LabelPath(label: Label(), source: source, edges: way.edges, target: way.target)
    }
  }
}

/// The lifts and runs of a route with their lengths, for comparison with others.
private struct RouteShare {
  private var metres: [EdgeIndex: Double] = [:]
  private let total: Double

  init(_ route: Route, graph: RoutingGraph) {
    for step in route.steps where step.kind == .lift || step.kind == .run {
      for edge in step.edges {
        let link = graph.link(of: edge)
        metres[edge] = Double(graph.storage.pointDistance[graph.pointRange(link).upperBound - 1]) / 100
      }
    }
    total = metres.values.reduce(0, +)
  }

  /// Returns the ratio of this route that is shared with another; 1 for a route without lifts and runs.
  func shared(with other: RouteShare) -> Double {
    guard total > 0 else { return 1 }
    return metres.reduce(0) { $0 + (other.metres[$1.key] == nil ? 0 : $1.value) } / total
  }
}
