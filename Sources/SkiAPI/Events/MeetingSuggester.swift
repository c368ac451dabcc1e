package import SkiBase

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
