package import SkiAPI
package import SkiBase
import SkiGraph

/// The statements that read events.
extension SQLConnection {
  /// Returns the trip of an event; nil for an unknown one. It does not ask who may know of it.
  func trip(of event: EventID) throws -> TripID? {
    try row("SELECT trip FROM trips_events WHERE id = $1", [.id(event)]).map { try $0.id(0) }
  }

  /// Returns an event as a user sees it; nil for an unknown one, and one the user may not know of.
  /// - Throws: `SkiError`, see `SQLDriver`.
  package func event(_ event: EventID, seenBy user: UserID) throws -> TripEvent? {
    try row("\(EventStatement.select) AND e.id = $2", [.id(user), .id(event)]).map { try $0.event() }
  }

  /// Returns the events of a trip that a user sees and that take place in a span, in the order of their starts.
  func events(of trip: TripID, in window: TimeWindow, seenBy user: UserID, atMost limit: Int) throws
    -> [TripEvent]
  {
    try rows(
      """
      \(EventStatement.select) AND e.trip = $2 AND e.start_ms < $3 AND e.end_ms > $4
      ORDER BY e.start_ms, e.id LIMIT $5
      """, [.id(user), .id(trip), .time(window.until), .time(window.from), .integer(Int64(limit))]
    ).map { try $0.event() }
  }

  /// Returns the events of a trip that a user sees after a position, in the order of their starts.
  func events(of trip: TripID, after position: EventPosition?, seenBy user: UserID, atMost limit: Int) throws
    -> [TripEvent]
  {
    try rows(
      """
      \(EventStatement.select) AND e.trip = $2 AND (e.start_ms, e.id) > ($3, $4)
      ORDER BY e.start_ms, e.id LIMIT $5
      """,
      [
        .id(user), .id(trip), .integer(position?.start.milliseconds ?? .min),
        .text(position?.event.rawValue ?? ""), .integer(Int64(limit)),
      ]
    ).map { try $0.event() }
  }

  /// Returns the guests of an event whom a user may know of, by name: those who have answered, and the invited as well for
  /// one who may change the event.
  func guests(of event: TripEvent, seenBy user: UserID) throws -> [EventGuest] {
    try rows(
      """
      SELECT g.person, u.name, g.answer FROM trips_event_people g JOIN trips_users u ON u.id = g.person
      WHERE g.event = $1 AND (g.answer IS NOT NULL OR $3 = 1)
        AND \(BlockCondition.none(between: "$2", and: "g.person"))
      ORDER BY u.name, g.person
      """, [.id(event.id), .id(user), .boolean(event.mayChange)]
    ).map { row in
      let answer = try row.optionalText(2) == nil ? nil : row.word(2, EventAnswer.self)
      return EventGuest(user: try row.id(0), name: try row.text(1), answer: answer)
    }
  }

  /// Returns the people who may know of an event and of one of them, without that one, in ascending order.
  ///
  /// Complexity: O(*n*) in the members of the trip; one query.
  /// - Parameters:
  ///   - event: The event.
  ///   - user: The one of whom they may know.
  ///   - condition: A further condition on the members `m` and the event `e`; none by default.
  func people(of event: EventID, knowing user: UserID, where condition: String = "1 = 1") throws -> [UserID] {
    try rows(
      """
      SELECT m.person FROM trips_events e JOIN trips_members m ON m.trip = e.trip
      WHERE e.id = $1 AND m.person <> $2 AND \(EventCondition.isVisible(to: "m.person"))
        AND \(BlockCondition.none(between: "$2", and: "m.person")) AND \(condition)
      ORDER BY m.person
      """, [.id(event), .id(user)]
    ).map { try $0.id(0) }
  }

  /// Returns the number of events of a trip that are neither over nor cancelled.
  func openEventCount(of trip: TripID, at now: UniversalTime) throws -> Int {
    let found = try row(
      "SELECT COUNT(*) FROM trips_events WHERE trip = $1 AND end_ms > $2 AND cancelled_ms IS NULL",
      [.id(trip), .time(now)])
    return Int(try found?.integer(0) ?? 0)
  }
}

/// The beginning of the statements that read events as a user sees them.
enum EventStatement {
  /// The columns that ``SQLRow/event()`` reads, for the user `$1`; a further condition may follow.
  static let select = """
    SELECT e.id, e.trip, CASE WHEN a.person IS NULL THEN NULL ELSE e.author END, e.name, e.note, e.place_source,
      e.place_name, e.place_latitude, e.place_longitude, e.place_gone, e.start_ms, e.end_ms, e.seats,
      (SELECT COUNT(*) FROM trips_event_people y WHERE y.event = e.id AND y.answer = 'yes'), e.audience,
      e.cancelled_ms, o.answer, CASE WHEN \(EventCondition.mayChange) THEN 1 ELSE 0 END, t.zone
    FROM trips_events e JOIN trips_members m ON m.trip = e.trip AND m.person = $1
    JOIN trips_trips t ON t.id = e.trip
    LEFT JOIN trips_members a ON a.trip = e.trip AND a.person = e.author
    LEFT JOIN trips_event_people o ON o.event = e.id AND o.person = $1
    WHERE \(EventCondition.isVisible(to: "$1"))
    """
}

extension SQLRow {
  /// The event of a row of ``EventStatement/select``.
  fileprivate func event() throws -> TripEvent {
    let start = try time(10)
    let mayChange = try boolean(17)
    return TripEvent(
      id: try id(0), trip: try id(1), author: try optionalText(2).map { try UserID($0) }, name: try text(3),
      note: try text(4), place: try meetingPoint(from: 5), start: start, end: try time(11),
      day: TimeZoneName(stored: try text(18)).day(of: start), seats: try optionalInteger(12).map { Int($0) },
      taken: Int(try integer(13)), audience: mayChange ? try word(14) : nil, cancelled: try optionalTime(15),
      answer: try optionalText(16) == nil ? nil : try word(16), mayChange: mayChange)
  }

  /// The meeting point of five columns: source, name, latitude, longitude and whether it is gone; nil without a source.
  func meetingPoint(from column: Int) throws -> MeetingPoint? {
    guard let source = try optionalText(column) else { return nil }
    return MeetingPoint(
      source: SourceID(source), name: try text(column + 1),
      coordinate: Coordinate(latitude: try real(column + 2), longitude: try real(column + 3)),
      isGone: try boolean(column + 4))
  }
}

/// The statements that tell of events for exports and for other parts.
extension SQLConnection {
  /// Returns the events of a member for the other people of the trip, which end with their author's leaving, as changes of
  /// which guests must know.
  ///
  /// A part asks when it follows `TripsChange.memberLeft`, before the events are cancelled.
  /// - Throws: `SkiError`, see `SQLDriver`.
  package func cancellations(byLeaving trip: TripID, _ user: UserID, at now: UniversalTime) throws
    -> [EventChange]
  {
    let events = try rows(
      """
      SELECT id FROM trips_events
      WHERE author = $1 AND trip = $2 AND audience <> 'trip' AND cancelled_ms IS NULL AND end_ms > $3 ORDER BY id
      """, [.id(user), .id(trip), .time(now)])
    return try events.map { row in
      let event: EventID = try row.id(0)
      return EventChange(
        kind: .cancelled, event: event, trip: trip, actor: nil, people: try people(of: event, knowing: user))
    }
  }

  /// Returns the events that a user made, for an export.
  func eventRecords(of user: UserID) throws -> [JSONValue] {
    try rows(
      """
      SELECT id, trip, name, note, place_source, place_name, place_latitude, place_longitude, place_gone, start_ms,
        end_ms, seats, audience, cancelled_ms
      FROM trips_events WHERE author = $1 ORDER BY start_ms, id
      """, [.id(user)]
    ).map { try $0.eventRecord() }
  }

  /// Returns the invitations and answers of a user, for an export.
  func answerRecords(of user: UserID) throws -> [JSONValue] {
    try rows(
      """
      SELECT event, invited, answer, answered_ms FROM trips_event_people WHERE person = $1 ORDER BY event
      """, [.id(user)]
    ).map { row in
      .object([
        "event": .string(try row.text(0)), "invited": .bool(try row.boolean(1)),
        "answer": .optional(try row.optionalText(2)),
        "answered": .time(try row.optionalTime(3)),
      ])
    }
  }
}

extension SQLRow {
  /// The event of a row for an export.
  fileprivate func eventRecord() throws -> JSONValue {
    let place: JSONValue = try meetingPoint(from: 4)?.json ?? .null
    let seats: JSONValue = try optionalInteger(11).map { JSONValue.integer(Int($0)) } ?? .null
    let (start, end, cancelled) = (try time(9), try time(10), try optionalTime(13))
    return .object([
      "id": .string(try text(0)), "trip": .string(try text(1)), "name": .string(try text(2)),
      "note": .string(try text(3)), "place": place, "start": .time(start),
      "end": .time(end), "seats": seats, "audience": .string(try text(12)),
      "cancelled": .time(cancelled),
    ])
  }
}
