public import SkiGeo
import SkiGraph

/// The questions about routes from one place to another.
extension MapRouter {
  /// Returns the best route by the objective of the request, without timetables, or the reason why there is none.
  /// - Parameter request: The ends, by coordinate or place (by node only on a map of one region), the skier and the
  ///   objective.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for an invalid coordinate, a place of another map, or a snap
  ///   limit that is negative or not finite; `.malformedData` for a corrupted region; `.cancelled` or `.timedOut` by
  ///   the task's ``WorkLimit``.
  /// - Complexity: O((*n* + *m*) log *m*) in nodes and edges of the region, after O(*r*) in regions.
  public func route(_ request: RouteRequest) throws -> Answer<Route> {
    try regionOf(request).flatMap { region in
      var request = request
      request.profile = profile(request.profile, in: region)
      return try router(for: region).route(request)
    }
  }

  /// Returns the best time-dependent route, or the reason why there is none: it waits for lifts to open, and uses none
  /// after it closes.
  /// - Parameters:
  ///   - request: As ``route(_:)``.
  ///   - departure: The time of departure.
  ///   - home: The place to return to: the route then reports whether it passes the last place from which home can be
  ///     reached, see ``Route/homeReachability``.
  /// - Throws: As ``route(_:)``; `.invalidArgument` for a departure not on the day or the next.
  /// - Complexity: As `DaySession.route(_:departing:home:)`, and a search backwards where home is given.
  public func route(
    _ request: RouteRequest, departing departure: DayTime, home: RouteEndpoint? = nil
  ) throws -> Answer<Route> {
    try ask([request.from, home, request.to].compactMap(\.self), request) { session, request in
      let departures = try home.flatMap {
        try session.latestDepartures(
          to: $0, profile: request.profile, snapLimitMetres: request.snapLimitMetres
        ).value
      }
      return try session.route(request, departing: departure, home: departures)
    }
  }

  /// Returns the route of least perceived time for a skier with preferences, or the reason why there is none.
  /// - Parameters:
  ///   - request: As ``route(_:)``.
  ///   - wishes: The preferred and the avoided features.
  ///   - departure: The time of departure.
  /// - Throws: As ``route(_:departing:home:)``; `.invalidArgument` for a wish in another ski area.
  /// - Complexity: As `DaySession.route(_:preferring:departing:)`.
  public func route(
    _ request: RouteRequest, wishing wishes: NamedPreferences, departing departure: DayTime
  ) throws -> Answer<Route> {
    try ask([request.from, request.to], request) { session, request in
      let preferences = try RoutePreferences(
        wishes, finder: PlaceFinder(map: map), graph: session.router.graph)
      return try session.route(request, preferring: preferences, departing: departure)
    }
  }

  /// Returns a trip over stops in their order, or the reason why there is none, which names the leg that fails.
  /// - Parameters:
  ///   - request: As ``route(_:)``.
  ///   - stops: The places between, at most 100, with pauses up to a day.
  ///   - departure: The time of departure.
  /// - Throws: As ``route(_:departing:home:)``; `.invalidArgument` for a pause that is negative or longer than a day,
  ///   and for more than 100 stops.
  /// - Complexity: A route for each leg.
  public func trip(
    _ request: RouteRequest, over stops: [RouteStop], departing departure: DayTime
  ) throws -> Answer<Trip> {
    try ask([request.from] + stops.map(\.place) + [request.to], request) { session, request in
      try session.trip(request, over: stops, departing: departure)
    }
  }

  /// Returns some truly different routes, the best first; fewer where there are no more.
  /// - Throws: As ``route(_:departing:home:)``; `.invalidArgument` for a count below 1.
  /// - Complexity: As `DaySession.alternatives(_:departing:count:limits:)`.
  public func alternatives(
    _ request: RouteRequest, departing departure: DayTime, count: Int
  ) throws -> Answer<[Route]> {
    try SkiError.require(count >= 1, "count of routes must be at least 1, got \(count)")
    return try ask([request.from, request.to], request) { session, request in
      try session.alternatives(request, departing: departure, count: count)
    }
  }

  /// Returns the Pareto-optimal routes by time, hardest grade, distance pushed and number of lifts, by arrival.
  /// - Parameters:
  ///   - request: As ``route(_:)``; the objective is ignored.
  ///   - departure: The time of departure.
  /// - Throws: As ``route(_:departing:home:)``; `.limitExceeded` beyond the labels of the ``WorkLimit``.
  /// - Complexity: Exponential in the worst case; see ``WorkLimit``.
  public func paretoChoices(
    _ request: RouteRequest, departing departure: DayTime
  ) throws -> Answer<[RouteChoice]> {
    try ask([request.from, request.to], request) { session, request in
      try session.paretoChoices(request, departing: departure)
    }
  }

  /// Returns every minimal set of relaxed limits that would allow a route, the least relaxed first.
  /// - Parameter request: As ``route(_:)``; the objective is ignored.
  /// - Throws: As ``route(_:)``; `.limitExceeded` beyond the labels of the ``WorkLimit``.
  /// - Complexity: Exponential in the worst case; see ``WorkLimit``.
  public func relaxations(_ request: RouteRequest) throws -> Answer<[Relaxation]> {
    try ask([request.from, request.to], request) { session, request in try session.relaxations(request) }
  }

  /// Returns the reason why no route leads from a place back to another within a skier's limits; nil when one does.
  /// - Parameter request: The place as the start, and the one to return to as the destination.
  /// - Throws: As ``route(_:)``.
  /// - Complexity: As ``route(_:)``.
  public func missingRoute(_ request: RouteRequest) throws -> Answer<MissingRoute?> {
    try ask([request.from, request.to], request) { session, request in
      .answer(
        try session.missingRoute(
          from: request.from, backTo: request.to, profile: request.profile,
          snapLimitMetres: request.snapLimitMetres))
    }
  }

  /// Returns turn-by-turn directions for a route: exits of lifts, forks with the side to keep to, and landmarks.
  /// - Parameters:
  ///   - route: A route of this map.
  ///   - destination: The name of the destination.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a route of another map, `.malformedData` when its region was altered.
  /// - Complexity: As `Directions.init(_:graph:destination:)`.
  public func directions(_ route: Route, destination: String) throws -> Directions {
    let graph = try map.graph(route.region)
    try SkiError.require(
      route.steps.allSatisfy({ $0.edges.allSatisfy { $0.position < graph.edgeCount } }),
      "route has an edge that its map does not have; ask for the route again")
    return Directions(route, graph: graph, destination: destination)
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
