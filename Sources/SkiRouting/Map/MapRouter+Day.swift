public import SkiGeo
public import SkiGraph

/// Questions about a day on the mountain.
extension MapRouter {
  /// Returns until when one may leave a place and still get home, with the last route there; or why nothing leads home.
  /// - Parameters:
  ///   - place: Where one is.
  ///   - home: Where one must be in the end.
  ///   - profile: Who goes.
  ///   - departure: When a route without a last moment leaves.
  ///   - snapLimitMetres: How far coordinates may lie from the network, metres.
  /// - Throws: As ``route(_:departing:home:)``.
  /// - Complexity: A search backwards and one forwards.
  public func home(
    from place: RouteEndpoint, to home: RouteEndpoint, profile: SkierProfile = SkierProfile(),
    departing departure: DayTime = DayTime(hour: 12),
    snapLimitMetres: Double = RouteRequest.usualSnapLimitMetres
  ) throws -> Answer<HomeDeparture> {
    try ask([place, home], profile, snapLimitMetres: snapLimitMetres) { session, profile in
      let request = RouteRequest(
        from: place, to: home, profile: profile, snapLimitMetres: snapLimitMetres, objective: .fastest)
      return try session.home(request, departing: departure)
    }
  }

  /// Returns until when one may leave every named lift, station and hut and still get home: those to be left first before
  /// the others, those without a way home last.
  /// - Throws: As ``route(_:departing:home:)``.
  /// - Complexity: A search backwards, and O(*f* log *f*) in features.
  public func homes(
    to home: RouteEndpoint, profile: SkierProfile = SkierProfile(),
    snapLimitMetres: Double = RouteRequest.usualSnapLimitMetres
  ) throws -> Answer<[HomePlace]> {
    try ask([home], profile, snapLimitMetres: snapLimitMetres) { session, profile in
      try session.latestDepartures(to: home, profile: profile, snapLimitMetres: snapLimitMetres)
        .map(session.homePlaces)
    }
  }

  /// Returns what can be skied or ridden within some time.
  /// - Parameters:
  ///   - request: From where, when, and for how long.
  ///   - home: Where one must be in the end: only what leaves home reachable is told.
  /// - Throws: As ``route(_:departing:home:)``; `.invalidArgument` for a time beyond ``ReachRequest/greatestMilliseconds``.
  /// - Complexity: O((*n* + *m*) log *m* + *p*) in what is reached.
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
  /// - Throws: As ``route(_:departing:home:)``; `.invalidArgument` for nobody and more than ``MeetRequest/greatestCount``.
  /// - Complexity: As ``DaySession/meet(_:)``, and a route for each person and offer.
  public func meet(_ request: MeetRequest) throws -> Answer<Meeting> {
    var places = request.people.map(\.from) + request.places
    if case .place(let home) = request.back { places.append(home) }
    let profile = request.people.first?.profile ?? SkierProfile()
    return try ask(places, profile, snapLimitMetres: request.snapLimitMetres) { session, _ in
      var request = request
      let region = session.router.graph.region
      for index in request.people.indices {
        request.people[index].profile = self.profile(request.people[index].profile, in: region)
      }
      return try session.meet(request).map { try session.offering($0, request) }
    }
  }

  /// Returns a tour from home and back within hours that has as much of what is asked for as was found, with a bound on any other.
  /// - Parameters:
  ///   - request: Home, hours, skier and goal.
  ///   - goesOn: Asked now and then; false ends the search with what is known.
  /// - Throws: As ``route(_:departing:home:)``; `.invalidArgument` for hours that end before they begin, a lunch beyond a day,
  ///   limits below one, and runs of another ski area.
  /// - Complexity: As ``DaySession/tour(_:goesOn:)``.
  public func tour(
    _ request: TourRequest, goesOn: (TourProgress) -> Bool = { _ in true }
  ) throws -> Answer<Tour> {
    let places = [request.home, request.end, request.lunch?.place].compactMap(\.self)
    return try ask(places, request.profile, snapLimitMetres: request.snapLimitMetres) { session, profile in
      var request = request
      request.profile = profile
      return try session.tour(request, goesOn: goesOn)
    }
  }

  /// Returns what becomes of the ways from and to a place when some lifts and runs close besides.
  /// - Parameters:
  ///   - closing: What closes.
  ///   - home: The place that counts.
  ///   - profile: Who goes.
  ///   - snapLimitMetres: How far a coordinate may lie from the network, metres.
  /// - Throws: ``SkiError`` with code `.invalidArgument` as ``route(_:)``, and where nothing that closes lies in the area of home.
  /// - Complexity: O((*n* + *m*) log *m* + *f*).
  public func effect(
    ofClosing closing: [Place], home: RouteEndpoint, profile: SkierProfile = SkierProfile(),
    snapLimitMetres: Double = RouteRequest.usualSnapLimitMetres
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

  /// Returns the nearest place of the network to a coordinate that a skier may start from, or how far everything is.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a coordinate off the Earth, or a limit that is not finite.
  /// - Complexity: O(*r*) in regions, and O(log *n*) in each near the coordinate.
  public func nearest(
    to coordinate: Coordinate, profile: SkierProfile = SkierProfile(),
    withinMetres limit: Double = RouteRequest.usualSnapLimitMetres
  ) throws -> Answer<NetworkPoint> {
    let place = RouteEndpoint.coordinate(coordinate)
    return try region(of: [place], profile: profile, snapLimitMetres: limit).flatMap { region in
      try router(for: region).nearest(to: coordinate, profile: profile, withinMetres: limit)
    }
  }

  /// Answers with a session in the region some places share, and the skier for whom what is closed there is closed.
  func ask<Value>(
    _ places: [RouteEndpoint], _ profile: SkierProfile, snapLimitMetres: Double,
    _ body: (DaySession, SkierProfile) throws -> Answer<Value>
  ) throws -> Answer<Value> {
    try region(of: places, profile: profile, snapLimitMetres: snapLimitMetres).flatMap { region in
      try body(day(in: region), self.profile(profile, in: region))
    }
  }
}
