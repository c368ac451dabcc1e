import SkiBase
import SkiGraph

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
