import SkiAPI
import SkiBase

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
