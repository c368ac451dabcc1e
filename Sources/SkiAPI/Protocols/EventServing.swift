public import SkiBase

/// The itinerary of trips: events with a meeting point, seats and answers.
///
/// An event that the acting user may not know of is `.notFound`, as an unknown one.
///
/// `TripServices` has it over a store, SkiClient over HTTP. Each method takes the acting user.
public protocol EventServing: Sendable {
  /// Returns the events of a trip that take place on a day of its zone, in the order of their starts.
  /// - Throws: `SkiError` with code `.notFound` for a trip the user does not belong to, `.unavailable` when the store can't
  ///   be read now.
  func list(of trip: TripID, on day: CalendarDay, as user: UserID) async throws -> [TripEvent]

  /// Returns a part of the itinerary of a trip, in the order of starts.
  /// - Parameters:
  ///   - trip: The trip.
  ///   - position: The position after which the page begins; nil for the first.
  ///   - count: The greatest number of events, 1 to 100.
  ///   - user: The acting user.
  /// - Throws: `SkiError` with code `.invalidArgument` for another number, `.notFound` for a trip the user does not belong to,
  ///   `.unavailable` when the store can't be read now.
  /// - Complexity: O(log *n*) in the events of the trip, and O(count).
  func page(of trip: TripID, after position: EventPosition?, count: Int, as user: UserID) async throws
    -> EventPage

  /// Returns an event.
  /// - Throws: `SkiError` with code `.notFound` for one the user may not know of, `.unavailable` when the store can't be read
  ///   now.
  func get(_ event: EventID, as user: UserID) async throws -> TripEvent

  /// Creates an event and sends it to its audience.
  ///
  /// People who are near are found before the transaction, and stored as people.
  /// - Throws: `SkiError` with code `.invalidArgument` or `.limitExceeded` for a value that is not allowed, a start that is
  ///   past or times outside of the trip's; `.notFound` for a trip the user does not belong to and people the user may not
  ///   know of; `.notPermitted` for a traveller's event for the whole trip; `.conflict` for a trip that is over and where no
  ///   one is near; `.unavailable` when the store can't be written, or live sharing not be asked, now.
  func create(_ draft: EventDraft, in trip: TripID, as user: UserID) async throws -> TripEvent

  /// Changes an event.
  /// - Returns: The event after the change.
  /// - Throws: `SkiError` with code `.invalidArgument` or `.limitExceeded` for a value that is not allowed; `.notFound` for an
  ///   event the user may not know of; `.notPermitted` for one of another, but for hosts what is for the whole trip;
  ///   `.conflict` for an event that is cancelled or over, a trip that is over, and fewer seats than are taken;
  ///   `.unavailable` when the store can't be written now.
  @discardableResult
  func change(_ patch: EventPatch, of event: EventID, as user: UserID) async throws -> TripEvent

  /// Cancels an event; its guests still see it.
  /// - Throws: `SkiError` as ``change(_:of:as:)``.
  func cancel(_ event: EventID, as user: UserID) async throws

  /// Returns the guests of an event whom the acting user may know of, by name: those who have answered, and for one who may
  /// change the event those invited by name as well.
  /// - Throws: `SkiError` with code `.notFound` for an event the user may not know of, `.unavailable` when the store can't be
  ///   read now.
  /// - Complexity: O(*n* log *n*) in the guests; one query besides that of the permission.
  func guests(of event: EventID, as user: UserID) async throws -> [EventGuest]

  /// Answers to an event; an answer before is replaced. Seats are counted in the same transaction.
  /// - Returns: The event after the answer.
  /// - Throws: `SkiError` with code `.notFound` for an event the user may not know of and for a removed user, `.conflict` for
  ///   one whose seats are taken, one that is cancelled or over, and a trip that is over; `.unavailable` when the store can't
  ///   be written now.
  @discardableResult
  func answer(_ answer: EventAnswer, to event: EventID, as user: UserID) async throws -> TripEvent

  /// Returns the acting user's link for an event, which expires at the end of the event.
  /// - Throws: `SkiError` with code `.notFound` for an event the user may not know of, `.conflict` for one that is cancelled or
  ///   over, `.unavailable` when the store can't be written now.
  func link(to event: EventID, as user: UserID) async throws -> RSVPLink

  /// Suggests a place where those who come to an event can meet, as far as the acting user may know of them.
  /// - Throws: `SkiError` with code `.notFound` for an event the user may not know of and where no place suits, `.conflict`
  ///   for one that is cancelled or over, `.unavailable` where nothing is suggested, or positions or the store can't be read
  ///   now.
  func suggest(for event: EventID, as user: UserID) async throws -> MeetingSuggestion

  /// Suggests a place where the acting user and others of a trip can meet.
  /// - Parameters:
  ///   - people: The others, 1 to 100; the acting user is added.
  ///   - trip: The trip.
  ///   - time: The time at which they meet; nil for as early as possible.
  ///   - user: The acting user.
  /// - Throws: `SkiError` with code `.invalidArgument` for no others or a time that is past, `.limitExceeded` for too many,
  ///   `.notFound` for a trip the user does not belong to, people the user may not know of, and where no place suits;
  ///   `.conflict` for a trip that is over; `.unavailable` as ``suggest(for:as:)``.
  func suggest(with people: [UserID], in trip: TripID, at time: UniversalTime?, as user: UserID) async throws
    -> MeetingSuggestion

  /// Returns the time at which the acting user must leave to be at the meeting point when an event starts; nil when it is not
  /// known.
  ///
  /// Each guest asks for themselves, since the time tells how far away they are.
  /// - Throws: `SkiError` with code `.notFound` for an event the user may not know of, `.conflict` for one that is cancelled or
  ///   over, or has no meeting point on the map; `.unavailable` when the store can't be read now.
  func leaveBy(for event: EventID, as user: UserID) async throws -> UniversalTime?

  /// Tells the author and the guests who answered yes that the acting user, one of them, arrived at the meeting point or left
  /// the way to it.
  ///
  /// It reaches those to whom the user shows the exact position in the trip at that time, since it tells a place: no others,
  /// and it is not said how many they are. An arrival is reported once for an event, a way that is left once in ten minutes.
  /// - Throws: `SkiError` with code `.notFound` for an event the user may not know of and for a removed user, `.notPermitted` for
  ///   one who is not the author and has not answered yes, `.conflict` for an event that is cancelled or over or begins in more
  ///   than ``EventProgress/greatestSecondsBefore``, and a trip that is over; `.unavailable` when the store can't be written
  ///   now.
  func tell(_ progress: EventProgress, of event: EventID, as user: UserID) async throws
}
