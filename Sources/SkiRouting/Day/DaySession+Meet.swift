import SkiBase
import SkiGraph

extension DaySession {
  /// Returns the places where a group of people can meet, or the reason why one of them is not on the network.
  ///
  /// One forward search for each person, and one backward search each when they have to get back; then every candidate
  /// is tested. A place lets a person return who leaves it when the last one arrives.
  /// - Throws: ``SkiError`` with code `.invalidArgument`, as ``route(_:departing:home:)``, and for no people or more
  ///   than ``MeetRequest/greatestCount``.
  /// - Complexity: O(*k* · ((*n* + *m*) log *m* + *c*)) for *k* people and *c* places.
  package func meet(_ request: MeetRequest) throws -> Answer<Meeting> {
    try SkiError.require(
      (1...MeetRequest.greatestCount).contains(request.people.count),
      "people must be 1 to \(MeetRequest.greatestCount), got \(request.people.count)")
    let candidates: [MeetingCandidate]
    switch try self.candidates(request) {
    case .answer(let found): candidates = found
    case .noAnswer(let reason): return .noAnswer(reason)
    }
    var arrivals: [[UInt32?]] = []
    var returns: [[LatestDeparture?]] = []
    for person in request.people {
      switch try self.arrivals(of: person, at: candidates, request) {
      case .answer(let times): arrivals.append(times)
      case .noAnswer(let reason): return .noAnswer(reason)
      }
      switch try self.returns(of: person, from: candidates, request) {
      case .answer(let times): returns.append(times)
      case .noAnswer(let reason): return .noAnswer(reason)
      }
    }
    let places = Self.places(request, candidates, arrivals, returns)
    var meeting = Meeting(
      region: router.graph.region, places: places.filter(\.everyoneCanReturn),
      unableToReach: arrivals.indices.filter { arrivals[$0].allSatisfy { $0 == nil } })
    if meeting.places.isEmpty, let first = places.first {
      meeting.withoutReturn = Meeting.WithoutReturn(
        place: first, people: try unableToReturn(at: first, request))
    }
    return .answer(meeting)
  }

  private func candidates(_ request: MeetRequest) throws(SkiError) -> Answer<[MeetingCandidate]> {
    if !request.places.isEmpty {
      return .answer(request.places.map { MeetingCandidate(place: $0, feature: nil) })
    }
    let graph = router.graph
    let spots = sharedHutsAndStations(request).map { feature in
      let facts = graph.feature(feature)
      return MeetingCandidate(
        place: facts.startNode.map(RouteEndpoint.node) ?? .coordinate(facts.start.coordinate),
        feature: feature)
    }
    let lifts = liftEnds()
    let all = spots + lifts
    if !all.isEmpty { return .answer(all) }
    return .answer(
      (0..<graph.nodeCount).map { NodeIndex($0) }.filter { !graph.isAboard($0) }
        .map { MeetingCandidate(place: .node($0), feature: nil) })
  }

  /// Returns the operating huts and stations that are on the network for everyone.
  private func sharedHutsAndStations(_ request: MeetRequest) -> [FeatureIndex] {
    var shared: [FeatureIndex]?
    for profile in Set(request.people.map(\.profile)) {
      let own = hutsAndStations(profile: profile).map(\.feature)
      shared = shared.map { $0.filter(Set(own).contains) } ?? own
    }
    return shared ?? []
  }

  /// Returns the ends of all lifts.
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

  /// Returns the arrival of a person at each candidate; nil where there is none.
  private func arrivals(
    of person: MeetRequest.Person, at candidates: [MeetingCandidate], _ request: MeetRequest
  ) throws -> Answer<[UInt32?]> {
    let departure = try person.departure.searchMilliseconds()
    let start: ResolvedEnd
    switch try end(person.from, .start, person, request) {
    case .noAnswer(let reason): return .noAnswer(reason)
    case .answer(let found): start = found
    }
    let day = prepare(person.profile)
    let access = TimedAccess(start, end: .start, day: day)
    let times = try session.search.times(
      from: access.sources(departing: departure, day.timed).ends, timed: day.timed)
    return .answer(
      try candidates.map { candidate in
        if candidate.place == person.from { return departure }
        guard case .answer(let place) = try end(candidate.place, .destination, person, request) else {
          return nil
        }
        return arrival(at: place, from: start, departing: departure, times: times, day)
      })
  }

  func end(
    _ place: RouteEndpoint, _ end: RouteEnd, _ person: MeetRequest.Person, _ request: MeetRequest
  ) throws(SkiError) -> Answer<ResolvedEnd> {
    try EndResolver.resolve(
      place, as: end, in: router.graph, profile: person.profile, snapLimitMetres: request.snapLimitMetres)
  }

  /// Returns the places that everyone reaches, by last arrival.
  private static func places(
    _ request: MeetRequest, _ candidates: [MeetingCandidate], _ arrivals: [[UInt32?]],
    _ returns: [[LatestDeparture?]]
  ) -> [MeetingPlace] {
    var places: [MeetingPlace] = []
    for (index, candidate) in candidates.enumerated() {
      let times = arrivals.compactMap { $0[index] }
      guard times.count == request.people.count else { continue }
      var place = MeetingPlace(
        place: candidate.place, feature: candidate.feature,
        arrivals: times.map { DayTime(milliseconds: Int($0)) },
        travelMilliseconds: zip(times, request.people).map { Int($0) - $1.departure.milliseconds })
      if request.back != .nowhere { place.leaveBy = returns.map { $0[index] } }
      places.append(place)
    }
    // Sorting is not stable, so that the position decides among equals.
    let order = places.indices.sorted {
      (places[$0].lastArrival, places[$0].totalMilliseconds, $0)
        < (places[$1].lastArrival, places[$1].totalMilliseconds, $1)
    }
    return order.map { places[$0] }
  }
}
