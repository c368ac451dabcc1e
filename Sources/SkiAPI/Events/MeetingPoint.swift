public import SkiBase
public import SkiGraph

/// A place of the map at which people meet; its id in the source outlives the map.
public struct MeetingPoint: Sendable, Hashable {
  /// The id in the source.
  public var source: SourceID
  /// The name, as it is shown; 1 to 120 characters.
  public var name: String
  /// The coordinate.
  public var coordinate: Coordinate
  /// Indicates that a later map does not have the place any more; ignored in what a user gives.
  public var isGone: Bool

  /// Creates a place; the service checks it.
  public init(source: SourceID, name: String, coordinate: Coordinate, isGone: Bool = false) {
    (self.source, self.name) = (source, name)
    (self.coordinate, self.isGone) = (coordinate, isGone)
  }

  private static let sourceLimit = TextLimit("source id of the meeting point", atMost: 128)
  package static let nameLimit = TextLimit("name of the meeting point", atMost: 120)

  /// Returns the place as one that exists, when its values are allowed.
  /// - Throws: `SkiError` with code `.invalidArgument` or `.limitExceeded`, naming the field.
  package func checked() throws -> MeetingPoint {
    try SkiError.require(
      coordinate.isValid,
      "coordinate of the meeting point is not on the Earth; give a latitude of -90 to 90 and a longitude of -180 to 180"
    )
    return MeetingPoint(
      source: SourceID(try Self.sourceLimit.checked(source.rawValue)), name: try Self.nameLimit.checked(name),
      coordinate: coordinate)
  }
}

/// The outcome of looking for a meeting point on a renewed map.
@nonexhaustive
package enum MeetingPointFate: Sendable, Hashable {
  /// The map has the place: as it is now, also under another id.
  case found(MeetingPoint)
  /// The map does not have the place any more.
  case gone
}

/// The numbers of meeting points after a map was renewed.
package struct MeetingPointRenewal: Sendable, Hashable {
  /// The number of events whose place is on the map as it was.
  package var kept = 0
  /// The number of events whose place was found with another id, name or coordinate.
  package var changed = 0
  /// The number of events whose place is gone.
  package var gone = 0

  /// Creates numbers of nothing.
  package init() {}
}

/// A question for a place at which people of a trip meet.
package struct MeetingRequest: Sendable, Hashable {
  /// The trip.
  package var trip: TripID
  /// The person who asks: positions count as far as they are shared with this person.
  package var asker: UserID
  /// The people who meet, the asker among them, in ascending order.
  package var people: [UserID]
  /// The time at which they meet; nil for as early as possible.
  package var time: UniversalTime?

  /// Creates a question.
  package init(trip: TripID, asker: UserID, people: [UserID], time: UniversalTime?) {
    (self.trip, self.asker, self.people, self.time) = (trip, asker, people, time)
  }
}

/// A place at which people can meet.
public struct MeetingSuggestion: Sendable, Hashable {
  /// The place.
  public var place: MeetingPoint
  /// The people who were not taken into account, since they share nothing with the asker or can't come there.
  public var missing: [UserID]

  /// Creates a suggestion.
  public init(place: MeetingPoint, missing: [UserID]) { (self.place, self.missing) = (place, missing) }
}

/// The search for meeting places, from what people share with the one who asks.
package protocol MeetingSuggester: Sendable {
  /// Returns a place; nil when there is none that suits.
  /// - Throws: `SkiError` with code `.unavailable` when positions or the map can't be read now.
  func suggest(_ request: MeetingRequest) async throws -> MeetingSuggestion?
}

/// A question for the time at which a person must leave to be at a place.
package struct LeaveByRequest: Sendable, Hashable {
  /// The trip.
  package var trip: TripID
  /// The person, who alone receives the answer.
  package var person: UserID
  /// The place.
  package var place: MeetingPoint
  /// The time at which the person is to be there.
  package var arrival: UniversalTime

  /// Creates a question.
  package init(trip: TripID, person: UserID, place: MeetingPoint, arrival: UniversalTime) {
    (self.trip, self.person, self.place, self.arrival) = (trip, person, place, arrival)
  }
}
