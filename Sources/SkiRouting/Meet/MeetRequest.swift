public import SkiGeo
public import SkiGraph

/// Where some people, each with their own limits, meet best.
public struct MeetRequest: Sendable, Hashable {
  /// One of them.
  public struct Person: Sendable, Hashable {
    /// What to call them.
    public var name: String
    /// Where they start.
    public var from: RouteEndpoint
    /// When they start.
    public var departure: DayTime
    /// How they ski.
    public var profile: SkierProfile

    /// Makes a person.
    public init(name: String, from: RouteEndpoint, departure: DayTime, profile: SkierProfile = SkierProfile())
    {
      self.name = name
      self.from = from
      self.departure = departure
      self.profile = profile
    }
  }

  /// Where each must still get to from the meeting place.
  @nonexhaustive
  public enum Return: Sendable, Hashable {
    /// Where they came from.
    case start
    /// One place for all.
    case place(RouteEndpoint)
    /// Nowhere: they stay.
    case nowhere
  }

  /// Who meets.
  public var people: [Person]
  /// Where they may meet; empty for the huts and lift stations, or the nodes of the network where there are none.
  public var places: [RouteEndpoint]
  /// Where each must get to afterwards, within their limits and before lifts and runs close.
  public var back: Return
  /// How far a coordinate may lie from the network, metres.
  public var snapLimitMetres: Double

  /// No more people are asked about at once.
  public static let greatestCount = 100

  /// Makes a request.
  public init(
    people: [Person], places: [RouteEndpoint] = [], back: Return = .start,
    snapLimitMetres: Double = RouteRequest.usualSnapLimitMetres
  ) {
    self.people = people
    self.places = places
    self.back = back
    self.snapLimitMetres = snapLimitMetres
  }
}

/// A place to meet.
public struct MeetingPlace: Sendable, Hashable {
  /// Where; given back as it was asked for.
  public var place: RouteEndpoint
  /// The hut or station; nil for what was asked for by coordinate or node.
  public var feature: FeatureIndex?
  /// When each is there, in the order of the people.
  public var arrivals: [DayTime]
  /// How long each is on the way, milliseconds.
  public var travelMilliseconds: [Int]
  /// Until when each may leave it to get back; nil for who can't. Empty where nobody has to get back.
  public var leaveBy: [LatestDeparture?] = []

  /// When all are there.
  public var lastArrival: DayTime { arrivals.max() ?? DayTime(milliseconds: 0) }
  /// The travel of all together, milliseconds.
  public var totalMilliseconds: Int { travelMilliseconds.reduce(0, +) }
  /// How much longer the farthest is on the way than the nearest, milliseconds.
  public var unfairnessMilliseconds: Int {
    (travelMilliseconds.max() ?? 0) - (travelMilliseconds.min() ?? 0)
  }
}

/// The places where all can meet.
///
/// A value; `Sendable`; valid for the graph it was made for.
public struct Meeting: Sendable {
  /// The region whose indices these are.
  package var region: RegionIndex
  /// All of them: where the last is there first comes first; of equals the one with less travel together.
  public var places: [MeetingPlace]
  /// The best place in each way, with everyone's route.
  public internal(set) var offers: [MeetingOffer] = []
  /// The people who can get to none of the places, by their position.
  public var stranded: [Int]
  /// Where all would be there first if nobody had to get back, when that is what keeps them from every place.
  public var withoutReturn: WithoutReturn?

  /// A place all get to, and not all back from.
  public struct WithoutReturn: Sendable, Hashable {
    /// Where they would meet.
    public var place: MeetingPlace
    /// Who doesn't get back.
    public var people: [Kept]
  }

  /// Who would not get back from a place.
  public struct Kept: Sendable, Hashable {
    /// The position among the people.
    public var person: Int
    /// Why there is no way at any hour; nil where it is only too late by then.
    public var missing: MissingWay?
  }

  /// The place where the last is there first.
  public var best: MeetingPlace? { places.first }

  /// The place with the least travel together.
  public var leastTotal: MeetingPlace? {
    places.min { ($0.totalMilliseconds, $0.lastArrival) < ($1.totalMilliseconds, $1.lastArrival) }
  }

  /// The place where all are on the way as equally long as can be, all there within half as long again as at the best.
  public var fairest: MeetingPlace? {
    guard let best, let first = best.arrivals.indices.map({ departure(best, $0) }).min() else { return nil }
    let limit = best.lastArrival.milliseconds + (best.lastArrival.milliseconds - first) / 2
    return places.filter { $0.lastArrival.milliseconds <= limit }.min {
      ($0.unfairnessMilliseconds, $0.lastArrival) < ($1.unfairnessMilliseconds, $1.lastArrival)
    }
  }

  private func departure(_ place: MeetingPlace, _ person: Int) -> Int {
    place.arrivals[person].milliseconds - place.travelMilliseconds[person]
  }
}
