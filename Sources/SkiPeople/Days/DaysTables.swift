import SkiAPI
import SkiBase

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
