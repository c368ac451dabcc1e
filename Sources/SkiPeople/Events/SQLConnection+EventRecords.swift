package import SkiAPI
package import SkiBase

/// The statements that tell of events for exports and for other parts.
extension SQLConnection {
  /// Returns the events of a member for the other people of the trip, which end with their author's leaving, as changes of
  /// which guests must know.
  ///
  /// A part asks when it follows `TripsHappening.memberLeft`, before the events are cancelled.
  /// - Throws: `SkiError`, see `SQLDriver`.
  package func cancellations(byLeaving trip: TripID, _ user: UserID, at now: UniversalTime) throws
    -> [EventHappening]
  {
    let events = try rows(
      """
      SELECT id FROM trips_events
      WHERE author = $1 AND trip = $2 AND audience <> 'trip' AND cancelled_ms IS NULL AND end_ms > $3 ORDER BY id
      """, [.id(user), .id(trip), .time(now)])
    return try events.map { row in
      let event: EventID = try row.id(0)
      return EventHappening(
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
