import SkiGeo
import SkiGraph
import SkiModel

extension DaySession {
  /// Returns the places where some people can meet, or why one of them is nowhere.
  ///
  /// One search for each person; then every place is looked at.
  /// - Throws: ``SkiError`` with code `.invalidArgument`, as ``route(_:departing:home:)``, and for nobody or more than
  ///   ``MeetRequest/greatestCount`` people.
  /// - Complexity: O(*k* · ((*n* + *m*) log *m* + *c*)) for *k* people and *c* places.
  public func meet(_ request: MeetRequest) throws -> DayAnswer<Meeting> {
    guard (1...MeetRequest.greatestCount).contains(request.people.count) else {
      throw SkiError(
        .invalidArgument, "people must be 1 to \(MeetRequest.greatestCount), got \(request.people.count)")
    }
    let candidates: [MeetingCandidate]
    switch try self.candidates(request) {
    case .answer(let found): candidates = found
    case .noRoute(let reason): return .noRoute(reason)
    }
    var arrivals: [[UInt32?]] = []
    for person in request.people {
      switch try self.arrivals(of: person, at: candidates, request) {
      case .answer(let times): arrivals.append(times)
      case .noRoute(let reason): return .noRoute(reason)
      }
    }
    return .answer(Self.meeting(request.people, candidates, arrivals))
  }

  private struct MeetingCandidate {
    var place: RouteEndpoint
    var feature: FeatureIndex?
  }

  private func candidates(_ request: MeetRequest) throws -> DayAnswer<[MeetingCandidate]> {
    if !request.places.isEmpty {
      return .answer(request.places.map { MeetingCandidate(place: $0, feature: nil) })
    }
    let graph = router.graph
    let spots = spots(profile: SkierProfile()).map { feature, _ in
      let facts = graph.feature(feature)
      return MeetingCandidate(
        place: facts.startNode.map(RouteEndpoint.node) ?? .coordinate(facts.start.coordinate),
        feature: feature)
    }
    let lifts = liftEnds()
    let all = spots + lifts
    if !all.isEmpty { return .answer(all) }
    return .answer(
      (0..<graph.nodeCount).map { MeetingCandidate(place: .node(NodeIndex($0)), feature: nil) })
  }

  /// The ends of lifts that have no station of their own in the map.
  private func liftEnds() -> [MeetingCandidate] {
    let graph = router.graph
    return (0..<graph.featureCount).flatMap { position -> [MeetingCandidate] in
      guard FeatureKind(code: graph.kindCode(of: position)) == .lift else { return [] }
      let lift = graph.feature(FeatureIndex(position))
      return [lift.startNode, lift.endNode].compactMap(\.self).map {
        MeetingCandidate(place: .node($0), feature: FeatureIndex(position))
      }
    }
  }

  /// When a person is at each candidate.
  private func arrivals(
    of person: MeetRequest.Person, at candidates: [MeetingCandidate], _ request: MeetRequest
  ) throws -> DayAnswer<[UInt32?]> {
    let departure = try person.departure.searchMilliseconds()
    let start: ResolvedEnd
    switch try end(person.from, .start, person, request) {
    case .noRoute(let reason): return .noRoute(reason)
    case .end(let found): start = found
    }
    let day = prepare(person.profile)
    let access = TimedAccess(start, end: .start, day: day)
    let times = session.search.times(
      from: access.sources(departing: departure, day.timed).ends, timed: day.timed)
    return .answer(
      try candidates.map { candidate in
        if candidate.place == person.from { return departure }
        guard case .end(let place) = try end(candidate.place, .destination, person, request) else {
          return nil
        }
        return arrival(at: place, from: start, departing: departure, times: times, day)
      })
  }

  private func end(
    _ place: RouteEndpoint, _ end: RouteEnd, _ person: MeetRequest.Person, _ request: MeetRequest
  ) throws -> EndResolver.Resolution {
    let question = RouteRequest(
      from: place, to: place, profile: person.profile, snapLimitMetres: request.snapLimitMetres)
    return try EndResolver(graph: router.graph, request: question).resolve(end)
  }

  private static func meeting(
    _ people: [MeetRequest.Person], _ candidates: [MeetingCandidate], _ arrivals: [[UInt32?]]
  ) -> Meeting {
    var places: [MeetingPlace] = []
    for (index, candidate) in candidates.enumerated() {
      let times = arrivals.compactMap { $0[index] }
      guard times.count == people.count else { continue }
      places.append(
        MeetingPlace(
          place: candidate.place, feature: candidate.feature,
          arrivals: times.map { DayTime(milliseconds: Int($0)) },
          travelMilliseconds: zip(times, people).map { Int($0) - $1.departure.milliseconds }))
    }
    // Sorting is not stable: the position decides among equals.
    let order = places.indices.sorted {
      (places[$0].lastArrival, places[$0].totalMilliseconds, $0)
        < (places[$1].lastArrival, places[$1].totalMilliseconds, $1)
    }
    let stranded = people.indices.filter { person in arrivals[person].allSatisfy { $0 == nil } }
    return Meeting(places: order.map { places[$0] }, stranded: stranded)
  }
}
