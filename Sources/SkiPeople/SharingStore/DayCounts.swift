package import SkiAPI
package import SkiBase

/// The table of what people made in a day, which all stores of a database share; see `Quota`.
///
/// One row is the count of one thing of one person or trip on the latest day on which there was any.
enum DayCounts {
  /// The table of versions.
  static let table = "skiroute_quota_schema"
  /// All migrations.
  static let migrations = [
    SQLMigration(
      1,
      [
        """
        CREATE TABLE quota_days (
          subject {text} NOT NULL, quota {text} NOT NULL, day BIGINT NOT NULL, used BIGINT NOT NULL,
          PRIMARY KEY (subject, quota))
        """,
        "CREATE INDEX quota_days_by_day ON quota_days (day)",
      ])
  ]

  /// Returns the number of days from 1970 to a time, in UTC.
  static func day(of time: UniversalTime) -> SQLValue { .integer(time.milliseconds / 86_400_000) }
}

extension SQLDriver {
  /// Brings the table of what people made in a day up to date.
  /// - Throws: `SkiError`, see ``SQLDriver``.
  package func openDayCounts() async throws {
    try await migrate(DayCounts.migrations, table: DayCounts.table)
  }
}

extension SQLConnection {
  /// Counts one more thing of a day, and refuses it beyond its quota: the transaction fails then, and counts nothing.
  ///
  /// The count is locked until the end of the transaction, so that of two at the same time one sees the other's.
  /// - Parameters:
  ///   - quota: The bound, one of a day.
  ///   - subject: The identifier of the person or the trip.
  ///   - quotas: The numbers that are allowed.
  ///   - now: The time; one before the counted day, of another clock, is one of that day.
  /// - Throws: `SkiError` with code `.rateLimited` beyond the quota; besides, see ``SQLDriver``.
  package func count(
    _ quota: Quota, of subject: some Identifier, within quotas: Quotas, at now: UniversalTime
  ) throws {
    let used = try row(
      """
      INSERT INTO quota_days (subject, quota, day, used) VALUES ($1, $2, $3, 1)
      ON CONFLICT (subject, quota) DO UPDATE SET
        used = CASE WHEN quota_days.day < excluded.day THEN 1 ELSE quota_days.used + 1 END,
        day = CASE WHEN quota_days.day < excluded.day THEN excluded.day ELSE quota_days.day END
      RETURNING used
      """, [.text(subject.rawValue), .text(quota.rawValue), DayCounts.day(of: now)])
    try quotas.require(Int(clamping: used?.integer(0) ?? 0), of: quota)
  }

  /// Removes the counts of a person who is erased.
  /// - Throws: `SkiError`, see ``SQLDriver``.
  package func removeDayCounts(of user: UserID) throws {
    try change("DELETE FROM quota_days WHERE subject = $1", [.text(user.rawValue)])
  }

  /// Removes the counts of days that are over: those before the day before.
  func sweepDayCounts(at now: UniversalTime) throws {
    try change(
      "DELETE FROM quota_days WHERE day < $1", [DayCounts.day(of: now.advanced(bySeconds: -86_400))])
  }
}
