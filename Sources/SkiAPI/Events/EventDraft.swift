public import SkiBase

/// The values of a new event.
public struct EventDraft: Sendable, Hashable {
  /// The name, 1 to 80 characters.
  public var name: String
  /// The note, at most 2,000 characters of several lines; empty for none.
  public var note: String
  /// The meeting point; nil while none is agreed.
  public var place: MeetingPoint?
  /// The first moment, not before now.
  public var start: UniversalTime
  /// The end, after the first moment.
  public var end: UniversalTime
  /// The number of seats, 1 to 1,000; nil for any number.
  public var seats: Int?
  /// The people to whom it is sent.
  public var audience: EventAudience

  /// Creates values; the service checks them.
  public init(
    name: String, note: String = "", place: MeetingPoint? = nil, start: UniversalTime, end: UniversalTime,
    seats: Int? = nil, audience: EventAudience
  ) {
    (self.name, self.note, self.place) = (name, note, place)
    (self.start, self.end, self.seats, self.audience) = (start, end, seats, audience)
  }

  /// Returns the values with whole milliseconds, when they are allowed by themselves.
  /// - Throws: `SkiError` with code `.invalidArgument` or `.limitExceeded`, naming the field.
  package func checked() throws -> EventDraft {
    if case .people(let people) = audience {
      try SkiError.require(!people.isEmpty, "the event is for 0 people; give at least 1")
      try SkiError.requireCount(people.count, atMost: Trip.greatestMemberCount, "people of an event")
    }
    let window = try EventRules.window(start, end)
    return EventDraft(
      name: try EventRules.nameLimit.checked(name), note: try EventRules.noteLimit.checked(note),
      place: try place?.checked(), start: window.from, end: window.until, seats: try EventRules.seats(seats),
      audience: audience)
  }
}

/// The changes of an event; members that are nil stay as they are.
public struct EventPatch: Sendable, Hashable {
  /// The new name.
  public var name: String?
  /// The new note; empty for none.
  public var note: String?
  /// The new meeting point.
  public var place: MeetingPoint?
  /// The new first moment, not before now.
  public var start: UniversalTime?
  /// The new end, after now.
  public var end: UniversalTime?
  /// The new number of seats, not less than those that are taken.
  public var seats: Int?
  /// Indicates that any number may come; ``seats`` is nil then.
  public var allowsAnyNumber: Bool

  /// Creates changes; the service checks them.
  public init(
    name: String? = nil, note: String? = nil, place: MeetingPoint? = nil, start: UniversalTime? = nil,
    end: UniversalTime? = nil, seats: Int? = nil, allowsAnyNumber: Bool = false
  ) {
    (self.name, self.note, self.place) = (name, note, place)
    (self.start, self.end) = (start, end)
    (self.seats, self.allowsAnyNumber) = (seats, allowsAnyNumber)
  }

  /// Returns an event with the changes.
  /// - Throws: `SkiError` with code `.invalidArgument` or `.limitExceeded`, naming the field, `.conflict` for fewer seats than
  ///   are taken.
  package func applied(to event: TripEvent, in standing: MemberStatus, now: UniversalTime) throws -> TripEvent
  {
    var event = event
    if let name { event.name = try EventRules.nameLimit.checked(name) }
    if let note { event.note = try EventRules.noteLimit.checked(note) }
    if let place { event.place = try place.checked() }
    try SkiError.require(
      seats == nil || !allowsAnyNumber, "the event has a number of seats and any number; give one of them")
    if let seats = try EventRules.seats(seats) {
      guard seats >= event.taken else {
        throw SkiError(
          .conflict, "\(seats) seats are fewer than the \(event.taken) that are taken; give at least as many")
      }
      event.seats = seats
    }
    if allowsAnyNumber { event.seats = nil }
    guard start != nil || end != nil else { return event }
    let window = try EventRules.window(start ?? event.start, end ?? event.end)
    if start != nil { try EventRules.requireFuture(window.from, now: now) }
    try SkiError.require(window.until > now, "the end of the event is past; give one after now")
    try EventRules.require(window, within: standing)
    (event.start, event.end) = (window.from, window.until)
    return event
  }
}

/// The limits of an event's values.
package enum EventRules {
  /// The limits of a name.
  package static let nameLimit = TextLimit("name of the event", atMost: 80)
  /// The limits of a note.
  package static let noteLimit = TextLimit(
    "note of the event", atMost: 2000, leastCount: 0, allowsLines: true)
  /// The greatest length, in seconds.
  package static let greatestSeconds = 14 * 86_400.0
  /// The range of a number of seats.
  package static let seatsRange = 1...1000

  /// Returns the span of an event when it is allowed by itself.
  package static func window(_ start: UniversalTime, _ end: UniversalTime) throws -> TimeWindow {
    try TimeWindow(from: start, until: end, field: "time of the event", greatestSeconds: greatestSeconds)
  }

  /// Returns a number of seats when it is allowed, nil for nil.
  package static func seats(_ seats: Int?) throws(SkiError) -> Int? {
    guard let seats else { return nil }
    try SkiError.require(
      seatsRange.contains(seats),
      "the event has \(seats) seats; give \(seatsRange.lowerBound) to \(seatsRange.upperBound)")
    return seats
  }

  /// Refuses a first moment that is past; the present millisecond is not.
  package static func requireFuture(_ start: UniversalTime, now: UniversalTime) throws(SkiError) {
    try SkiError.require(
      start.milliseconds >= now.milliseconds, "the start of the event is past; give one from now on")
  }

  /// Refuses a span that is not within the trip's.
  package static func require(_ window: TimeWindow, within standing: MemberStatus) throws(SkiError) {
    try SkiError.require(
      standing.window.from <= window.from && window.until <= standing.window.until,
      "time of the event is outside of the trip's; give one within, or change the trip")
  }
}

/// The part of a member in a trip, with the state of the trip: the basis of all permissions in trips.
package struct MemberStatus: Sendable, Hashable {
  /// The trip.
  package let trip: TripID
  /// The member.
  package let user: UserID
  /// The member's role.
  package let role: TripRole
  /// The first moment and the end by the hosts' plan.
  package let window: TimeWindow
  /// The zone of the trip's days.
  package let zone: TimeZoneName
  /// The time at which a host ended the trip; nil while none did.
  package let ended: UniversalTime?

  /// Returns whether the trip is over, by plan or by a host.
  package func isOver(at now: UniversalTime) -> Bool { ended != nil || window.until <= now }

  /// Refuses a change in a trip that is over.
  /// - Throws: `SkiError` with code `.conflict`.
  package func requireOpen(at now: UniversalTime) throws(SkiError) {
    guard !isOver(at: now) else {
      throw SkiError(.conflict, "the trip is over; choose another, or create one")
    }
  }

  /// Refuses a member who is no host.
  /// - Throws: `SkiError` with code `.notPermitted`.
  package func requireHost() throws(SkiError) {
    guard role == .host else {
      throw SkiError(.notPermitted, "only hosts of the trip may do this; ask one of them")
    }
  }

  package init(
    trip: TripID, user: UserID, role: TripRole, window: TimeWindow, zone: TimeZoneName, ended: UniversalTime?
  ) {
    self.trip = trip
    self.user = user
    self.role = role
    self.window = window
    self.zone = zone
    self.ended = ended
  }
}
