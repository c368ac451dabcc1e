import SkiGraph

/// A place to meet that is best in some way, with everyone's route there.
///
/// A value.
public struct MeetingOffer: Hashable, Sendable {
  /// Why a place is offered.
  @nonexhaustive
  public enum Choice: String, Sendable, Hashable, CaseIterable {
    /// The last is there first.
    case earliest
    /// All are on the way as equally long as can be.
    case fairest
    /// All together are on the way least.
    case leastTotal
  }

  /// Why; more than one where one place is best in several ways.
  public var choices: [Choice]
  /// Where they meet, and when each is there.
  public var place: MeetingPlace
  /// The way of each, in the order of the people; without steps where one is there already.
  public var routes: [Route]
}

extension DaySession {
  /// Returns a meeting with the best place in each way, each place once, with everyone's route.
  /// - Throws: As ``route(_:departing:home:)``.
  /// - Complexity: A route for each person and place.
  package func offering(_ meeting: Meeting, _ request: MeetRequest) throws -> Meeting {
    var offers: [MeetingOffer] = []
    let best: [(MeetingOffer.Choice, MeetingPlace?)] = [
      (.earliest, meeting.best), (.fairest, meeting.fairest), (.leastTotal, meeting.leastTotal),
    ]
    for case (let choice, let place?) in best {
      if let known = offers.firstIndex(where: { $0.place == place }) {
        offers[known].choices.append(choice)
      } else {
        let routes = try request.people.map { try route(of: $0, to: place, request) }
        offers.append(MeetingOffer(choices: [choice], place: place, routes: routes))
      }
    }
    var meeting = meeting
    meeting.offers = offers
    return meeting
  }

  private func route(
    of person: MeetRequest.Person, to place: MeetingPlace, _ request: MeetRequest
  ) throws -> Route {
    let question = RouteRequest(
      from: person.from, to: place.place, profile: person.profile, snapLimitMetres: request.snapLimitMetres,
      objective: .fastest)
    return try route(question, departing: person.departure).value
      ?? Route(steps: [], region: router.graph.region)
  }
}
