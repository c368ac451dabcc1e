import SkiGraph

/// Somewhere people might meet.
struct MeetingCandidate {
  var place: RouteEndpoint
  var feature: FeatureIndex?
}

extension DaySession {
  /// Returns until when a person may leave each candidate to get back, nil where there is no way; or why there is no telling.
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

  /// Returns who doesn't get back from a place that all get to, each with why.
  func kept(at place: MeetingPlace, _ request: MeetRequest) throws -> [Meeting.Kept] {
    try request.people.indices.compactMap { index in
      let person = request.people[index]
      guard !place.letsGo(index), let home = request.home(of: person) else { return nil }
      return Meeting.Kept(
        person: index,
        missing: try missingWay(
          from: place.place, backTo: home, profile: person.profile, snapLimitMetres: request.snapLimitMetres))
    }
  }
}

extension MeetRequest {
  /// Where a person must get to in the end; nil where nobody has to get back.
  func home(of person: Person) -> RouteEndpoint? {
    switch back {
    case .start: person.from
    case .place(let place): place
    case .nowhere: nil
    }
  }
}

extension MeetingPlace {
  /// Whether one of the people, all of whom must get back, does so who leaves when the last of them is there.
  func letsGo(_ person: Int) -> Bool {
    guard let latest = leaveBy[person] else { return false }
    return latest.time.map { lastArrival <= $0 } ?? true
  }

  /// Whether everyone gets back from there.
  var letsAllGo: Bool { leaveBy.indices.allSatisfy(letsGo) }
}
