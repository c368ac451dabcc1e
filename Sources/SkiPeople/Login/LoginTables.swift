import SkiAPI
import SkiBase

/// The tables of identities at other services, of what was used once, and of sessions.
enum LoginTables {
  static let part = TripsPart(
    "login",
    migrations: [
      SQLMigration(
        1,
        [
          """
          CREATE TABLE trips_identities (
            provider {text} NOT NULL, subject {text} NOT NULL, person {text} NOT NULL,
            PRIMARY KEY (provider, subject))
          """,
          "CREATE INDEX trips_identities_by_person ON trips_identities (person)",
          "CREATE TABLE trips_used (digest {text} PRIMARY KEY, expires_ms BIGINT NOT NULL)",
          "CREATE INDEX trips_used_by_expiry ON trips_used (expires_ms)",
          "CREATE TABLE trips_nonces (digest {text} PRIMARY KEY, expires_ms BIGINT NOT NULL)",
          "CREATE INDEX trips_nonces_by_expiry ON trips_nonces (expires_ms)",
          """
          CREATE TABLE trips_sessions (
            id {text} PRIMARY KEY, person {text} NOT NULL, begun_ms BIGINT NOT NULL, expires_ms BIGINT NOT NULL)
          """,
          "CREATE INDEX trips_sessions_by_person ON trips_sessions (person)",
          "CREATE INDEX trips_sessions_by_expiry ON trips_sessions (expires_ms)",
          """
          CREATE TABLE trips_tokens (
            digest {text} PRIMARY KEY, session {text} NOT NULL, person {text} NOT NULL, expires_ms BIGINT NOT NULL,
            used_ms BIGINT)
          """,
          "CREATE INDEX trips_tokens_by_session ON trips_tokens (session)",
          "CREATE INDEX trips_tokens_by_person ON trips_tokens (person)",
          "CREATE INDEX trips_tokens_by_expiry ON trips_tokens (expires_ms)",
        ]),
      // The sessions that ended while one of their access tokens may be valid, which all servers watch.
      SQLMigration(
        2,
        [
          "CREATE TABLE trips_ended (session {text} PRIMARY KEY, expires_ms BIGINT NOT NULL)",
          "CREATE INDEX trips_ended_by_expiry ON trips_ended (expires_ms)",
        ]),
      // The last use, which the end tells no more when it is that of the longest time.
      SQLMigration(3, ["ALTER TABLE trips_sessions ADD COLUMN used_ms BIGINT"]),
    ],
    removals: TripsPart.Removals(
      ofUser: [
        // Sessions first: a turn of a token locks its session, and has stored the new token before it is deleted.
        "DELETE FROM trips_identities WHERE person = $1", "DELETE FROM trips_sessions WHERE person = $1",
        "DELETE FROM trips_tokens WHERE person = $1",
      ],
      expired: expired),
    handler: { happening, transaction in
      guard case .userRemoved(let user) = happening else { return }
      try transaction.connection.noteEnds(of: user, at: transaction.now)
    },
    exporter: { user, connection in
      [
        JSONValue.Member("identities", .array(try connection.identityRecords(of: user))),
        JSONValue.Member("sessions", .array(try connection.sessionRecords(of: user))),
      ]
    })

  /// The last use of a session in milliseconds: a row of a program without the column ends 30 days after it.
  static let lastUse = "COALESCE(used_ms, expires_ms - \(Int64(SessionService.refreshSeconds * 1000)))"

  /// The statements that remove what has expired: sessions, tokens, the ends of sessions, nonces and hashes used once.
  static let expired = ["trips_sessions", "trips_tokens", "trips_ended", "trips_nonces", "trips_used"].map {
    "DELETE FROM \($0) WHERE expires_ms <= $1"
  }
}
