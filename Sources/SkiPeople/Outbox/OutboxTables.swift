import SkiAPI
import SkiBase

/// The tables of notices, of their deliveries through channels, and of preferences.
///
/// A notice has a row of `trips_notices` for each recipient, and one of `trips_deliveries` for each channel until it is
/// delivered: the work of the outbox. The due time of a delivery that a worker holds is the end of its lease.
enum OutboxTables {
  static let part = TripsPart(
    "outbox",
    migrations: [SQLMigration(1, noticeStatements + deliveryStatements)],
    removals: TripsPart.Removals(
      ofUser: [
        """
        DELETE FROM trips_deliveries WHERE recipient = $1
          OR notice IN (SELECT n.id FROM trips_notices n WHERE n.actor = $1)
        """,
        "DELETE FROM trips_notices WHERE recipient = $1 OR actor = $1",
        "DELETE FROM trips_notice_preferences WHERE person = $1",
      ],
      ofMember: [
        """
        DELETE FROM trips_deliveries WHERE notice IN (
            SELECT n.id FROM trips_notices n WHERE n.trip = $1 AND n.actor = $2 AND n.kind <> 'hostWord')
          OR (recipient = $2 AND notice IN (
            SELECT n.id FROM trips_notices n WHERE n.trip = $1 AND n.recipient = $2))
        """,
        """
        DELETE FROM trips_notices WHERE trip = $1
          AND (recipient = $2 OR (actor = $2 AND kind <> 'hostWord'))
        """,
      ],
      ofTrip: [
        "DELETE FROM trips_deliveries WHERE notice IN (SELECT n.id FROM trips_notices n WHERE n.trip = $1)",
        "DELETE FROM trips_notices WHERE trip = $1", "DELETE FROM trips_words WHERE trip = $1",
        "DELETE FROM quota_days WHERE subject = $1",
      ]),
    handler: { happening, transaction in
      switch happening {
      case .friendRequested(let user, let person):
        try transaction.enqueue(
          NoticeDraft(.friendRequest, key: "friend:\(user)", actor: user), to: [person])
      case .friendsParted(let user, let person):
        try transaction.removeNotices(between: user, and: person, "kind = 'friendRequest'")
      case .blocksChanged(let user, let person):
        try transaction.removeNotices(between: user, and: person, "kind <> 'hostWord'")
      default: break
      }
    },
    exporter: { user, connection in
      [
        JSONValue.Member("notices", .array(try connection.notices(of: user).map(\.json))),
        JSONValue.Member("noticePreferences", try connection.noticePreferences(of: user)?.json ?? .null),
      ]
    })

  private static let noticeStatements = [
    """
    CREATE TABLE trips_notices (
      id {text} NOT NULL, recipient {text} NOT NULL, dedupe {text} NOT NULL, kind {text} NOT NULL, trip {text},
      actor {text}, payload {text} NOT NULL, since_ms BIGINT NOT NULL, read_ms BIGINT,
      PRIMARY KEY (id, recipient), UNIQUE (recipient, dedupe))
    """,
    "CREATE INDEX trips_notices_by_recipient ON trips_notices (recipient, since_ms, id)",
    "CREATE INDEX trips_notices_by_trip ON trips_notices (trip, recipient)",
    "CREATE INDEX trips_notices_by_actor ON trips_notices (actor)",
    "CREATE INDEX trips_notices_by_key ON trips_notices (dedupe)",
    """
    CREATE TABLE trips_notice_preferences (
      person {text} PRIMARY KEY, muted {text} NOT NULL, quiet_from BIGINT, quiet_until BIGINT, zone {text} NOT NULL,
      digest_minutes BIGINT)
    """,
    "CREATE TABLE trips_words (trip {text} NOT NULL, id {text} NOT NULL, said_ms BIGINT NOT NULL, PRIMARY KEY (trip, id))",
  ]

  private static let deliveryStatements = [
    """
    CREATE TABLE trips_channels (
      name {text} PRIMARY KEY, tokens DOUBLE PRECISION NOT NULL, filled_ms BIGINT NOT NULL, paused_ms BIGINT NOT NULL)
    """,
    """
    CREATE TABLE trips_deliveries (
      channel {text} NOT NULL, notice {text} NOT NULL, recipient {text} NOT NULL, due_ms BIGINT NOT NULL,
      attempts BIGINT NOT NULL, lease {text}, failure {text}, dead_ms BIGINT,
      PRIMARY KEY (channel, notice, recipient))
    """,
    "CREATE INDEX trips_deliveries_by_due ON trips_deliveries (channel, due_ms)",
    "CREATE INDEX trips_deliveries_by_recipient ON trips_deliveries (recipient)",
    "CREATE INDEX trips_deliveries_by_notice ON trips_deliveries (notice)",
  ]
}
