public import SkiBase
public import SkiGraph

/// A trip: the holiday of a group in some ski areas, for a time.
public struct Trip: Sendable, Hashable {
  /// The identifier.
  public var id: TripID
  /// The name.
  public var name: String
  /// The zone in which its days begin and end.
  public var zone: TimeZoneName
  /// The ski areas, by their ids in the source, in the hosts' order.
  public var areas: [SourceID]
  /// The first moment and the end by the hosts' plan.
  public var window: TimeWindow
  /// The time at which it was created.
  public var created: UniversalTime
  /// The time at which a host ended it; nil while none did.
  public var ended: UniversalTime?

  /// Creates a trip from its parts, which are not checked.
  public init(
    id: TripID, name: String, zone: TimeZoneName, areas: [SourceID], window: TimeWindow,
    created: UniversalTime, ended: UniversalTime? = nil
  ) {
    (self.id, self.name, self.zone, self.areas) = (id, name, zone, areas)
    (self.window, self.created, self.ended) = (window, created, ended)
  }

  /// The end: the planned one, or the earlier time at which a host ended the trip.
  public var end: UniversalTime { ended.map { min($0, window.until) } ?? window.until }

  /// The limits of a name.
  package static let nameLimit = TextLimit("name of the trip", atMost: 80)
  /// The greatest number of ski areas.
  public static let greatestAreaCount = 20
  /// The greatest length, in seconds: a season.
  public static let greatestSeconds = 400 * 86_400.0
  /// The greatest number of members.
  public static let greatestMemberCount = 1000
  private static let areaLimit = TextLimit("source id of the ski area", atMost: 128)

  /// Returns the span of a trip when it is allowed.
  package static func window(_ from: UniversalTime, _ until: UniversalTime, now: UniversalTime) throws
    -> TimeWindow
  {
    let window = try TimeWindow(
      from: from, until: until, field: "time of the trip", greatestSeconds: greatestSeconds)
    try SkiError.require(window.until > now, "time of the trip is past; give an end after now")
    return window
  }

  /// Returns ski areas, each once, when they are allowed.
  package static func areas(_ areas: [SourceID]) throws -> [SourceID] {
    try SkiError.requireCount(areas.count, atMost: greatestAreaCount, "ski areas")
    for area in areas { _ = try areaLimit.checked(area.rawValue) }
    return areas.uniqued()
  }
}

/// A trip as a member sees it in a list.
public struct OwnTrip: Sendable, Hashable {
  /// The trip.
  public var trip: Trip
  /// The member's role.
  public var role: TripRole
  /// The time at which the member joined.
  public var joined: UniversalTime
  /// Indicates whether the member chose it as the present one.
  public var isChosen: Bool

  /// Creates a trip in a list from its parts.
  public init(trip: Trip, role: TripRole, joined: UniversalTime, isChosen: Bool) {
    (self.trip, self.role, self.joined, self.isChosen) = (trip, role, joined, isChosen)
  }
}

/// The changes of a trip; members that are nil stay as they are.
public struct TripPatch: Sendable, Hashable {
  /// The new name.
  public var name: String?
  /// The new zone, an IANA name.
  public var zone: String?
  /// The new ski areas, all of them.
  public var areas: [SourceID]?
  /// The new first moment.
  public var from: UniversalTime?
  /// The new end.
  public var until: UniversalTime?

  /// Creates changes.
  public init(
    name: String? = nil, zone: String? = nil, areas: [SourceID]? = nil, from: UniversalTime? = nil,
    until: UniversalTime? = nil
  ) {
    (self.name, self.zone, self.areas) = (name, zone, areas)
    (self.from, self.until) = (from, until)
  }

  /// Returns a trip with the changes.
  /// - Throws: `SkiError` with code `.invalidArgument` or `.limitExceeded`, naming the field.
  package func applied(to trip: Trip, now: UniversalTime) throws -> Trip {
    var trip = trip
    if let name { trip.name = try Trip.nameLimit.checked(name) }
    if let zone { trip.zone = try TimeZoneName(zone) }
    if let areas { trip.areas = try Trip.areas(areas) }
    if from != nil || until != nil {
      trip.window = try Trip.window(from ?? trip.window.from, until ?? trip.window.until, now: now)
    }
    return trip
  }
}

/// A member of a trip as other members see them.
public struct TripMember: Sendable, Hashable {
  /// The member.
  public var user: UserID
  /// The member's name.
  public var name: String
  /// The member's role.
  public var role: TripRole
  /// The time at which the member joined.
  public var joined: UniversalTime
  /// Indicates a member who reads as a host of the trip by name, and is another person.
  ///
  /// Names are compared without case, width, white space and invisible characters.
  public var isNamedAsHost: Bool

  /// Creates a member from its parts.
  public init(user: UserID, name: String, role: TripRole, joined: UniversalTime, isNamedAsHost: Bool = false)
  {
    (self.user, self.name, self.role, self.joined) = (user, name, role, joined)
    self.isNamedAsHost = isNamedAsHost
  }

  /// Returns all members of a trip, with those marked who have the name of a host and are another person.
  /// - Complexity: O(*n*) in the members.
  package static func marked(_ all: [TripMember]) -> [TripMember] {
    let names = all.map { ComparableName($0.name) }
    var hosts: [ComparableName: Int] = [:]
    for (member, name) in zip(all, names) where member.role == .host { hosts[name, default: 0] += 1 }
    return zip(all, names).map { member, name in
      var marked = member
      marked.isNamedAsHost = hosts[name, default: 0] > (member.role == .host ? 1 : 0)
      return marked
    }
  }
}

/// The part of a member in a trip.
public enum TripRole: String, Sendable, Hashable, Codable, CaseIterable {
  /// A member who may change the trip, invite and remove people.
  case host
  /// Any other member.
  case traveller
}

/// The values of a new trip, for `TripService/create(name:zone:areas:from:until:as:)`, which checks them.
package struct TripDraft: Sendable, Hashable {
  /// The name, 1 to 80 characters.
  package var name: String
  /// The zone of its days, an IANA name.
  package var zone: String
  /// The ski areas, by their ids in the source; at most 20.
  package var areas: [SourceID]
  /// The first moment.
  package var from: UniversalTime
  /// The end, after now and at most 400 days after the first moment.
  package var until: UniversalTime

  /// Creates values.
  package init(
    name: String, zone: String, areas: [SourceID] = [], from: UniversalTime, until: UniversalTime
  ) {
    (self.name, self.zone, self.areas) = (name, zone, areas)
    (self.from, self.until) = (from, until)
  }
}
