import SkiBase
import SkiGraph

/// A meeting place that is best by some criterion, with everyone's route.
public struct MeetingOffer: Hashable, Sendable {
  /// A criterion of the best meeting place.
  @nonexhaustive
  public enum Choice: String, Sendable, Hashable, CaseIterable {
    /// The earliest last arrival.
    case earliest
    /// The least difference in travel time.
    case fairest
    /// The least total travel time.
    case leastTotal
  }

  /// The criteria by which the place is best, one or more, in the order of their cases.
  public var choices: [Choice]
  /// The place, with all arrivals.
  public var place: MeetingPlace
  /// The route of each person, in the order of the people; without steps for those already there.
  public var routes: [Route]
}

extension DaySession {
  /// Returns a meeting with the best place by each criterion, without duplicates, and everyone's route.
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
