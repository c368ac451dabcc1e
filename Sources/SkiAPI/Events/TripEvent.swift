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
