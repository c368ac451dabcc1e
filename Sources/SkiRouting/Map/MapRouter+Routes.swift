public import SkiGeo
import SkiGraph

/// Questions about ways from one place to another.
extension MapRouter {
  /// Returns the best route at any hour by the objective of the request, or why there is none.
  /// - Parameter request: Ends by coordinate or place; nodes only on a map of one region.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a coordinate off the Earth, a place that is not of this map, or a
  ///   snap limit that is negative or not finite; `.malformedData` when a region was altered; `.cancelled` or `.timedOut`.
  /// - Complexity: O((*n* + *m*) log *m*) in the region's size, after O(*r*) in regions.
  public func route(_ request: RouteRequest) throws -> Answer<Route> {
    try regionOf(request).flatMap { region in
      var request = request
      request.profile = profile(request.profile, in: region)
      return try router(for: region).route(request)
    }
  }

  /// Returns the best route by the clock, or why there is none: it waits for what opens, and takes nothing that closes too early.
  /// - Parameters:
  ///   - request: As ``route(_:)``.
  ///   - departure: When one leaves.
  ///   - home: Where one must be in the end: the route then says whether it passes the last place from which home can be
  ///     reached, see ``Route/homeOutlook``.
  /// - Throws: As ``route(_:)``; `.invalidArgument` for a departure not on the day or the next.
  /// - Complexity: As ``DaySession/route(_:departing:home:)``, and a search backwards where home is given.
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

  /// Returns the route a skier with some wishes would rather have, or why there is none.
  /// - Parameters:
  ///   - request: As ``route(_:)``.
  ///   - wishes: What is preferred and shunned.
  ///   - departure: When one leaves.
  /// - Throws: As ``route(_:departing:home:)``; `.invalidArgument` for a wish in another ski area.
  /// - Complexity: As ``DaySession/route(_:preferring:departing:)``.
  public func route(
    _ request: RouteRequest, wishing wishes: RouteWishes, departing departure: DayTime
  ) throws -> Answer<Route> {
    try ask([request.from, request.to], request) { session, request in
      let preferences = try RoutePreferences(
        wishes, finder: PlaceFinder(map: map), graph: session.router.graph)
      return try session.route(request, preferring: preferences, departing: departure)
    }
  }

  /// Returns a trip over some places in their order, or why there is none; the reason names the leg that fails.
  /// - Throws: As ``route(_:departing:home:)``; `.invalidArgument` for a pause beyond a day and more than 100 stops.
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
  /// - Complexity: As ``DaySession/alternatives(_:departing:count:limits:)``.
  public func alternatives(
    _ request: RouteRequest, departing departure: DayTime, count: Int
  ) throws -> Answer<[Route]> {
    try ask([request.from, request.to], request) { session, request in
      try session.alternatives(request, departing: departure, count: count)
    }
  }

  /// Returns the Pareto-optimal routes by time, hardest grade, metres pushed and lifts.
  /// - Throws: As ``route(_:departing:home:)``; `.limitExceeded` beyond the labels of the ``WorkLimit``.
  /// - Complexity: Exponential in the worst case; see ``WorkLimit``.
  public func paretoChoices(
    _ request: RouteRequest, departing departure: DayTime
  ) throws -> Answer<[RouteChoice]> {
    try ask([request.from, request.to], request) { session, request in
      try session.paretoChoices(request, departing: departure)
    }
  }

  /// Returns every smallest set of concessions that would open a way at some hour, those that ask least of the skier first.
  /// - Throws: As ``route(_:)``; `.limitExceeded` beyond the labels of the ``WorkLimit``.
  /// - Complexity: Exponential in the worst case; see ``WorkLimit``.
  public func relaxations(_ request: RouteRequest) throws -> Answer<[Relaxation]> {
    try ask([request.from, request.to], request) { session, request in try session.relaxations(request) }
  }

  /// Returns why nothing leads from a place back to another within a skier's limits at any hour; nil where something does.
  /// - Throws: As ``route(_:)``.
  /// - Complexity: As ``route(_:)``.
  public func missingWay(_ request: RouteRequest) throws -> Answer<MissingWay?> {
    try ask([request.from, request.to], request) { session, request in
      .answer(
        try session.missingWay(
          from: request.from, backTo: request.to, profile: request.profile,
          snapLimitMetres: request.snapLimitMetres))
    }
  }

  /// Returns a route as a guide tells it: where to leave a lift, keep left or right, and what is seen on the way.
  /// - Parameters:
  ///   - route: A route of this map.
  ///   - destination: What the destination is called.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a route of another map, `.malformedData` when its region was altered.
  /// - Complexity: As ``Directions/init(_:graph:destination:)``.
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
