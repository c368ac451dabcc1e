package import SkiBase
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
    let stretch = max(1, limits.greatestStretch)
    let limit = Double(best.totalMilliseconds()) * stretch
    let found =
      switch request.objective {
      case .skiing: try plateaus(timed, ends, weights(of: day).least, stretch: stretch)
      case .fastest: try plateaus(timed, timed.entry.access, timed.exit.access, day.costs, within: limit)
      }
    var chosen = [best]
    var kept = [RouteShare(best.steps.lazy.flatMap(\.edges), graph: router.graph)]
    found?.forEachPath { path in
      guard let way = way(path, timed), let pieces = timed.ride(way),
        Double(pieces.reduce(0) { $0 + Int($1.milliseconds) }) <= limit
      else { return true }
      let share = RouteShare(pieces.lazy.compactMap(\.edge), graph: router.graph)
      guard kept.allSatisfy({ share.shared(with: $0) <= limits.greatestSharing }) else { return true }
      var route = RouteAssembly.route(pieces, model: day.model)
      route.departure = departure
      chosen.append(route)
      kept.append(share)
      return chosen.count < count
    }
    return .answer([best] + chosen.dropFirst().sorted { $0.totalMilliseconds() < $1.totalMilliseconds() })
  }

  /// Returns the plateaus of weighted costs, up to a ratio of the least cost; nil when there are none.
  private func plateaus(
    _ ends: TimedEnds, _ places: (ResolvedEnd, ResolvedEnd), _ costs: PreparedCosts, stretch: Double
  ) throws -> Plateaus? {
    let entry = EndAccess(places.0, end: .start, model: costs.model, costs: costs.edges, isLeast: false)
    let exit = EndAccess(
      places.1, end: .destination, model: costs.model, costs: costs.edges, isLeast: false)
    // Both have the ends in one order, except when an edge's weighted time exceeds the cost limit.
    guard entry.ends.map(\.node) == ends.entry.access.ends.map(\.node), exit.ends.map(\.node) == ends.targets,
      let least = try session.search.milliseconds(
        from: entry.ends, to: exit.ends, costs: costs.edges, greatestSpeed: costs.greatestSpeed)
    else { return nil }
    return try plateaus(ends, entry, exit, costs, within: Double(least) * stretch)
  }

  private func plateaus(
    _ ends: TimedEnds, _ entry: EndAccess, _ exit: EndAccess, _ costs: PreparedCosts, within limit: Double
  ) throws -> Plateaus? {
    try Plateaus(
      router, sources: entry.ends, targets: exit.ends, costs: costs.edges.milliseconds,
      withinMilliseconds: UInt32(min(limit, 2e9)))
  }

  /// Returns a path over a plateau in the form of a label search; nil when it repeats a node.
  private func way(_ path: Plateaus.PlateauPath, _ ends: TimedEnds) -> LabelPath? {
    let nodes = path.edges.map { router.flat.head[Int($0)] }
    guard Set(nodes).count == nodes.count, let first = path.edges.first,
      !nodes.contains(UInt32(router.flat.tail(of: first))),
      let source = ends.indices.firstIndex(of: path.source)
    else { return nil }
    return LabelPath(label: Label(), source: source, edges: path.edges, target: path.target)
  }
}

/// The lifts and runs of a route with their lengths, for comparison with others.
private struct RouteShare {
  private struct Part {
    var edge: EdgeIndex
    var centimetres: UInt32
  }

  /// The parts in the order of edges, each once.
  private var parts: [Part] = []
  private let total: Double

  init(_ edges: some Sequence<EdgeIndex>, graph: RoutingGraph) {
    for edge in edges.sorted(by: { $0.rawValue < $1.rawValue }) where edge != parts.last?.edge {
      let link = graph.link(of: edge)
      let kind = LinkKind(code: graph.storage.linkKind[link.position])
      guard kind == .lift || kind == .run else { continue }
      parts.append(
        Part(edge: edge, centimetres: graph.storage.pointDistance[graph.pointRange(link).upperBound - 1]))
    }
    total = Self.metres(parts)
  }

  private static func metres(_ parts: [Part]) -> Double {
    Double(parts.reduce(UInt64(0)) { $0 + UInt64($1.centimetres) }) / 100
  }

  /// Returns the ratio of this route that is shared with another; 1 for a route without lifts and runs.
  func shared(with other: RouteShare) -> Double {
    guard total > 0 else { return 1 }
    var (common, place) = ([Part](), 0)
    for part in parts {
      while place < other.parts.count, other.parts[place].edge.rawValue < part.edge.rawValue { place += 1 }
      if place < other.parts.count, other.parts[place].edge == part.edge { common.append(part) }
    }
    return Self.metres(common) / total
  }
}

/// The limits of alternative routes: sharing and stretch.
///
/// **Source:** Abraham, Delling, Goldberg and Werneck 2010, "Alternative routes in road networks" (limited sharing,
/// bounded stretch).
package struct AlternativeLimits: Hashable, Sendable {
  /// The maximum ratio of an alternative's length on lifts and runs that is shared with any route before it.
  package var greatestSharing: Double
  /// The maximum ratio of an alternative's duration to that of the best route.
  package var greatestStretch: Double

  /// Creates limits; the default is 60 % sharing and a stretch of 1.5.
  package init(greatestSharing: Double = 0.6, greatestStretch: Double = 1.5) {
    self.greatestSharing = greatestSharing
    self.greatestStretch = greatestStretch
  }
}
