public import SkiBase
public import SkiGraph

/// The questions about a day on the mountain: the route home, reach, meetings, tours and closures.
extension MapRouter {
  /// Returns the latest departure from a place that still gets home, with the last route; or the reason why no route
  /// leads home.
  ///
  /// **Source:** Orda and Rom 1990, "Shortest-path and minimum-delay algorithms in networks with time-dependent
  /// edge-length", reversed.
  /// - Parameters:
  ///   - place: The start.
  ///   - home: The destination of the day.
  ///   - profile: The skier.
  ///   - departure: The departure used for the route when nothing on it closes, 0:00 to 48:00.
  ///   - snapLimitMetres: The maximum distance of a coordinate from the network, in metres, 0 or more.
  /// - Throws: ``SkiError`` as ``route(_:departing:home:)``.
  /// - Complexity: O((*n* + *m*) log *m*) in nodes and edges of the region: a backward and a forward search.
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

  /// Returns the latest departure for home of every labelled lift, station and hut of the network, or the reason why
  /// home is not on the network.
  ///
  /// The earliest comes first, then those that may leave at any time, then those without a route home; equal ones are
  /// in order of name. Of several with one kind and label only the first in the region is returned.
  /// - Parameters:
  ///   - home: The destination of the day.
  ///   - profile: The skier.
  ///   - snapLimitMetres: The maximum distance of a coordinate from the network, in metres, 0 or more.
  /// - Throws: ``SkiError`` as ``route(_:departing:home:)``.
  /// - Complexity: O((*n* + *m*) log *m* + *f* log *f*) in nodes, edges and features of the region.
  public func latestDepartures(
    to home: RouteEndpoint, profile: SkierProfile = SkierProfile(),
    snapLimitMetres: Double = RouteRequest.defaultSnapLimitMetres
  ) throws -> Answer<[HomePlace]> {
    try ask([home], profile, snapLimitMetres: snapLimitMetres) { session, profile in
      try session.latestDepartures(to: home, profile: profile, snapLimitMetres: snapLimitMetres)
        .map(session.homePlaces)
    }
  }

  /// Returns the runs, lifts and places within reach in some time, an isochrone, or the reason why the start is not on
  /// the network.
  ///
  /// A lift counts when its ride ends in time, a run up to the position reached.
  /// - Parameters:
  ///   - request: The start, departure, time and skier.
  ///   - home: The destination of the day: only what still gets home is returned; nil for everything.
  /// - Throws: ``SkiError`` as ``route(_:departing:home:)``; with code `.invalidArgument` for a time below 0 or beyond
  ///   ``ReachRequest/greatestMilliseconds``.
  /// - Complexity: O((*n* + *m*) log *m* + *p*) in nodes, edges and points within reach; with a destination of the way
  ///   back also a route for each hut and station within reach.
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

  /// Returns the places where a group of people can meet, with everyone's route to the best by each criterion, or the
  /// reason why an end is not on the network.
  /// - Parameter request: The people, the possible places and the destination afterwards.
  /// - Throws: ``SkiError`` as ``route(_:departing:home:)``; with code `.invalidArgument` for no person and more than
  ///   ``MeetRequest/greatestCount``.
  /// - Complexity: O(*k* · ((*n* + *m*) log *m* + *c*)) in people *k*, possible places *c*, and nodes and edges of the
  ///   region.
  public func meet(_ request: MeetRequest) throws -> Answer<Meeting> {
    var shared = request.places
    if case .place(let home) = request.back { shared.append(home) }
    let profile = request.people.first?.profile ?? SkierProfile()
    let closures = try checkedClosures()
    let places = request.people.map { ($0.from, $0.profile) } + shared.map { ($0, profile) }
    return try region(of: places, snapLimitMetres: request.snapLimitMetres).flatMap { region in
      var request = request
      for index in request.people.indices {
        request.people[index].profile.close(closures, in: region)
      }
      return try withDay(in: region) { session in
        try session.meet(request).map { try session.offering($0, request) }
      }
    }
  }

  /// Returns the best tour found from home and back within hours, with an upper bound for all others, or the reason why
  /// there is none.
  ///
  /// A ``WorkLimit`` that is reached during the search ends it with the best tour so far.
  ///
  /// **Source:** label setting of Martins 1984, "On a multicriteria shortest path problem", with bounds by a
  /// relaxation, Land and Doig 1960, "An automatic method of solving discrete programming problems".
  /// - Parameters:
  ///   - request: Home, hours, skier and goal.
  ///   - shouldContinue: Receives the progress from time to time; returning false ends the search with the best tour so far.
  /// - Throws: ``SkiError`` as ``route(_:departing:home:)``; with code `.invalidArgument` for hours that end before
  ///   they begin, a lunch of negative duration, longer than a day or with a latest start before the earliest, and for
  ///   goals of no runs or of features that are no runs of the region.
  /// - Complexity: O(*c* · *m* / *n* + *l* log *l*) in cells *c* of a table of bounds, labels *l*, and nodes and edges
  ///   of the region; at most 8 million cells and 4 million labels in memory. Goals of runs need some forty tables.
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

  /// Returns the effect of closing some lifts and runs on the routes from and to a place, or the reason why it is not
  /// on the network.
  ///
  /// Features that the schedule closes all day count as closed before and after; other hours are ignored.
  /// - Parameters:
  ///   - closing: The places whose lifts and runs close, besides ``closed``; those in other regions are ignored.
  ///   - home: The place that routes start and end at.
  ///   - profile: The skier.
  ///   - snapLimitMetres: The maximum distance of a coordinate from the network, in metres, 0 or more.
  /// - Throws: ``SkiError`` as ``route(_:)``; with code `.invalidArgument` when none of `closing` is in the region of
  ///   home.
  /// - Complexity: O((*n* + *m*) log *m* + *f*) in nodes, edges and features of the region.
  public func effect(
    ofClosing closing: [Place], home: RouteEndpoint, profile: SkierProfile = SkierProfile(),
    snapLimitMetres: Double = RouteRequest.defaultSnapLimitMetres
  ) throws -> Answer<ClosureEffect> {
    for place in closing { try map.check(place.region) }
    return try ask([home], profile, snapLimitMetres: snapLimitMetres) { session, profile in
      let features = closing.features(in: session.router.graph.region)
      try SkiError.require(
        !features.isEmpty, "nothing that closes lies in the ski area of home; name a lift or run of it")
      var profile = profile
      profile.closures = profile.closures.union(session.timetable.closures)
      return try session.session.effect(
        ofClosing: features, home: home, profile: profile, snapLimitMetres: snapLimitMetres)
    }
  }

  /// Returns the position on the network nearest to a coordinate, or a reason with its distance when it is beyond the
  /// limit.
  ///
  /// Closed features and those beyond the ceiling count too.
  /// - Parameters:
  ///   - coordinate: The coordinate in WGS 84 degrees.
  ///   - profile: The skier, who determines whether ski tours, hikes and itineraries count.
  ///   - limit: The maximum horizontal distance in metres: 0 or more, above 100,000 as 100,000.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for an invalid coordinate, a limit that is negative or not
  ///   finite, and places of another map in ``closed``; `.malformedData`, `.inputOutput` or `.limitExceeded` as
  ///   ``route(_:)``.
  /// - Complexity: O(*r*) in regions, and O(log *n*) in the nodes of each near the coordinate, after reading it on
  ///   first use.
  public func nearest(
    to coordinate: Coordinate, profile: SkierProfile = SkierProfile(),
    withinMetres limit: Double = RouteRequest.defaultSnapLimitMetres
  ) throws -> Answer<NetworkPoint> {
    _ = try checkedClosures()
    let place = RouteEndpoint.coordinate(coordinate)
    return try region(of: [place], profile: profile, snapLimitMetres: limit).flatMap { region in
      try router(for: region).nearest(to: coordinate, profile: profile, withinMetres: limit)
    }
  }

  /// Calls a closure with a session for the common region of some places, and the profile with the closures of one
  /// version.
  func ask<Value>(
    _ places: [RouteEndpoint], _ profile: SkierProfile, snapLimitMetres: Double,
    _ body: (DaySession, SkierProfile) throws -> Answer<Value>
  ) throws -> Answer<Value> {
    let closures = try checkedClosures()
    return try region(of: places, profile: profile, snapLimitMetres: snapLimitMetres).flatMap { region in
      var profile = profile
      profile.close(closures, in: region)
      return try withDay(in: region) { try body($0, profile) }
    }
  }
}

/// The position on the network nearest to a coordinate.
public struct NetworkPoint: Hashable, Sendable {
  /// The point on the network, with its elevation where one is known.
  public var point: GraphPoint
  /// The horizontal distance from the coordinate, in metres.
  public var distanceMetres: Double
  /// The source id of the run or street; nil at a station.
  public var id: SourceID?
  /// The numbers and name of that feature, see ``Signposted/label``; nil without both, and at a station.
  public var label: String?
  /// The kind of link; a lift at a station.
  public var kind: LinkKind
}

extension Router {
  /// Returns the position on the network nearest to a coordinate; see ``MapRouter/nearest(to:profile:withinMetres:)``.
  func nearest(
    to place: Coordinate, profile: SkierProfile, withinMetres limit: Double
  ) throws(SkiError) -> Answer<NetworkPoint> {
    let end = RouteEndpoint.coordinate(place)
    let request = RouteRequest(from: end, to: end, profile: profile, snapLimitMetres: limit)
    let resolver = EndResolver(graph: graph, request: request)
    return try resolver.resolve(.start).flatMap { _ in
      guard let snap = resolver.snaps(place, withinMetres: limit, count: 1).first else {
        return .noAnswer(NoAnswer(.notNearAnything))
      }
      return .answer(point(snap))
    }
  }

  private func point(_ snap: NetworkSnap) -> NetworkPoint {
    let feature = snap.link.flatMap { graph.link($0).feature }.map(graph.feature)
    return NetworkPoint(
      point: snap.point, distanceMetres: snap.distanceMetres, id: feature?.id, label: feature?.label,
      kind: snap.link.map { graph.link($0).kind } ?? .lift)
  }
}
