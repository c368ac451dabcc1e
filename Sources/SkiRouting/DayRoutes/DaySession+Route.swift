package import SkiGeo
import SkiGraph

extension DaySession {
  /// Returns the best route by the clock, or why there is none: the one that arrives first, or the one that weighs least.
  ///
  /// One waits for what opens later, and takes nothing that closes too early. Among equal routes any may be told. Waiting weighs
  /// as much as it lasts, see ``RouteWeights``.
  /// - Parameters:
  ///   - request: Ends and skier; the algorithm is A* or Dijkstra's, which find the same arrival.
  ///   - departure: When one leaves.
  ///   - home: The latest departures home of the same profile: the route then says whether it passes the last place from which
  ///     home can be reached, see ``Route/homeOutlook``.
  /// - Throws: ``SkiError`` with code `.invalidArgument`, as ``RouteSession/route(_:)``, and for a departure not on the day or the next; where weights
  ///   count, `.limitExceeded` when there are more partial ways than ``WorkLimit`` allows, `.cancelled` when the task was cancelled.
  /// - Complexity: As ``RouteSession/route(_:)``; where weights count and something has to be waited for, O(*l* · *k*) in labels and those of a node.
  package func route(
    _ request: RouteRequest, departing departure: DayTime, home: LatestDepartures? = nil
  ) throws -> Answer<Route> {
    let time = try departure.searchMilliseconds()
    let (start, destination): (ResolvedEnd, ResolvedEnd)
    switch try resolve(request) {
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
      route.homeOutlook = HomeWatch(departures: home, graph: router.graph).outlook(
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

  /// Finds both ends of a request on the network, or why one is not there.
  func resolve(_ request: RouteRequest) throws -> Answer<(ResolvedEnd, ResolvedEnd)> {
    let resolver = EndResolver(graph: router.graph, request: request)
    switch (try resolver.resolve(.start), try resolver.resolve(.destination)) {
    case (.noAnswer(let reason), _), (_, .noAnswer(let reason)): return .noAnswer(reason)
    case (.answer(let from), .answer(let to)): return .answer((from, to))
    }
  }

  /// Returns the way that arrives first as pieces from end to end, or nil when there is none.
  func pieces(
    from start: ResolvedEnd, to destination: ResolvedEnd, departing time: UInt32, _ day: PreparedDay,
    _ algorithm: SearchAlgorithm
  ) throws -> [RoutePiece]? {
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

  /// Returns the way along one link that arrives first, where both ends lie on it.
  private func direct(
    from start: ResolvedEnd, to destination: ResolvedEnd, departing time: UInt32, _ day: PreparedDay
  ) -> (arrival: UInt32, pieces: [RoutePiece])? {
    let ways = DirectWay.all(from: start, to: destination, costs: day.costs).compactMap { way in
      day.arrival(way, departing: time).map { (arrival: $0, way: way) }
    }
    guard let best = ways.min(by: { $0.arrival < $1.arrival }) else { return nil }
    var clock = DayClock(time: UInt64(time), timed: day.timed)
    for piece in best.way.pieces { clock.add(piece) }
    return (best.arrival, clock.pieces)
  }
}
