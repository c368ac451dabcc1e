import SkiBase

/// The tables of live sharing, for SQLite and PostgreSQL alike; see ``SQLMigration``.
///
/// Times are whole milliseconds since 1970. One row of `positions` is all that is kept of a traveller in a trip: the
/// latest position, or, without a body, that they are gone.
enum SharingSchema {
  /// All migrations.
  static let migrations = [SQLMigration(1, first), SQLMigration(2, erasures), SQLMigration(3, ages)]

  /// The digests of erased users, for servers that hold counts of their deliveries.
  private static let erasures = [
    "CREATE TABLE erasures (version BIGINT PRIMARY KEY, digest {text} NOT NULL, erased_ms BIGINT NOT NULL)"
  ]

  /// The order of the audit by which its end is found.
  private static let ages = ["CREATE INDEX audit_by_hour ON audit (hour)"]

  /// The statements of the first version.
  private static let first = [
    // One row; its lock orders changes of grants and renewals of leases.
    "CREATE TABLE sharing (id BIGINT PRIMARY KEY, version BIGINT NOT NULL, renewals BIGINT NOT NULL)",
    "INSERT INTO sharing (id, version, renewals) VALUES (1, 0, 0)",
    "CREATE TABLE trips (trip {text} PRIMARY KEY, cursor_number BIGINT NOT NULL, version BIGINT NOT NULL)",
    "CREATE INDEX trips_by_version ON trips (version)",
    """
    CREATE TABLE grants (
      id {text} PRIMARY KEY, trip {text} NOT NULL, owner {text} NOT NULL, link {text}, is_hidden BIGINT NOT NULL,
      from_ms BIGINT NOT NULL, until_ms BIGINT NOT NULL, body {text} NOT NULL)
    """,
    "CREATE INDEX grants_by_trip ON grants (trip, owner)",
    "CREATE INDEX grants_by_owner ON grants (owner)",
    "CREATE INDEX grants_by_link ON grants (link)",
    "CREATE TABLE mentions (person {text} NOT NULL, grant_id {text} NOT NULL, PRIMARY KEY (person, grant_id))",
    """
    CREATE TABLE positions (
      trip {text} NOT NULL, traveller {text} NOT NULL, observed_ms BIGINT NOT NULL, sequence BIGINT NOT NULL,
      revision BIGINT NOT NULL, expires_ms BIGINT NOT NULL, cursor_number BIGINT NOT NULL, body {text},
      PRIMARY KEY (trip, traveller))
    """,
    "CREATE TABLE servers (server {text} PRIMARY KEY, applied BIGINT NOT NULL, renewed_ms BIGINT NOT NULL)",
    """
    CREATE TABLE audit (
      owner {text} NOT NULL, hour BIGINT NOT NULL, viewer {text} NOT NULL, trip {text} NOT NULL, grant_id {text} NOT NULL,
      deliveries BIGINT NOT NULL, PRIMARY KEY (owner, hour, viewer, trip, grant_id))
    """,
    "CREATE INDEX audit_by_viewer ON audit (viewer)",
  ]
}
