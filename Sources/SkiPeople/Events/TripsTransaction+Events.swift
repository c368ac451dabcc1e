import SkiAPI
import SkiBase
import SkiGraph

/// The changes of events.
extension TripsTransaction {
  /// Inserts an event of an author, with the people who are invited.
  func insert(_ draft: EventDraft, id: EventID, trip: TripID, author: UserID, invited: [UserID]) throws {
    let first: [SQLValue] = [.id(id), .id(trip), .id(author), .text(draft.name), .text(draft.note)]
    let last: [SQLValue] = [
      .time(draft.start), .time(draft.end), .optional(draft.seats.map { Int64($0) }),
      .text(draft.audience.kind.rawValue), .time(now),
    ]
    try connection.change(
      """
      INSERT INTO trips_events (id, trip, author, name, note, place_source, place_name, place_latitude,
        place_longitude, place_gone, start_ms, end_ms, seats, audience, created_ms)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
      """, first + Self.values(draft.place) + last)
    for person in invited {
      try connection.change(
        "INSERT INTO trips_event_people (event, person, invited) VALUES ($1, $2, 1)", [.id(id), .id(person)])
    }
  }

  /// Stores the changed values of an event.
  func update(_ event: TripEvent) throws {
    let first: [SQLValue] = [.text(event.name), .text(event.note)]
    let last: [SQLValue] = [
      .time(event.start), .time(event.end), .optional(event.seats.map { Int64($0) }), .id(event.id),
    ]
    try connection.change(
      """
      UPDATE trips_events SET name = $1, note = $2, place_source = $3, place_name = $4, place_latitude = $5,
        place_longitude = $6, place_gone = $7, start_ms = $8, end_ms = $9, seats = $10 WHERE id = $11
      """, first + Self.values(event.place) + last)
  }

  /// Stores the meeting point of an event.
  func setPlace(_ place: MeetingPoint, of event: EventID) throws {
    try connection.change(
      """
      UPDATE trips_events SET place_source = $1, place_name = $2, place_latitude = $3, place_longitude = $4,
        place_gone = $5 WHERE id = $6
      """, Self.values(place) + [.id(event)])
  }

  /// Stores the answer of a person.
  func setAnswer(_ answer: EventAnswer, of person: UserID, to event: EventID) throws {
    try connection.change(
      """
      INSERT INTO trips_event_people (event, person, invited, answer, answered_ms) VALUES ($1, $2, 0, $3, $4)
      ON CONFLICT (event, person) DO UPDATE SET answer = excluded.answer, answered_ms = excluded.answered_ms
      """, [.id(event), .id(person), .text(answer.rawValue), .time(now)])
  }

  private static func values(_ place: MeetingPoint?) -> [SQLValue] {
    [
      .optional(place?.source.rawValue), .optional(place?.name), .optional(place?.coordinate.latitude),
      .optional(place?.coordinate.longitude), .boolean(place?.isGone ?? false),
    ]
  }
}

/// The ends of events and seats that follow other changes.
extension TripsTransaction {
  /// Cancels what a member who leaves has planned with some of the others; what is for the whole trip is the hosts'.
  func cancelEvents(of user: UserID, in trip: TripID) throws {
    try connection.change(
      """
      UPDATE trips_events SET cancelled_ms = $1
      WHERE author = $2 AND trip = $3 AND audience <> 'trip' AND cancelled_ms IS NULL AND end_ms > $1
      """, [.time(now), .id(user), .id(trip)])
  }

  /// Cancels what a trip that ends still had before it, and frees the seats.
  func cancelEvents(of trip: TripID) throws {
    try connection.change(
      """
      UPDATE trips_event_people SET answer = NULL, answered_ms = NULL WHERE event IN (
        SELECT id FROM trips_events WHERE trip = $1 AND cancelled_ms IS NULL AND end_ms > $2)
      """, [.id(trip), .time(now)])
    try connection.change(
      "UPDATE trips_events SET cancelled_ms = $1 WHERE trip = $2 AND cancelled_ms IS NULL AND end_ms > $1",
      [.time(now), .id(trip)])
  }

  /// Takes two people between whom a block begins from the events of each other.
  func separateGuests(_ user: UserID, _ other: UserID) throws {
    guard try connection.isBlocked(user, other) else { return }
    for (guest, author) in [(user, other), (other, user)] {
      try connection.change(
        "DELETE FROM trips_event_people WHERE person = $1 AND event IN (SELECT id FROM trips_events WHERE author = $2)",
        [.id(guest), .id(author)])
    }
  }

  /// Frees the seats that two people have as friends in events of each other.
  func freeSeats(ofFormerFriends user: UserID, _ other: UserID) throws {
    for (guest, author) in [(user, other), (other, user)] {
      try connection.change(
        """
        DELETE FROM trips_event_people WHERE person = $1 AND event IN (
          SELECT id FROM trips_events WHERE author = $2 AND audience = 'friends')
        """, [.id(guest), .id(author)])
    }
  }
}
