import SkiAPI
import SkiBase

/// All parts of the store, each declared in its folder; a part may use the tables of those before it.
///
/// Add the part of a new folder at the end, never change the order of those that were released.
package enum TripsSchema {
  /// The parts in their order.
  package static let parts: [TripsPart] = [
    UsersTables.part, LoginTables.part, TripsTables.part, FriendsTables.part, FavouritesTables.part,
    EventsTables.part, ChatTables.part,
    OutboxTables.part, DaysTables.part, ChallengesTables.part, NoticeProducers.part,
  ]
}

extension TripsStore {
  /// Opens the store of the trip services in a database, and brings its tables up to date, with those of live sharing.
  /// - Parameter environment: The database, the clock and the random source. Closing the database ends the store.
  /// - Throws: `SkiError` with code `.unsupportedFormat` if a schema is newer than this program; besides, see `SQLDriver`.
  package static func open(_ environment: TripsEnvironment) async throws -> TripsStore {
    try await TripsStore(environment, parts: TripsSchema.parts)
  }
}

/// The table of friendships.
///
/// A row of `trips_friends` is a pair with the lesser identifier first: a request while `since_ms` is missing, then a
/// friendship.
enum FriendsTables {
  static let part = TripsPart(
    "friends",
    migrations: [
      SQLMigration(
        1,
        [
          """
          CREATE TABLE trips_friends (
            lesser {text} NOT NULL, greater {text} NOT NULL, asked_by {text} NOT NULL, asked_ms BIGINT NOT NULL,
            since_ms BIGINT, PRIMARY KEY (lesser, greater))
          """,
          "CREATE INDEX trips_friends_by_greater ON trips_friends (greater)",
        ])
    ],
    removals: TripsPart.Removals(ofUser: ["DELETE FROM trips_friends WHERE lesser = $1 OR greater = $1"]),
    exporter: { user, connection in
      [JSONValue.Member("friends", .array(try connection.friendRecords(of: user)))]
    })
}

/// The tables of favourites and of preferences for what is near.
enum FavouritesTables {
  static let part = TripsPart(
    "favourites",
    migrations: [
      SQLMigration(
        1,
        [
          """
          CREATE TABLE trips_favourites (
            person {text} NOT NULL, source {text} NOT NULL, kind {text} NOT NULL, added_ms BIGINT NOT NULL,
            PRIMARY KEY (person, source))
          """,
          """
          CREATE TABLE trips_nearby (person {text} PRIMARY KEY, measure {text} NOT NULL, greatest DOUBLE PRECISION NOT NULL)
          """,
        ])
    ],
    removals: TripsPart.Removals(ofUser: [
      "DELETE FROM trips_favourites WHERE person = $1", "DELETE FROM trips_nearby WHERE person = $1",
    ]),
    exporter: { user, connection in
      [
        JSONValue.Member("favourites", .array(try connection.favourites(of: user).map(\.json))),
        JSONValue.Member("nearby", try connection.nearbyPreferences(of: user)?.json ?? .null),
      ]
    })
}

/// The tables of users, their links and blocks, and erasures of live sharing that are not confirmed yet.
enum UsersTables {
  static let part = TripsPart(
    "users",
    migrations: [
      SQLMigration(
        1,
        [
          """
          CREATE TABLE trips_users (
            id {text} PRIMARY KEY, name {text} NOT NULL, skier {text} NOT NULL, created_ms BIGINT NOT NULL)
          """,
          """
          CREATE TABLE trips_links (
            person {text} NOT NULL, place BIGINT NOT NULL, label {text} NOT NULL, address {text} NOT NULL,
            audience {text} NOT NULL, PRIMARY KEY (person, place))
          """,
          """
          CREATE TABLE trips_blocks (
            person {text} NOT NULL, blocked {text} NOT NULL, since_ms BIGINT NOT NULL, PRIMARY KEY (person, blocked))
          """,
          "CREATE INDEX trips_blocks_by_blocked ON trips_blocks (blocked)",
          "CREATE TABLE trips_erasures (person {text} PRIMARY KEY, asked_ms BIGINT NOT NULL)",
        ])
    ],
    removals: TripsPart.Removals(
      ofUser: [
        "DELETE FROM trips_links WHERE person = $1", "DELETE FROM trips_users WHERE id = $1",
        "DELETE FROM trips_blocks WHERE person = $1 OR blocked = $1",
        "DELETE FROM quota_days WHERE subject = $1",
      ]),
    handler: { happening, transaction in
      guard case .userRemoved(let user) = happening else { return }
      try transaction.connection.change(
        "INSERT INTO trips_erasures (person, asked_ms) VALUES ($1, $2) ON CONFLICT (person) DO NOTHING",
        [.id(user), .time(transaction.now)])
    },
    exporter: { user, connection in
      guard let found = try connection.user(user) else { return [] }
      return [
        JSONValue.Member("user", found.json),
        JSONValue.Member("blocks", .array(try connection.blockRecords(of: user))),
      ]
    })
}

/// The tables of challenges and of the members who take part.
enum ChallengesTables {
  static let part = TripsPart(
    "challenges",
    migrations: [
      SQLMigration(
        1,
        [
          """
          CREATE TABLE trips_challenges (
            id {text} PRIMARY KEY, trip {text} NOT NULL, name {text} NOT NULL, measure {text} NOT NULL,
            from_ms BIGINT NOT NULL, until_ms BIGINT NOT NULL, made_by {text}, made_ms BIGINT NOT NULL)
          """,
          "CREATE INDEX trips_challenges_by_trip ON trips_challenges (trip, made_ms)",
          "CREATE INDEX trips_challenges_by_maker ON trips_challenges (made_by)",
          """
          CREATE TABLE trips_challenge_lifts (
            challenge {text} NOT NULL, source {text} NOT NULL, place BIGINT NOT NULL, PRIMARY KEY (challenge, source))
          """,
          """
          CREATE TABLE trips_challengers (
            challenge {text} NOT NULL, person {text} NOT NULL, joined_ms BIGINT NOT NULL,
            PRIMARY KEY (challenge, person))
          """,
          "CREATE INDEX trips_challengers_by_person ON trips_challengers (person)",
        ])
    ],
    removals: TripsPart.Removals(
      ofUser: [
        "DELETE FROM trips_challengers WHERE person = $1",
        "UPDATE trips_challenges SET made_by = NULL, name = '' WHERE made_by = $1",
      ],
      ofMember: [
        """
        DELETE FROM trips_challengers WHERE person = $2
          AND challenge IN (SELECT c.id FROM trips_challenges c WHERE c.trip = $1)
        """
      ],
      ofTrip: [
        "DELETE FROM trips_challengers WHERE challenge IN (SELECT c.id FROM trips_challenges c WHERE c.trip = $1)",
        "DELETE FROM trips_challenge_lifts WHERE challenge IN (SELECT c.id FROM trips_challenges c WHERE c.trip = $1)",
        "DELETE FROM trips_challenges WHERE trip = $1",
      ]),
    exporter: { user, connection in
      let joined = try connection.rows(
        "SELECT challenge FROM trips_challengers WHERE person = $1 ORDER BY challenge", [.id(user)])
      return [JSONValue.Member("challenges", .array(try joined.map { .string(try $0.text(0)) }))]
    })
}

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

/// The tables of chats, messages and read positions.
///
/// A row of `trips_chats` is the chat of a trip (`of_trip`), of an event (`of_event`), or of two people with the lesser
/// identifier first; `trip` is the trip of the first two. A message without a body is a gap; `sending` is the digest of its
/// author and the author's identifier, by which one that is sent again is found.
enum ChatTables {
  static let part = TripsPart(
    "chat",
    migrations: [
      SQLMigration(
        1,
        [
          """
          CREATE TABLE trips_chats (
            id {text} PRIMARY KEY, trip {text}, of_trip {text} UNIQUE, of_event {text} UNIQUE, lesser {text},
            greater {text}, last_position BIGINT NOT NULL, last_ms BIGINT NOT NULL, UNIQUE (lesser, greater))
          """,
          "CREATE INDEX trips_chats_by_trip ON trips_chats (trip)",
          "CREATE INDEX trips_chats_by_greater ON trips_chats (greater)",
          "CREATE INDEX trips_chats_by_time ON trips_chats (last_ms)",
          """
          CREATE TABLE trips_messages (
            chat {text} NOT NULL, position BIGINT NOT NULL, author {text}, client {text}, sending {text},
            kind {text}, body {text}, sent_ms BIGINT NOT NULL, PRIMARY KEY (chat, position), UNIQUE (chat, sending))
          """,
          "CREATE INDEX trips_messages_by_author ON trips_messages (author)",
          """
          CREATE TABLE trips_chat_reads (
            chat {text} NOT NULL, person {text} NOT NULL, position BIGINT NOT NULL, PRIMARY KEY (chat, person))
          """,
          "CREATE INDEX trips_chat_reads_by_person ON trips_chat_reads (person)",
        ])
    ],
    removals: TripsPart.Removals(
      ofUser: [
        """
        UPDATE trips_messages SET author = NULL, client = NULL, sending = NULL, kind = NULL, body = NULL
        WHERE author = $1
        """,
        "DELETE FROM trips_chat_reads WHERE person = $1",
      ],
      ofMember: [
        "DELETE FROM trips_chat_reads WHERE person = $2 AND chat IN (SELECT id FROM trips_chats WHERE trip = $1)"
      ]),
    handler: { happening, transaction in
      switch happening {
      case .memberJoined(let trip, let user, _): try transaction.connection.beginReading(of: trip, by: user)
      case .userRemoved(let user): try transaction.connection.removeChats(ofRemoved: user)
      case .tripRemoved(let trip): try transaction.connection.removeChats(of: trip)
      case .memberLeft(let trip, let user):
        try transaction.connection.notify(people: trip)
        try transaction.connection.notifyPairs(of: user)
      case .blocksChanged(let user, let other):
        try transaction.connection.notifyPair(user, other)
        for trip in try transaction.connection.commonTrips(of: user, and: other) {
          try transaction.connection.notify(people: trip)
        }
      case .friendsParted(let user, let other): try transaction.connection.notifyPair(user, other)
      default: break
      }
    },
    exporter: { user, connection in
      [JSONValue.Member("messages", .array(try connection.messageRecords(of: user)))]
    })
}

/// The tables of recorded days: permissions of uploads, recordings, laps, files, and the trips they are shared with.
///
/// A lap without `fault` counts. The due time of a waiting day that a server matches is the end of its lease.
enum DaysTables {
  static let part = TripsPart(
    "days",
    migrations: [SQLMigration(1, dayStatements + lapStatements)],
    removals: TripsPart.Removals(
      ofUser: [
        "DELETE FROM trips_uploads WHERE person = $1",
        "DELETE FROM trips_recordings WHERE day IN (SELECT d.id FROM trips_days d WHERE d.person = $1)",
        "DELETE FROM trips_day_files WHERE day IN (SELECT d.id FROM trips_days d WHERE d.person = $1)",
        "DELETE FROM trips_shared_days WHERE person = $1",
        // The day before its laps: a server that stores laps has locked the day.
        "DELETE FROM trips_days WHERE person = $1", "DELETE FROM trips_laps WHERE person = $1",
      ],
      ofMember: ["DELETE FROM trips_shared_days WHERE trip = $1 AND person = $2"],
      ofTrip: ["DELETE FROM trips_shared_days WHERE trip = $1"],
      expired: ["DELETE FROM trips_uploads WHERE expires_ms <= $1"]),
    exporter: { user, connection in
      [
        JSONValue.Member("days", .array(try connection.ownDays(of: user).map(\.json))),
        JSONValue.Member("laps", .array(try connection.lapRecords(of: user))),
      ]
    })

  private static let dayStatements = [
    "CREATE TABLE trips_secrets (name {text} PRIMARY KEY, secret {text} NOT NULL)",
    """
    CREATE TABLE trips_uploads (
      id {text} PRIMARY KEY, person {text} NOT NULL, expires_ms BIGINT NOT NULL)
    """,
    "CREATE INDEX trips_uploads_by_person ON trips_uploads (person)",
    "CREATE INDEX trips_uploads_by_expiry ON trips_uploads (expires_ms)",
    """
    CREATE TABLE trips_days (
      id {text} PRIMARY KEY, person {text} NOT NULL, digest {text} NOT NULL, received_ms BIGINT NOT NULL,
      state {text} NOT NULL, failure {text}, due_ms BIGINT NOT NULL, attempts BIGINT NOT NULL, lease {text},
      from_ms BIGINT, until_ms BIGINT, areas {text}, UNIQUE (person, digest))
    """,
    "CREATE INDEX trips_days_by_digest ON trips_days (digest)",
    "CREATE INDEX trips_days_by_due ON trips_days (state, due_ms)",
    "CREATE TABLE trips_recordings (day {text} PRIMARY KEY, content {bytes} NOT NULL)",
  ]

  private static let lapStatements = [
    """
    CREATE TABLE trips_laps (
      day {text} NOT NULL, place BIGINT NOT NULL, person {text} NOT NULL, kind {text} NOT NULL,
      source {text} NOT NULL, start_ms BIGINT NOT NULL, end_ms BIGINT NOT NULL, length_mm BIGINT NOT NULL,
      descent_mm BIGINT NOT NULL, speed_mm BIGINT, fault {text}, PRIMARY KEY (day, place))
    """,
    "CREATE INDEX trips_laps_by_person ON trips_laps (person, start_ms)",
    "CREATE INDEX trips_laps_by_source ON trips_laps (source, start_ms)",
    """
    CREATE TABLE trips_day_files (
      day {text} NOT NULL, file {text} NOT NULL, content {bytes} NOT NULL, PRIMARY KEY (day, file))
    """,
    """
    CREATE TABLE trips_shared_days (
      trip {text} NOT NULL, day {text} NOT NULL, person {text} NOT NULL, shared_ms BIGINT NOT NULL,
      PRIMARY KEY (trip, day))
    """,
    "CREATE INDEX trips_shared_days_by_day ON trips_shared_days (day)",
    "CREATE INDEX trips_shared_days_by_person ON trips_shared_days (person)",
  ]
}
