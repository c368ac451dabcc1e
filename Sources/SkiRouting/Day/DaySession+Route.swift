package import SkiBase
import SkiGraph

extension DaySession {
  /// Returns the best time-dependent route, by arrival or by weighted cost, or the reason why there is none.
  ///
  /// It waits for lifts and runs to open, and uses none that closes too early. Which of equal routes is returned is
  /// undefined. Waiting has a weight of 1, see ``RouteWeights``.
  /// - Parameters:
  ///   - request: The ends, the skier, the objective and the algorithm, which does not change the arrival.
  ///   - departure: The time of departure.
  ///   - home: The latest departures for home of the same profile; ``Route/homeReachability`` is then set.
  /// - Throws: ``SkiError`` with code `.invalidArgument`, as ``RouteSession/route(_:)``, and for a departure beyond the
  ///   next day; for weighted costs `.limitExceeded` beyond the bytes of the ``WorkLimit``, `.cancelled` when the task
  ///   is cancelled.
  /// - Complexity: As ``RouteSession/route(_:)``; for weighted costs with waits, O(*l* · *k*) in labels *l* and those
  ///   of a node *k*.
  package func route(
    _ request: RouteRequest, departing departure: DayTime, home: LatestDepartures? = nil
  ) throws -> Answer<Route> {
    try route(request, departing: departure, home: home, ends: nil)
  }

  /// Returns the best time-dependent route as ``route(_:departing:home:)``.
  /// - Parameter ends: The ends of the request in this region; nil when they are not known.
  func route(
    _ request: RouteRequest, departing departure: DayTime, home: LatestDepartures? = nil, ends: RequestEnds?
  ) throws -> Answer<Route> {
    let time = try departure.searchMilliseconds()
    let (start, destination): (ResolvedEnd, ResolvedEnd)
    switch try resolve(request, ends) {
    case .noAnswer(let reason): return .noAnswer(reason)
    case .answer(let ends): (start, destination) = ends
    }
    let day = prepare(request.profile)
    let isThere = request.from == request.to
    let pieces = isThere ? [] : try pieces(request, from: start, to: destination, departing: time, day)
    guard let pieces else { return .noAnswer(try diagnose(start, destination, day)) }
    var route = RouteAssembly.route(pieces, model: day.model)
    route.departure = departure
    if let home {
      route.homeReachability = HomeReachabilityFinder(departures: home, graph: router.graph).reachability(
        pieces, departing: time, start: latestDeparture(from: start, in: home, day),
        end: latestDeparture(from: destination, in: home, day), route: route)
    }
    return .answer(route)
  }

  private func pieces(
    _ request: RouteRequest, from start: ResolvedEnd, to destination: ResolvedEnd, departing time: UInt32,
    _ day: PreparedDay
  ) throws -> [RoutePiece]? {
    switch request.objective {
    case .skiing:
      try weighedPieces(from: start, to: destination, departing: time, day, request.algorithm)
    case .fastest: try pieces(from: start, to: destination, departing: time, day, request.algorithm)
    }
  }

  /// Returns the positions of both ends of a request on the network, or the reason why one has none.
  /// - Parameter ends: The ends of the request in this region; nil when they are not known.
  func resolve(
    _ request: RouteRequest, _ ends: RequestEnds? = nil
  ) throws(SkiError) -> Answer<(ResolvedEnd, ResolvedEnd)> {
    if let ends { return .answer((ends.start, ends.destination)) }
    let resolver = EndResolver(graph: router.graph, request: request)
    switch (try resolver.resolve(.start), try resolver.resolve(.destination)) {
    case (.noAnswer(let reason), _), (_, .noAnswer(let reason)): return .noAnswer(reason)
    case (.answer(let from), .answer(let to)): return .answer((from, to))
    }
  }

  /// Returns the pieces of the path that arrives first, or nil when there is none.
  func pieces(
    from start: ResolvedEnd, to destination: ResolvedEnd, departing time: UInt32, _ day: PreparedDay,
    _ algorithm: SearchAlgorithm
  ) throws(SkiError) -> [RoutePiece]? {
    let entry = TimedAccess(start, end: .start, day: day)
    let exit = TimedAccess(destination, end: .destination, day: day)
    let (sources, indices) = entry.sources(departing: time, day.timed)
    let path = try session.search.path(
      from: sources, to: exit.access.ends, timed: day.timed, finals: exit.finals(day.timed),
      greatestSpeed: algorithm == .aStar ? day.greatestSpeed : nil)
    if let direct = direct(from: start, to: destination, departing: time, day),
      direct.arrival <= path?.milliseconds ?? .max
    {
      return direct.pieces
    }
    guard let path else { return nil }
    let (first, last) = (indices[path.source], path.target)
    var clock = DayClock(time: UInt64(time), timed: day.timed)
    clock.add(entry.walk(first, to: .start))
    clock.add(entry.access.pieces[first])
    for edge in path.edges { clock.add(RoutePiece(edge: edge, milliseconds: 0), whole: true) }
    clock.add(exit.access.pieces[last])
    clock.add(exit.walk(last, to: .destination))
    return clock.pieces
  }

  /// Returns the path along one link that arrives first, when both ends lie on it.
  private func direct(
    from start: ResolvedEnd, to destination: ResolvedEnd, departing time: UInt32, _ day: PreparedDay
  ) -> (arrival: UInt32, pieces: [RoutePiece])? {
    let ways = DirectPath.all(from: start, to: destination, costs: day.costs).compactMap { way in
      day.arrival(way, departing: time).map { (arrival: $0, way: way) }
    }
    guard let best = ways.min(by: { $0.arrival < $1.arrival }) else { return nil }
    var clock = DayClock(time: UInt64(time), timed: day.timed)
    for piece in best.way.pieces { clock.add(piece) }
    return (best.arrival, clock.pieces)
  }
}

/// The comparison of the times along a route with the latest departures for home.
struct HomeReachabilityFinder {
  let departures: LatestDepartures
  let graph: RoutingGraph
  private struct Visit {
    var place: GraphPoint
    var time: UInt64
    var latest: LatestDeparture
  }

  /// Returns the reachability of home from the places along a path.
  ///
  /// Home is reachable from the whole path where it is from the destination, by continuing on the path. An earlier
  /// place may still have an earlier latest departure, when a lift from it leads to runs that close before. Between
  /// nodes a path has no branches, so that only nodes are tested.
  /// - Parameters:
  ///   - pieces: The path, with waits.
  ///   - departure: The departure in milliseconds since midnight.
  ///   - start: The latest departure from the start.
  ///   - end: The latest departure from the destination.
  ///   - route: The same path as steps.
  func reachability(
    _ pieces: [RoutePiece], departing departure: UInt32, start: LatestDeparture?, end: LatestDeparture?,
    route: Route
  ) -> HomeReachability {
    let arrival = pieces.reduce(UInt64(departure)) { $0 + UInt64($1.milliseconds) }
    if let end, isInTime(arrival, end) { return .reachable(leavingBy: end) }
    guard let start else { return .noWayFromStart }
    guard isInTime(UInt64(departure), start), let first = route.steps.first?.points.first else {
      return .lostFromStart
    }
    var sight = Visit(place: first, time: UInt64(departure), latest: start)
    var time = UInt64(departure)
    for piece in pieces {
      time += UInt64(piece.milliseconds)
      guard let edge = piece.edge, piece.endCentimetres == .max,
        let latest = departures[graph.head(edge)], isInTime(time, latest)
      else { continue }
      sight = Visit(place: graph.point(graph.head(edge)), time: time, latest: latest)
    }
    return .lost(point(sight, departure, route))
  }

  private func isInTime(_ time: UInt64, _ latest: LatestDeparture) -> Bool {
    latest.time.map { time <= UInt64(max(0, $0.milliseconds)) } ?? true
  }

  private func point(_ sight: Visit, _ departure: UInt32, _ route: Route) -> PointOfNoReturn {
    var (passed, step) = (UInt64(departure), 0)
    for (index, next) in route.steps.enumerated() where passed <= sight.time {
      step = index
      passed += UInt64(max(0, next.milliseconds))
    }
    return PointOfNoReturn(
      place: sight.place, step: step, passedAt: DayTime(milliseconds: Int(sight.time)), latest: sight.latest)
  }
}
