package import SkiBase
import SkiGraph

/// A session that answers time-dependent questions about one day on one graph, with hours, waits and states.
///
/// A class for one task: not `Sendable`. The costs of the last profile are cached.
package final class DaySession {
  /// The router of the graph.
  package var router: Router { session.router }
  /// The timetable of the day.
  package let timetable: Timetable
  /// The session without hours on the same graph.
  package let session: RouteSession
  /// The scratch memory of backward searches, created on first use.
  private(set) lazy var backwardSearch = RouteSearch(router.reversed().flat)
  private var prepared: PreparedDay?
  private var preparedWeights: DayWeights?
  /// The weights of the profile prepared last without its closures.
  private var openWeights: DayWeights?
  /// The criteria of every edge that no profile changes, in the form of labels; nil until first used.
  var criteria: [UInt64]?
  /// The number of labels created by the last search over several criteria.
  package internal(set) var labelCount = 0

  /// Creates a session.
  /// - Precondition: The timetable belongs to the router's graph.
  /// - Complexity: O(*n* + *m*).
  package init(_ router: Router, timetable: Timetable) {
    session = RouteSession(router)
    self.timetable = timetable
  }

  /// The number of nodes settled by the last forward search.
  package var settledCount: Int { session.search.settledCount }

  /// Returns the costs of a profile, cached until another profile is used; other closures change the cached ones.
  /// - Complexity: As ``PreparedDay/init(router:profile:timetable:)``; for a profile that differs from the last in
  ///   closures alone as ``PreparedDay/init(_:closures:timetable:)``.
  func prepare(_ profile: SkierProfile) -> PreparedDay {
    if let prepared, prepared.profile == profile { return prepared }
    let fresh: PreparedDay
    if let prepared, prepared.profile.equals(exceptClosures: profile) {
      fresh = PreparedDay(prepared, closures: profile.closures, timetable: timetable)
    } else {
      fresh = PreparedDay(router: router, profile: profile, timetable: timetable)
      openWeights = nil
    }
    (prepared, preparedWeights) = (fresh, nil)
    return fresh
  }

  /// Returns the weighted costs of a day, cached until another profile is used.
  /// - Precondition: The day is the one prepared last.
  func weights(of day: PreparedDay) -> DayWeights {
    if let preparedWeights { return preparedWeights }
    let open =
      openWeights
      ?? DayWeights(
        PreparedDay(day, closures: FeatureClosures(), timetable: timetable), router: router)
    let fresh = DayWeights(open, closures: day.model.profile.closures)
    (openWeights, preparedWeights) = (open, fresh)
    return fresh
  }
}

/// The costs of one profile on one day.
struct PreparedDay {
  /// The profile of the request.
  let profile: SkierProfile
  /// The costs without timetables, with the features closed all day removed.
  let costs: PreparedCosts
  let timed: TimedCosts
  /// The bound of straight-line speeds without waits, in metres per millisecond.
  let greatestSpeed: Double

  var model: CostModel { costs.model }
}

extension PreparedDay {
  /// Computes the costs of a profile on a day.
  /// - Complexity: O(*n* + *m* + *f*) in nodes, edges and features; the first of a pace as ``BaseCosts``.
  init(router: Router, profile: SkierProfile, timetable: Timetable) {
    var open = profile
    open.closures = timetable.closures
    let costs = PreparedCosts(router: router, profile: open)
    let timed = TimedCosts(model: costs.model, edges: costs.edges, timetable: timetable)
    open.closures = FeatureClosures()
    let day = PreparedDay(
      profile: open, costs: costs, timed: timed, greatestSpeed: timed.greatestSpeed(router.flat))
    self.init(day, closures: profile.closures, timetable: timetable)
  }

  /// Creates the costs of a profile that differs from that of another day in closures alone.
  /// - Complexity: As ``FeatureClosures/edges(in:)`` and ``FeatureClosures/union(_:)``.
  init(_ other: PreparedDay, closures: FeatureClosures, timetable: Timetable) {
    var profile = other.profile
    profile.closures = closures
    self.init(
      profile: profile, costs: PreparedCosts(other.costs, closures: closures.union(timetable.closures)),
      timed: TimedCosts(other.timed, closed: closures.edges(in: other.model.graph)),
      greatestSpeed: other.greatestSpeed)
  }
}

extension DayTime {
  /// Indicates whether the time lies within two days from midnight.
  var isWithinTwoDays: Bool { milliseconds >= 0 && milliseconds <= 172_800_000 }

  /// Returns the time as milliseconds since midnight.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a time outside two days.
  func searchMilliseconds() throws(SkiError) -> UInt32 {
    try SkiError.require(
      isWithinTwoDays,
      "time must lie within two days from midnight, got \(milliseconds) ms; give the clock time of the day")
    return UInt32(milliseconds)
  }
}

extension DaySession {
  /// Returns every minimal set of relaxed limits that would allow a route; see ``RouteSession/relaxations(_:)``.
  ///
  /// Features closed all day count as closed.
  package func relaxations(
    _ request: RouteRequest
  ) throws(SkiError) -> Answer<[Relaxation]> {
    var request = request
    request.profile.closures = request.profile.closures.union(timetable.closures)
    return try session.relaxations(request)
  }

  /// Returns the reason why there is no time-dependent route: it is too late, or there is none at any time.
  func diagnose(
    _ start: ResolvedEnd, _ destination: ResolvedEnd, _ day: PreparedDay
  ) throws -> NoAnswer {
    guard try session.hasPath(from: start, to: destination, day.costs) else {
      return try session.diagnose(day.model.profile, start, destination)
    }
    var reason = NoAnswer(.tooLate)
    let departures = try latestDepartures(to: destination, profile: day.profile)
    reason.latestDeparture = lastMoment(from: start, in: departures, day).map {
      DayTime(milliseconds: Int($0))
    }
    return reason
  }

  /// Returns the pieces of the path of least weighted cost, or nil when there is none.
  ///
  /// The result is exact. A search with the shortest wait of the day at each lift gives a lower bound; if its path has
  /// just these waits it is optimal. Otherwise a bicriteria label search over arrival and weight (``PreferenceRules``)
  /// finds the optimum.
  /// - Throws: ``SkiError`` with code `.limitExceeded` or `.cancelled`, as ``LabelSearch/run(from:to:direct:)``.
  func weighedPieces(
    from start: ResolvedEnd, to destination: ResolvedEnd, departing time: UInt32, _ day: PreparedDay,
    _ algorithm: SearchAlgorithm
  ) throws -> [RoutePiece]? {
    let weights = weights(of: day)
    guard let bound = try session.pieces(from: start, to: destination, weights.least, algorithm) else {
      return nil
    }
    var timed = bound
    session.time(&timed, day.profile)
    if let ridden = day.timed.ride(timed, departing: time) { return ridden }
    let ends = TimedEnds(from: start, to: destination, departing: time, day: day)
    return try leastPerceivedPath(ends, day, RoutePreferences(), weights).map(ends.pieces)
  }

  /// Returns the operating huts and stations of the graph with their positions on the network.
  /// - Complexity: O(*f*) in features, and a snap for each hut.
  func hutsAndStations(profile: SkierProfile) -> [(feature: FeatureIndex, place: ResolvedEnd)] {
    let graph = router.graph
    return (0..<graph.featureCount).compactMap { position in
      let kind = FeatureKind(code: graph.kindCode(of: position))
      guard kind == .station || kind == .hut else { return nil }
      let feature = graph.feature(FeatureIndex(position))
      guard feature.status == .operating || feature.status == .unknown else { return nil }
      return resolvedEnd(feature, profile).map { (FeatureIndex(position), $0) }
    }
  }

  /// Returns the position of a station, its node, or of a hut, snapped to the network near it.
  private func resolvedEnd(_ feature: GraphFeature, _ profile: SkierProfile) -> ResolvedEnd? {
    if let node = feature.startNode { return ResolvedEnd(node: node, graph: router.graph) }
    let place = RouteEndpoint.coordinate(feature.start.coordinate)
    return (try? EndResolver.resolve(place, as: .destination, in: router.graph, profile: profile))?.value
  }

  /// Returns the arrival at a place in milliseconds, given the arrivals at all nodes; nil when it cannot be reached.
  /// - Complexity: O(ends), and O(*p*) in the points of a link that contains both places.
  func arrival(
    at place: ResolvedEnd, from start: ResolvedEnd, departing departure: UInt32, times: NodeTimes,
    _ day: PreparedDay
  ) -> UInt32? {
    let exit = TimedAccess(place, end: .destination, day: day)
    var best = directArrival(at: place, from: start, departing: departure, day).map(UInt64.init)
    for (index, end) in exit.access.ends.enumerated() {
      guard let time = times[end.node] else { continue }
      var arrival: UInt64? = UInt64(time)
      if let piece = exit.access.pieces[index], let edge = piece.edge {
        arrival =
          day.timed.passage(edge.position, at: UInt64(time), cost: UInt64(piece.milliseconds))?.arrival
      }
      guard let arrival else { continue }
      best = min(best ?? .max, arrival + UInt64(exit.walkMilliseconds(index)))
    }
    return best.flatMap { $0 < SearchScratch.timeLimit ? UInt32($0) : nil }
  }

  private func directArrival(
    at place: ResolvedEnd, from start: ResolvedEnd, departing time: UInt32, _ day: PreparedDay
  ) -> UInt32? {
    DirectPath.all(from: start, to: place, costs: day.costs)
      .compactMap { day.arrival($0, departing: time) }.min()
  }

  /// Returns a journey over stops in their order, each leg the best by the objective of the request, departing after the
  /// pause before it.
  ///
  /// Edges are FIFO, so that the fastest legs make the fastest journey. When weighted legs arrive too late for a later
  /// one, all legs are the fastest. Equal ends make a loop.
  /// - Parameters:
  ///   - request: The ends and the skier.
  ///   - stops: The places between, in order.
  ///   - departure: The time of departure.
  ///   - home: As ``route(_:departing:home:)``, for each leg.
  /// - Throws: ``SkiError`` with code `.invalidArgument` as ``route(_:departing:home:)``, for a pause that is negative
  ///   or longer than a day, and for more than 100 stops.
  /// - Complexity: A route for each leg.
  package func journey(
    _ request: RouteRequest, over stops: [RouteStop], departing departure: DayTime,
    home: LatestDepartures? = nil
  ) throws -> Answer<Journey> {
    try SkiError.require(stops.count <= 100, "a journey has at most 100 stops, got \(stops.count); split it")
    for stop in stops where !(0...86_400_000).contains(stop.pauseMilliseconds) {
      throw SkiError(
        .invalidArgument, "a pause must last 0 to 24 hours, got \(stop.pauseMilliseconds) ms")
    }
    let weighed = try legs(request, stops, departing: departure, home: home)
    guard case .noAnswer(let reason) = weighed, request.objective == .skiing, reason.leg ?? 0 > 0 else {
      return weighed
    }
    var fastest = request
    fastest.objective = .fastest
    return try legs(fastest, stops, departing: departure, home: home)
  }

  private func legs(
    _ request: RouteRequest, _ stops: [RouteStop], departing departure: DayTime, home: LatestDepartures?
  ) throws -> Answer<Journey> {
    var journey = Journey(legs: [], pausesMilliseconds: stops.map(\.pauseMilliseconds) + [0])
    var leaves = departure
    var leg = request
    let ends = stops.map(\.place) + [request.to]
    for (index, end) in ends.enumerated() {
      (leg.from, leg.to) = (index == 0 ? request.from : ends[index - 1], end)
      switch try route(leg, departing: leaves, home: home) {
      case .noAnswer(var reason):
        reason.leg = index
        return .noAnswer(reason)
      case .answer(let route):
        journey.legs.append(route)
        leaves = leaves.advanced(
          byMilliseconds: route.totalMilliseconds() + journey.pausesMilliseconds[index])
      }
    }
    return .answer(journey)
  }
}

/// A possible meeting place.
struct MeetingCandidate {
  var place: RouteEndpoint
  var feature: FeatureIndex?
}

extension DaySession {
  /// Returns the latest departure of a person from each candidate to get back, nil where there is no path; or the
  /// reason why the destination is not on the network.
  func returns(
    of person: MeetRequest.Person, from candidates: [MeetingCandidate], _ request: MeetRequest
  ) throws -> Answer<[LatestDeparture?]> {
    guard let home = request.home(of: person) else { return .answer([]) }
    let resolved: ResolvedEnd
    switch try end(home, .destination, person, request) {
    case .noAnswer(let reason): return .noAnswer(reason)
    case .answer(let found): resolved = found
    }
    let day = prepare(person.profile)
    let departures = try latestDepartures(to: resolved, profile: person.profile)
    return .answer(
      try candidates.map { candidate in
        if candidate.place == home { return .anyTime }
        guard case .answer(let place) = try end(candidate.place, .start, person, request) else { return nil }
        return latestDeparture(from: place, in: departures, day)
      })
  }

  /// Returns the people who cannot get back from a place that everyone reaches, with the reasons.
  func unableToReturn(at place: MeetingPlace, _ request: MeetRequest) throws -> [Meeting.UnableToReturn] {
    try request.people.indices.compactMap { index in
      let person = request.people[index]
      guard !place.canReturn(index), let home = request.home(of: person) else { return nil }
      return Meeting.UnableToReturn(
        person: index,
        missing: try missingRoute(
          from: place.place, backTo: home, profile: person.profile, snapLimitMetres: request.snapLimitMetres))
    }
  }
}

extension MeetRequest {
  /// Returns the destination of a person after the meeting; nil when there is none.
  func home(of person: Person) -> RouteEndpoint? {
    switch back {
    case .start: person.from
    case .place(let place): place
    case .nowhere: nil
    }
  }
}

extension MeetingPlace {
  /// Returns whether a person can get back when leaving at the last arrival.
  func canReturn(_ person: Int) -> Bool {
    guard let latest = leaveBy[person] else { return false }
    return latest.time.map { lastArrival <= $0 } ?? true
  }

  /// Indicates whether everyone can get back.
  var everyoneCanReturn: Bool { leaveBy.indices.allSatisfy(canReturn) }
}

extension DaySession {
  /// Returns the exact Pareto set of routes over time, hardest grade, distance pushed and lifts boarded, by arrival.
  ///
  /// No path dominates any of the routes; of paths with equal criteria one is returned.
  /// - Parameters:
  ///   - request: The ends and the skier.
  ///   - departure: The time of departure.
  /// - Throws: ``SkiError`` with code `.invalidArgument` as ``route(_:departing:home:)``, `.limitExceeded` beyond the
  ///   bytes of the ``WorkLimit``, `.cancelled` when the task is cancelled.
  /// - Complexity: Exponential in the worst case; see ``WorkLimit``.
  package func paretoChoices(
    _ request: RouteRequest, departing departure: DayTime
  ) throws -> Answer<[RouteChoice]> {
    let time = try departure.searchMilliseconds()
    let (start, destination): (ResolvedEnd, ResolvedEnd)
    switch try resolve(request) {
    case .noAnswer(let reason): return .noAnswer(reason)
    case .answer(let ends): (start, destination) = ends
    }
    let day = prepare(request.profile)
    if request.from == request.to {
      var route = RouteAssembly.route([], model: day.model)
      route.departure = departure
      return .answer([RouteChoice(route: route, criteria: RouteCriteria(Label(), departing: 0))])
    }
    let ends = TimedEnds(from: start, to: destination, departing: time, day: day)
    let ways = try paretoPaths(ends, day)
    if ways.isEmpty { return .noAnswer(try diagnose(start, destination, day)) }
    return .answer(
      ways.map { way in
        var route = RouteAssembly.route(ends.pieces(way), model: day.model)
        route.departure = departure
        return RouteChoice(route: route, criteria: RouteCriteria(way.label, departing: time))
      })
  }

  /// Returns the Pareto-optimal paths, by arrival and then by the other criteria.
  private func paretoPaths(_ ends: TimedEnds, _ day: PreparedDay) throws -> [LabelPath] {
    let costs = CriterionCosts(model: day.model)
    let edges = criteria ?? costs.edges()
    criteria = edges
    let finals = ends.targets.indices.map { index in
      costs.criteria(ends.exit.access.pieces[index], walk: ends.exit.walk(index, to: .destination))
    }
    let bounds = try bounds(ends, edges, finals, day)
    let starts = zip(ends.sources, ends.indices).map { source, index in
      LabelEnd(
        node: source.node, first: source.milliseconds,
        rest: costs.criteria(ends.entry.access.pieces[index], walk: ends.entry.walk(index, to: .start)))
    }
    let direct = ends.direct.map { way, arrival in
      let walks = way.pieces.filter { $0.edge == nil }.map(CriterionCosts.centimetres)
      let pushed = RouteCriteria.Field.pushed.placed(UInt64(walks.reduce(0, +)))
      return Label(
        first: arrival, rest: RouteCriteria.fields.joined(costs.criteria(way.part, walk: nil), pushed))
    }
    let paths = try day.timed.withTimes(finals: ends.exit.finals(day.timed)) { times in
      let rules = ParetoRules(times: times, ends: ends, edges: edges, finals: finals, bounds: bounds)
      var search = LabelSearch(router.flat, rules: rules)
      defer { labelCount = search.labelCount }
      return try search.run(from: starts, to: ends.targets, direct: direct)
    }
    return (paths ?? []).sorted { RouteCriteria.order(of: $0.label) < RouteCriteria.order(of: $1.label) }
  }

  /// Returns the lower bounds by the shortest wait of the day at each lift.
  private func bounds(
    _ ends: TimedEnds, _ edges: [UInt64], _ finals: [UInt64], _ day: PreparedDay
  ) throws(SkiError) -> LabelBounds {
    let times = (0..<router.flat.edgeCount).map { edge -> UInt32 in
      let milliseconds = day.timed.milliseconds(edge)
      return milliseconds == EdgeCosts.notAllowed ? milliseconds : milliseconds + day.timed.leastWait(edge)
    }
    let targets = ends.targets.indices.map { index in
      LabelEnd(
        node: ends.targets[index], first: ends.exit.access.ends[index].milliseconds, rest: finals[index])
    }
    return try LabelBounds(
      router.reversed(), steps: LabelSteps(first: times, rest: edges),
      sums: [RouteCriteria.Field.pushed, RouteCriteria.Field.lifts], maxima: [RouteCriteria.Field.rank],
      targets: targets)
  }
}
