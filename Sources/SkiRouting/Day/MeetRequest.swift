public import SkiBase
public import SkiGraph

/// A request for meeting places of a group of people, each with their own limits.
public struct MeetRequest: Sendable, Hashable {
  /// A person of the group, with a start and limits of their own.
  public struct Person: Sendable, Hashable {
    /// The name, which routes don't depend on.
    public var name: String
    /// The start of the person.
    public var from: RouteEndpoint
    /// The time of departure, 0:00 to 48:00.
    public var departure: DayTime
    /// The ability and limits of the person.
    public var profile: SkierProfile

    /// Creates a person.
    /// - Parameters:
    ///   - name: The name.
    ///   - from: The start.
    ///   - departure: The time of departure, 0:00 to 48:00.
    ///   - profile: The ability and limits.
    public init(name: String, from: RouteEndpoint, departure: DayTime, profile: SkierProfile = SkierProfile())
    {
      self.name = name
      self.from = from
      self.departure = departure
      self.profile = profile
    }
  }

  /// The destination of each person after the meeting.
  @nonexhaustive
  public enum Return: Sendable, Hashable {
    /// The start of the person.
    case start
    /// One destination for everyone.
    case place(RouteEndpoint)
    /// No destination: a route back is not needed.
    case nowhere
  }

  /// The people, 1 to ``greatestCount``.
  public var people: [Person]
  /// The possible meeting places; empty for the huts, stations and ends of lifts, or all nodes of the network where
  /// there are none.
  public var places: [RouteEndpoint]
  /// The destination of each person afterwards, within their limits and before lifts and runs close.
  public var back: Return
  /// The maximum distance of a coordinate from the network, in metres, 0 or more.
  public var snapLimitMetres: Double

  /// The maximum number of people.
  public static let greatestCount = 100

  /// Creates a request.
  /// - Parameters:
  ///   - people: The people, 1 to ``greatestCount``.
  ///   - places: The possible meeting places; empty for the huts, stations and ends of lifts.
  ///   - back: The destination of each person afterwards.
  ///   - snapLimitMetres: The maximum distance of a coordinate from the network, in metres, 0 or more.
  public init(
    people: [Person], places: [RouteEndpoint] = [], back: Return = .start,
    snapLimitMetres: Double = RouteRequest.defaultSnapLimitMetres
  ) {
    self.people = people
    self.places = places
    self.back = back
    self.snapLimitMetres = snapLimitMetres
  }
}

/// A place that everyone of a group reaches, with the times of each person.
public struct MeetingPlace: Sendable, Hashable {
  /// The place as in the request, or else a node or the coordinate of a hut.
  public var place: RouteEndpoint
  /// The hut, station or lift; nil for places of the request, and where all nodes are possible places.
  public var feature: FeatureIndex?
  /// The arrival of each person, in the order of the people.
  public var arrivals: [DayTime]
  /// The travel time of each person in milliseconds, waits included, in the order of the people.
  public var travelMilliseconds: [Int]
  /// The latest departure of each person to get back, in the order of the people, nil for those who cannot; empty when
  /// there is no destination afterwards.
  public var leaveBy: [LatestDeparture?] = []

  /// The time everyone has arrived; midnight without people.
  /// - Complexity: O(*k*) in people.
  public var lastArrival: DayTime { arrivals.max() ?? DayTime(milliseconds: 0) }
  /// The sum of the travel times, in milliseconds.
  /// - Complexity: O(*k*) in people.
  public var totalMilliseconds: Int { travelMilliseconds.reduce(0, +) }
  /// The difference between the longest and the shortest travel time, in milliseconds.
  /// - Complexity: O(*k*) in people.
  public var travelDifferenceMilliseconds: Int {
    (travelMilliseconds.max() ?? 0) - (travelMilliseconds.min() ?? 0)
  }
}

/// The places where a group of people can meet, valid for its graph.
public struct Meeting: Sendable, Equatable {
  /// The region of the indices.
  package var region: RegionIndex
  /// The places that everyone reaches and can get back from, by last arrival, then by total travel time.
  public var places: [MeetingPlace]
  /// The best place by each criterion, with everyone's route: at most three, each place once; empty without places.
  public internal(set) var offers: [MeetingOffer] = []
  /// The positions among the people of those who reach none of the possible places, in ascending order.
  public var unableToReach: [Int]
  /// The place of the earliest last arrival regardless of the way back, when that excludes all places; nil otherwise.
  public var withoutReturn: WithoutReturn?

  /// A place that everyone reaches, but not everyone can get back from.
  public struct WithoutReturn: Sendable, Hashable {
    /// The place of the earliest last arrival.
    public var place: MeetingPlace
    /// The people who cannot get back, in their order.
    public var people: [UnableToReturn]
  }

  /// A person who cannot get back from a place.
  public struct UnableToReturn: Sendable, Hashable {
    /// The position among the people, counted from 0.
    public var person: Int
    /// The reason why there is no route at any time; nil when it is only too late.
    public var missing: MissingRoute?
  }

  /// The place of the earliest last arrival; nil when there is no place.
  public var best: MeetingPlace? { places.first }

  /// The place of the least total travel time, of equal ones the earliest; nil when there is no place.
  /// - Complexity: O(*c* · *k*) in places and people.
  public var leastTotal: MeetingPlace? {
    places.min { ($0.totalMilliseconds, $0.lastArrival) < ($1.totalMilliseconds, $1.lastArrival) }
  }

  /// The place of the least difference in travel time, among those reached by all within 1.5 times the duration of the
  /// best, from the first departure to the last arrival; nil when there is no place.
  /// - Complexity: O(*c* · *k*) in places and people.
  public var fairest: MeetingPlace? {
    guard let best, let first = best.arrivals.indices.map({ departure(best, $0) }).min() else { return nil }
    let limit = best.lastArrival.milliseconds + (best.lastArrival.milliseconds - first) / 2
    return places.filter { $0.lastArrival.milliseconds <= limit }.min {
      ($0.travelDifferenceMilliseconds, $0.lastArrival) < ($1.travelDifferenceMilliseconds, $1.lastArrival)
    }
  }

  private func departure(_ place: MeetingPlace, _ person: Int) -> Int {
    place.arrivals[person].milliseconds - place.travelMilliseconds[person]
  }
}

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
