public import SkiBase

/// An event of a trip as one viewer sees it.
public struct TripEvent: Sendable, Hashable {
  /// The identifier.
  public var id: EventID
  /// The trip.
  public var trip: TripID
  /// The author; nil for one who is no member any more.
  public var author: UserID?
  /// The name.
  public var name: String
  /// The note; empty for none.
  public var note: String
  /// The meeting point; nil while none is agreed.
  public var place: MeetingPoint?
  /// The first moment.
  public var start: UniversalTime
  /// The end.
  public var end: UniversalTime
  /// The day of the first moment in the trip's zone.
  public var day: CalendarDay
  /// The number of seats; nil for any number.
  public var seats: Int?
  /// The number of those who come, also of those whom the viewer may not know of.
  public var taken: Int
  /// The kind of the audience; nil for a viewer who may not change the event, since it could tell who was near whom.
  public var audience: EventAudienceKind?
  /// The time at which it was cancelled; nil while it was not.
  public var cancelled: UniversalTime?
  /// The viewer's answer; nil while there is none.
  public var answer: EventAnswer?
  /// Indicates whether the viewer may change and cancel the event.
  public var mayChange: Bool

  /// Creates an event from its parts.
  public init(
    id: EventID, trip: TripID, author: UserID?, name: String, note: String, place: MeetingPoint?,
    start: UniversalTime, end: UniversalTime, day: CalendarDay, seats: Int?, taken: Int,
    audience: EventAudienceKind?, cancelled: UniversalTime?, answer: EventAnswer?, mayChange: Bool
  ) {
    (self.id, self.trip, self.author) = (id, trip, author)
    (self.name, self.note, self.place) = (name, note, place)
    (self.start, self.end, self.day) = (start, end, day)
    (self.seats, self.taken, self.audience) = (seats, taken, audience)
    (self.cancelled, self.answer, self.mayChange) = (cancelled, answer, mayChange)
  }

  /// Refuses an event that is cancelled or over.
  /// - Throws: `SkiError` with code `.conflict`.
  package func requireOpen(at now: UniversalTime) throws(SkiError) {
    guard cancelled == nil, end > now else {
      throw SkiError(.conflict, "event \(id.rawValue) is cancelled or over; choose another")
    }
  }
}

/// A guest of an event as one viewer sees them.
public struct EventGuest: Sendable, Hashable {
  /// The guest.
  public var user: UserID
  /// The guest's name.
  public var name: String
  /// The answer; nil for one who has not answered, whom only those see who may change the event.
  public var answer: EventAnswer?

  /// Creates a guest from their parts.
  public init(user: UserID, name: String, answer: EventAnswer?) {
    (self.user, self.name, self.answer) = (user, name, answer)
  }
}

/// The answer of a guest to an event.
public enum EventAnswer: String, Sendable, Hashable, Codable, CaseIterable {
  /// The guest comes, and has a seat.
  case yes
  /// The guest does not come.
  case no
  /// The guest may come, without a seat.
  case maybe
}

/// A position in the itinerary of a trip: after one event, in the order of their starts.
public struct EventPosition: Sendable, Hashable {
  /// The start of the event.
  public var start: UniversalTime
  /// The event.
  public var event: EventID

  /// Creates the position after an event.
  public init(start: UniversalTime, event: EventID) { (self.start, self.event) = (start, event) }

  /// The position as text for links: milliseconds, a point and the identifier.
  public var text: String { "\(start.milliseconds).\(event.rawValue)" }

  /// Creates a position from the text of another.
  /// - Throws: `SkiError` with code `.invalidArgument` for another text.
  public init(_ text: String) throws {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, text.utf8.count <= 160, let milliseconds = Int64(parts[0]) else {
      throw SkiError(
        .invalidArgument,
        "position in the itinerary has \(text.utf8.count) bytes of another form; give one of an earlier page")
    }
    self.init(start: UniversalTime(milliseconds: milliseconds), event: try EventID(parts[1]))
  }
}

/// A part of the itinerary of a trip.
public struct EventPage: Sendable, Hashable {
  /// The events, in the order of their starts.
  public var events: [TripEvent]
  /// The position from which the itinerary goes on; nil at its end.
  public var next: EventPosition?

  /// Creates a page from its parts.
  public init(events: [TripEvent], next: EventPosition?) { (self.events, self.next) = (events, next) }

  /// The range of the number of events of a page.
  public static let countRange = 1...100
}

/// The people to whom an event is sent, all of them members of its trip.
public enum EventAudience: Sendable, Hashable {
  /// All members, also those who join later; for hosts.
  case trip
  /// The author's friends on the trip.
  case friends
  /// The given people.
  case people([UserID])
  /// Those near the author now who share their position with the author; stored as people, without places.
  case near

  /// The kind, as it is stored.
  package var kind: EventAudienceKind {
    switch self {
    case .trip: .trip
    case .friends: .friends
    case .people: .people
    case .near: .near
    }
  }
}

/// The kind of an event's audience.
@nonexhaustive
public enum EventAudienceKind: String, Sendable, Hashable, Codable, CaseIterable {
  /// All members of the trip.
  case trip
  /// The author's friends on the trip.
  case friends
  /// People whom the author chose.
  case people
  /// People who were near the author when the event was sent.
  case near
}

/// The progress of a person on the way to the meeting point of an event, as the person's navigation says it; raw values are
/// those of every output format.
public enum EventProgress: String, Sendable, Hashable, Codable, CaseIterable {
  /// The person arrived at the meeting point.
  case arrived
  /// The person left the route to it.
  case offRoute

  /// The greatest time before the start of an event at which progress is reported, in seconds.
  public static let greatestSecondsBefore = 7200.0
}
