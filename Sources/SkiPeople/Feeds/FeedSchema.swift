import SkiBase

/// The tables of lift news, for SQLite and PostgreSQL alike; see ``SQLMigration``.
///
/// Times are whole milliseconds since 1970. One row of `lift_feeds` is the last good document of a feed and its last requests; one
/// of `lift_words` the newest word on a lift for the people of a scope.
enum FeedSchema {
  /// The table of versions.
  static let table = "skiroute_feeds_schema"
  /// All migrations.
  static let migrations = [SQLMigration(1, first), SQLMigration(2, second)]

  private static let first = [
    // One row; its version grows with each change, by which servers see those of others.
    "CREATE TABLE lift_news (id BIGINT PRIMARY KEY, version BIGINT NOT NULL)",
    "INSERT INTO lift_news (id, version) VALUES (1, 0)",
    """
    CREATE TABLE lift_feeds (
      feed {text} PRIMARY KEY, format {text} NOT NULL, attempts BIGINT NOT NULL, claimed_ms BIGINT NOT NULL,
      documents BIGINT NOT NULL, body {bytes}, states {text}, entity_tag {text}, modified {text}, read_ms BIGINT, success_ms BIGINT,
      failure_ms BIGINT, failures BIGINT NOT NULL, failure {text}, fresh_s BIGINT, retry_s BIGINT)
    """,
    """
    CREATE TABLE lift_words (
      lift {text} PRIMARY KEY, state {text} NOT NULL, wait_ms BIGINT, author {text}, said_ms BIGINT NOT NULL,
      until_ms BIGINT NOT NULL)
    """,
    "CREATE INDEX lift_words_by_author ON lift_words (author)",
  ]

  /// Words without a scope counted for everyone, whoever said them; they held for twelve hours at most.
  private static let second = [
    "DROP TABLE lift_words",
    """
    CREATE TABLE lift_words (
      lift {text} NOT NULL, scope {text} NOT NULL, state {text} NOT NULL, wait_ms BIGINT, author {text},
      said_ms BIGINT NOT NULL, until_ms BIGINT NOT NULL, PRIMARY KEY (lift, scope))
    """,
    "CREATE INDEX lift_words_by_author ON lift_words (author)",
  ]
}
