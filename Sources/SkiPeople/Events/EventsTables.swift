import SkiAPI
import SkiBase

/// The tables of events, and of the people who are invited or have answered.
///
/// A row of `trips_event_people` is an invitation (`invited`), an answer, or both. The events of a removed user are
/// removed; an author who is no member any more is not shown.
enum EventsTables {
  static let part = TripsPart(
    "events",
    migrations: [
      SQLMigration(
        1,
        [
          """
          CREATE TABLE trips_events (
            id {text} PRIMARY KEY, trip {text} NOT NULL, author {text} NOT NULL, name {text} NOT NULL,
            note {text} NOT NULL, place_source {text}, place_name {text}, place_latitude DOUBLE PRECISION,
            place_longitude DOUBLE PRECISION, place_gone BIGINT NOT NULL, start_ms BIGINT NOT NULL,
            end_ms BIGINT NOT NULL, seats BIGINT, audience {text} NOT NULL, created_ms BIGINT NOT NULL,
            cancelled_ms BIGINT)
          """,
          "CREATE INDEX trips_events_by_trip ON trips_events (trip, start_ms, id)",
          "CREATE INDEX trips_events_by_author ON trips_events (author)",
          "CREATE INDEX trips_events_by_end ON trips_events (end_ms)",
          """
          CREATE TABLE trips_event_people (
            event {text} NOT NULL, person {text} NOT NULL, invited BIGINT NOT NULL, answer {text},
            answered_ms BIGINT, PRIMARY KEY (event, person))
          """,
          "CREATE INDEX trips_event_people_by_person ON trips_event_people (person)",
          "CREATE TABLE trips_event_secrets (id BIGINT PRIMARY KEY, secret {bytes} NOT NULL)",
        ])
    ],
    removals: TripsPart.Removals(
      ofUser: [
        "DELETE FROM trips_event_people WHERE event IN (SELECT id FROM trips_events WHERE author = $1)",
        "DELETE FROM trips_events WHERE author = $1", "DELETE FROM trips_event_people WHERE person = $1",
      ],
      ofMember: [
        """
        DELETE FROM trips_event_people WHERE person = $2 AND event IN (SELECT id FROM trips_events WHERE trip = $1)
        """
      ],
      ofTrip: [
        "DELETE FROM trips_event_people WHERE event IN (SELECT id FROM trips_events WHERE trip = $1)",
        "DELETE FROM trips_events WHERE trip = $1",
      ]),
    handler: { happening, transaction in
      switch happening {
      case .memberLeft(let trip, let user): try transaction.cancelEvents(of: user, in: trip)
      case .tripEnded(let trip): try transaction.cancelEvents(of: trip)
      case .blocksChanged(let user, let other): try transaction.separateGuests(user, other)
      case .friendsParted(let user, let other): try transaction.freeSeats(ofFormerFriends: user, other)
      default: break
      }
    },
    exporter: { user, connection in
      [
        JSONValue.Member("events", .array(try connection.eventRecords(of: user))),
        JSONValue.Member("answers", .array(try connection.answerRecords(of: user))),
      ]
    })
}
