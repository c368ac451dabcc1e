import SkiAPI
import SkiBase

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
