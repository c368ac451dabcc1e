public import SkiGeo
public import SkiGraph

/// The questions about a day on the mountain: the way home, reach, meetings, tours and closures.
extension MapRouter {
  /// Returns the latest departure from a place that still gets home, with the last route; or the reason why no route
  /// leads home.
  ///
  /// - Parameters:
  ///   - place: The start.
  ///   - home: The destination of the day.
  ///   - profile: The skier.
  ///   - departure: The departure used for the route when nothing on it closes.
  ///   - snapLimitMetres: The maximum distance of a coordinate from the network, in metres.
  /// - Throws: As ``route(_:departing:home:)``.
  /// - Complexity: A backward and a forward search.
  public func home(
    from place: RouteEndpoint, to home: RouteEndpoint, profile: SkierProfile = SkierProfile(),
    departing departure: DayTime = DayTime(hour: 12),
    snapLimitMetres: Double = RouteRequest.defaultSnapLimitMetres
  ) throws -> Answer<HomeDeparture> {
    try ask([place, home], profile, snapLimitMetres: snapLimitMetres) { session, profile in
      let request = RouteRequest(
        from: place, to: home, profile: profile, snapLimitMetres: snapLimitMetres, objective: .fastest)
      return try session.home(request, departing: departure)
    }
  }

  /// Returns the latest departure for home of every named lift, station and hut, earliest first, those without a way
  /// home last.
  ///
  /// Of several with one kind and label only the first in the region is returned.
  /// - Parameters:
  ///   - home: The destination of the day.
  ///   - profile: The skier.
  ///   - snapLimitMetres: The maximum distance of a coordinate from the network, in metres.
  /// - Throws: As ``route(_:departing:home:)``.
  /// - Complexity: A backward search, and O(*f* log *f*) in features.
  public func latestDepartures(
    to home: RouteEndpoint, profile: SkierProfile = SkierProfile(),
    snapLimitMetres: Double = RouteRequest.defaultSnapLimitMetres
  ) throws -> Answer<[HomePlace]> {
    try ask([home], profile, snapLimitMetres: snapLimitMetres) { session, profile in
      try session.latestDepartures(to: home, profile: profile, snapLimitMetres: snapLimitMetres)
        .map(session.homePlaces)
    }
  }

  /// Returns the runs, lifts and places within reach in some time, an isochrone.
  /// - Parameters:
  ///   - request: The start, departure, time and skier.
  ///   - home: The destination of the day: only what still gets home is returned.
  /// - Throws: As ``route(_:departing:home:)``; `.invalidArgument` for a time beyond
  ///   ``ReachRequest/greatestMilliseconds``.
  /// - Complexity: O((*n* + *m*) log *m* + *p*) in the part of the network within reach.
  public func reach(_ request: ReachRequest, home: RouteEndpoint? = nil) throws -> Answer<Reach> {
    try ask(
      [request.from, home].compactMap(\.self), request.profile, snapLimitMetres: request.snapLimitMetres
    ) { session, profile in
      var request = request
      request.profile = profile
      let departures = try home.flatMap {
        try session.latestDepartures(to: $0, profile: profile, snapLimitMetres: request.snapLimitMetres).value
      }
      return try session.reach(request, home: departures)
    }
  }

  /// Returns the places where some people can meet, best in each way first, each with everyone's route.
  /// - Throws: As ``route(_:departing:home:)``; `.invalidArgument` for no person and more than ``MeetRequest/greatestCount``.
  /// - Complexity: As `DaySession.meet(_:)`, and a route for each person and offer.
  public func meet(_ request: MeetRequest) throws -> Answer<Meeting> {
    var shared = request.places
    if case .place(let home) = request.back { shared.append(home) }
    let profile = request.people.first?.profile ?? SkierProfile()
    let places = request.people.map { ($0.from, $0.profile) } + shared.map { ($0, profile) }
    return try region(of: places, snapLimitMetres: request.snapLimitMetres).flatMap { region in
      let session = try day(in: region)
      var request = request
      for index in request.people.indices {
        request.people[index].profile = self.profile(request.people[index].profile, in: region)
      }
      return try session.meet(request).map { try session.offering($0, request) }
    }
  }

  /// Returns the best tour found from home and back within hours, with an upper bound for all others.
  /// - Parameters:
  ///   - request: Home, hours, skier and goal.
  ///   - shouldContinue: Asked now and then; false ends the search with what is known.
  /// - Throws: As ``route(_:departing:home:)``; `.invalidArgument` for hours that end before they begin, a lunch beyond a day,
  ///   limits below one, and runs of another ski area.
  /// - Complexity: As `DaySession.tour(_:shouldContinue:)`.
  public func tour(
    _ request: TourRequest, shouldContinue: (TourProgress) -> Bool = { _ in true }
  ) throws -> Answer<Tour> {
    let places = [request.home, request.end, request.lunch?.place].compactMap(\.self)
    return try ask(places, request.profile, snapLimitMetres: request.snapLimitMetres) { session, profile in
      var request = request
      request.profile = profile
      return try session.tour(request, shouldContinue: shouldContinue)
    }
  }

  /// Returns the effect of closing some lifts and runs on the routes from and to a place.
  /// - Parameters:
  ///   - closing: The places whose lifts and runs close, besides those closed already.
  ///   - home: The place that routes start and end at.
  ///   - profile: The skier.
  ///   - snapLimitMetres: The maximum distance of a coordinate from the network, in metres.
  /// - Throws: ``SkiError`` with code `.invalidArgument` as ``route(_:)``, and when none of `closing` is in the region
  ///   of home.
  /// - Complexity: O((*n* + *m*) log *m* + *f*) in nodes, edges and features.
  public func effect(
    ofClosing closing: [Place], home: RouteEndpoint, profile: SkierProfile = SkierProfile(),
    snapLimitMetres: Double = RouteRequest.defaultSnapLimitMetres
  ) throws -> Answer<ClosureEffect> {
    for place in closing { try map.check(place.region) }
    return try ask([home], profile, snapLimitMetres: snapLimitMetres) { session, profile in
      let features = closing.features(in: session.router.graph.region)
      try SkiError.require(
        !features.isEmpty, "nothing that closes lies in the ski area of home; name a lift or run of it")
      return try RouteSession(session.router).effect(
        ofClosing: features, home: home, profile: profile, snapLimitMetres: snapLimitMetres)
    }
  }

  /// Returns the nearest place on the network that a skier may start from, or its distance when it is beyond the limit.
  /// - Parameters:
  ///   - coordinate: The coordinate in WGS 84 degrees.
  ///   - profile: The skier.
  ///   - limit: The maximum distance in metres.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for an invalid coordinate, or a limit that is negative or not
  ///   finite.
  /// - Complexity: O(*r*) in regions, and O(log *n*) in each near the coordinate.
  public func nearest(
    to coordinate: Coordinate, profile: SkierProfile = SkierProfile(),
    withinMetres limit: Double = RouteRequest.defaultSnapLimitMetres
  ) throws -> Answer<NetworkPoint> {
    let place = RouteEndpoint.coordinate(coordinate)
    return try region(of: [place], profile: profile, snapLimitMetres: limit).flatMap { region in
      try router(for: region).nearest(to: coordinate, profile: profile, withinMetres: limit)
    }
  }

  /// Runs a closure with a session for the common region of some places, and the profile with its closed features.
  func ask<Value>(
    _ places: [RouteEndpoint], _ profile: SkierProfile, snapLimitMetres: Double,
    _ body: (DaySession, SkierProfile) throws -> Answer<Value>
  ) throws -> Answer<Value> {
    try region(of: places, profile: profile, snapLimitMetres: snapLimitMetres).flatMap { region in
      try body(day(in: region), self.profile(profile, in: region))
    }
  }
}
