public import SkiBase
import SkiGraph

/// The questions about routes from one place to another.
extension MapRouter {
  /// Returns the best route by the objective of the request, whatever the schedule, or the reason why there is none.
  ///
  /// Of equal routes any may be returned; between equal ends it has no steps.
  ///
  /// **Source:** A* of Hart, Nilsson and Raphael 1968, "A formal basis for the heuristic determination of minimum cost
  /// paths".
  /// - Parameter request: The ends, by coordinate or place (by node only on a map of one region), the skier and the
  ///   objective.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for an invalid coordinate, a place of another map, also in
  ///   ``closed``, a node on a map of several regions, or a snap limit that is negative or not finite; `.malformedData`
  ///   for a corrupted region, `.inputOutput` when reading it fails, `.limitExceeded` when there is no memory for it;
  ///   `.cancelled`, `.timedOut` or `.limitExceeded` by the task's ``WorkLimit``.
  /// - Complexity: O((*n* + *m*) log *m*) in nodes and edges of the region, after O(*r*) in regions; without a route
  ///   about ten times that, for the reason. A region is read on first use, in O(size).
  public func route(_ request: RouteRequest) throws -> Answer<Route> {
    try route(request, RequestEnds.find(request, on: map))
  }

  /// Returns the best route, and the reason why none leads back from its destination at any time; nil where one does.
  ///
  /// As ``route(_:)``, and ``missingRoute(_:)`` from the destination in the region of the route; ends that are coordinates are
  /// searched once.
  /// - Throws: ``SkiError`` as ``route(_:)``.
  /// - Complexity: As ``route(_:)``.
  package func routeWithReturn(
    _ request: RouteRequest
  ) throws -> (route: Answer<Route>, missingReturn: MissingRoute?) {
    let ends = try RequestEnds.find(request, on: map)
    let route = try route(request, ends)
    guard route.value != nil else { return (route, nil) }
    var back = request
    (back.from, back.to) = (request.to, request.from)
    return (route, try missingRoute(back, ends?.reversed).value ?? nil)
  }

  private func route(_ request: RouteRequest, _ ends: RequestEnds?) throws -> Answer<Route> {
    let closures = try checkedClosures()
    let region: RegionIndex
    if let ends {
      region = ends.region
    } else {
      switch try regionOf(request) {
      case .answer(let found): region = found
      case .noAnswer(let reason): return .noAnswer(reason)
      }
    }
    var request = request
    let closed = closures.closures(in: region)
    if !closed.isEmpty { request.profile.closures = request.profile.closures.union(closed) }
    return try withSession(in: region) { session in
      try Self.limitingSnow(request) { try session.route($0, ends) }
    }
  }

  /// Returns the best time-dependent route, or the reason why there is none: it waits for lifts and runs to open, and
  /// uses none that closes too early.
  ///
  /// **Source:** Cooke and Halsey 1966, "The shortest route through a network with time-dependent internodal transit
  /// times"; with weights and waits Hansen 1980, "Bicriterion path problems".
  /// - Parameters:
  ///   - request: As ``route(_:)``.
  ///   - departure: The time of departure, 0:00 to 48:00.
  ///   - home: The place to return to: the route then reports whether it passes the last place from which home can be
  ///     reached, see ``Route/homeReachability``; nil for none.
  /// - Throws: ``SkiError`` as ``route(_:)``; with code `.invalidArgument` for a departure not on the day or the next;
  ///   with the objective ``RouteObjective/skiing`` `.limitExceeded` beyond the bytes of the ``WorkLimit``.
  /// - Complexity: O((*n* + *m*) log *m*) as ``route(_:)``; with the objective ``RouteObjective/skiing``, where waits
  ///   depend on the time, O(*l* · *k*) in labels *l* and those of a node *k*.
  public func route(
    _ request: RouteRequest, departing departure: DayTime, home: RouteEndpoint? = nil
  ) throws -> Answer<Route> {
    if home == nil, departure.isWithinTwoDays {
      return try askOnce(request) { session, request, ends in
        try Self.limitingSnow(request) { try session.route($0, departing: departure, ends: ends) }
      }
    }
    return try ask([request.from, home, request.to].compactMap(\.self), request) { session, request in
      let departures = try home.flatMap {
        try session.latestDepartures(
          to: $0, profile: request.profile, snapLimitMetres: request.snapLimitMetres
        ).value
      }
      return try Self.limitingSnow(request) {
        try session.route($0, departing: departure, home: departures)
      }
    }
  }

  /// Returns the time-dependent route of least perceived time for a skier with preferences, or the reason why there is
  /// none.
  ///
  /// **Source:** Hansen 1980, "Bicriterion path problems", over arrival and perceived time.
  /// - Parameters:
  ///   - request: As ``route(_:)``; the weights of its objective apply as well.
  ///   - wishes: The words to prefer and to avoid.
  ///   - departure: The time of departure, 0:00 to 48:00.
  /// - Throws: ``SkiError`` as ``route(_:departing:home:)``; with code `.limitExceeded` for any objective beyond the
  ///   bytes of the ``WorkLimit``, `.unknownPlace` or `.ambiguousPlace` for a word that names no or several features,
  ///   `.invalidArgument` for a feature in another region.
  /// - Complexity: O(*l* · *k*) in labels *l* and the Pareto-optimal pairs *k* of arrival and perceived time at a node.
  public func route(
    _ request: RouteRequest, wishing wishes: NamedPreferences, departing departure: DayTime
  ) throws -> Answer<Route> {
    try ask([request.from, request.to], request) { session, request in
      let preferences = try RoutePreferences(
        wishes, finder: PlaceFinder(map: map), graph: session.router.graph)
      return try Self.limitingSnow(request) {
        try session.route($0, preferring: preferences, departing: departure)
      }
    }
  }

  /// Returns the answer to a request; where its route has several short passages along snow-covered paths that are too
  /// long in all, the answer without any of them.
  private static func limitingSnow(
    _ request: RouteRequest, _ answer: (RouteRequest) throws -> Answer<Route>
  ) throws -> Answer<Route> {
    let first = try answer(request)
    guard !request.profile.allowsSnowCovered, let route = first.value,
      route.snowCoveredMetres > RoutingGraph.greatestSnowCoveredMetres
    else { return first }
    var strict = request
    strict.profile.refusesSnowCovered = true
    return try answer(strict)
  }

  /// Returns a journey over stops in their order, or the reason why there is none, which names the leg that fails.
  ///
  /// Each leg is the best by the objective of the request, or all are the fastest where a later leg would otherwise
  /// have no route.
  /// - Parameters:
  ///   - request: As ``route(_:)``; equal ends make a loop.
  ///   - stops: The places between, in order, at most 100, with pauses up to a day.
  ///   - departure: The time of departure, 0:00 to 48:00.
  /// - Throws: ``SkiError`` as ``route(_:departing:home:)``, also for a leg that departs beyond the next day; with code
  ///   `.invalidArgument` for a pause that is negative or longer than a day, and for more than 100 stops.
  /// - Complexity: As ``route(_:departing:home:)`` for each leg, at most twice.
  public func journey(
    _ request: RouteRequest, over stops: [RouteStop], departing departure: DayTime
  ) throws -> Answer<Journey> {
    try ask([request.from] + stops.map(\.place) + [request.to], request) { session, request in
      try session.journey(request, over: stops, departing: departure)
    }
  }

  /// Returns the best route and alternatives to it by arrival, or the reason why there is no route.
  ///
  /// An alternative takes at most 1.5 times as long as the best route, shares at most 60 % of its length on lifts and
  /// runs with each one chosen before it, and visits no node twice.
  ///
  /// **Source:** Abraham, Delling, Goldberg and Werneck 2010, "Alternative routes in road networks".
  /// - Parameters:
  ///   - request: As ``route(_:)``.
  ///   - departure: The time of departure, 0:00 to 48:00.
  ///   - count: The maximum number of routes, 1 or more.
  /// - Throws: ``SkiError`` as ``route(_:departing:home:)``; with code `.invalidArgument` for a count below 1.
  /// - Complexity: As ``route(_:departing:home:)``, and O((*n* + *m*) log *m* + *p* · *e*) in nodes and edges of the
  ///   region, plateaus *p* and edges of a path *e*.
  public func alternatives(
    _ request: RouteRequest, departing departure: DayTime, count: Int
  ) throws -> Answer<[Route]> {
    try SkiError.require(count >= 1, "count of routes must be at least 1, got \(count)")
    return try ask([request.from, request.to], request) { session, request in
      try session.alternatives(request, departing: departure, count: count)
    }
  }

  /// Returns the Pareto-optimal routes by time, hardest grade, distance pushed and number of lifts, in order of
  /// arrival, or the reason why there is no route.
  ///
  /// Of routes with equal criteria one is returned.
  ///
  /// **Source:** Martins 1984, "On a multicriteria shortest path problem".
  /// - Parameters:
  ///   - request: As ``route(_:)``; the objective is ignored.
  ///   - departure: The time of departure, 0:00 to 48:00.
  /// - Throws: ``SkiError`` as ``route(_:departing:home:)``; with code `.limitExceeded` beyond the labels of the
  ///   ``WorkLimit``.
  /// - Complexity: O(*l* · *k*) in labels *l* and those of a node *k*, exponential in the worst case; see
  ///   ``WorkLimit``.
  public func paretoChoices(
    _ request: RouteRequest, departing departure: DayTime
  ) throws -> Answer<[RouteChoice]> {
    try ask([request.from, request.to], request) { session, request in
      try session.paretoChoices(request, departing: departure)
    }
  }

  /// Returns every minimal set of relaxed limits that would allow a route, the least relaxed first, or the reason why
  /// an end is not on the network.
  ///
  /// Features closed all day count as closed; opening hours are ignored.
  ///
  /// **Source:** Martins 1984, "On a multicriteria shortest path problem".
  /// - Parameter request: As ``route(_:)``; the objective is ignored.
  /// - Returns: The sets by number of kinds of concessions, number of concessions, grades and length; one without
  ///   concessions when a route exists already, and none when no set allows one.
  /// - Throws: ``SkiError`` as ``route(_:)``; with code `.limitExceeded` beyond the bytes of the ``WorkLimit``.
  /// - Complexity: O(*l* · *k*) in labels *l* and those of a node *k*, exponential in the worst case; see
  ///   ``WorkLimit``.
  public func relaxations(_ request: RouteRequest) throws -> Answer<[Relaxation]> {
    try ask([request.from, request.to], request) { session, request in try session.relaxations(request) }
  }

  /// Returns the reason why no route leads from a place back to another within a skier's limits, at any time of the
  /// day; nil when one does.
  ///
  /// Features closed all day count as closed; opening hours are ignored.
  /// - Parameter request: The place as the start, and the one to return to as the destination; the objective is
  ///   ignored.
  /// - Throws: ``SkiError`` as ``route(_:)``.
  /// - Complexity: As ``route(_:)``.
  public func missingRoute(_ request: RouteRequest) throws -> Answer<MissingRoute?> {
    try missingRoute(request, RequestEnds.find(request, on: map))
  }

  private func missingRoute(_ request: RouteRequest, _ ends: RequestEnds?) throws -> Answer<MissingRoute?> {
    try ask(request, ends) { session, request, ends in try session.missingRoute(request, ends) }
  }

  /// Returns turn-by-turn directions for a route: exits of lifts, forks with the side to keep to, and landmarks.
  /// - Parameters:
  ///   - route: A route of this map.
  ///   - destination: The name of the destination, for the arrival.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a route of another map, `.malformedData` when its region
  ///   was altered, `.inputOutput` when reading it fails, `.limitExceeded` when there is no memory for it.
  /// - Complexity: O(*p* + (1 + *l*) · *f* + *k* log *p*) in points of the route, rides *l* on lifts with intermediate
  ///   stations, features of the region, and features *k* near the route.
  public func directions(_ route: Route, destination: String) throws -> Directions {
    let graph = try map.graph(route.region)
    try SkiError.require(
      route.steps.allSatisfy({ step in
        step.edges.allSatisfy { $0.position < graph.edgeCount }
          && step.feature.map { $0.position < graph.featureCount } ?? true
      }),
      "route has an edge or a feature that its map does not have; compute the route again")
    return Directions(route, graph: graph, destination: destination)
  }

  /// Asks as ``ask(_:_:_:)`` with the ends of a request, which are searched once if they are coordinates.
  private func askOnce<Value>(
    _ request: RouteRequest, _ body: (DaySession, RouteRequest, RequestEnds?) throws -> Answer<Value>
  ) throws -> Answer<Value> {
    try ask(request, RequestEnds.find(request, on: map), body)
  }

  /// Asks with the ends of a request in one region; nil where they must be found in each.
  private func ask<Value>(
    _ request: RouteRequest, _ ends: RequestEnds?,
    _ body: (DaySession, RouteRequest, RequestEnds?) throws -> Answer<Value>
  ) throws -> Answer<Value> {
    guard let ends else {
      return try ask([request.from, request.to], request) { try body($0, $1, nil) }
    }
    var request = request
    request.profile.close(try checkedClosures(), in: ends.region)
    return try withDay(in: ends.region) { try body($0, request, ends) }
  }

  private func regionOf(_ request: RouteRequest) throws -> Answer<RegionIndex> {
    try region(
      of: [request.from, request.to], profile: request.profile, snapLimitMetres: request.snapLimitMetres)
  }

  private func ask<Value>(
    _ places: [RouteEndpoint], _ request: RouteRequest,
    _ body: (DaySession, RouteRequest) throws -> Answer<Value>
  ) throws -> Answer<Value> {
    try ask(places, request.profile, snapLimitMetres: request.snapLimitMetres) { session, profile in
      var request = request
      request.profile = profile
      return try body(session, request)
    }
  }
}
