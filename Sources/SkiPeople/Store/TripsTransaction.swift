package import SkiAPI
package import SkiBase

/// A writing transaction of the trip services; valid until the body that received it returns.
///
/// Not `Sendable`. The body may run again, and has no effects besides those on the transaction.
package struct TripsTransaction {
  /// The access to the database.
  package let connection: any SQLConnection
  /// The time at which the transaction began, by the clock of the environment.
  package let now: UniversalTime
  /// The numbers of what people may make.
  let quotas: Quotas
  private let random: TripsRandom
  let parts: [TripsPart]

  init(
    _ connection: any SQLConnection, now: UniversalTime, random: TripsRandom, parts: [TripsPart],
    quotas: Quotas
  ) {
    (self.connection, self.now, self.random, self.parts) = (connection, now, random, parts)
    self.quotas = quotas
  }

  /// Counts one more thing of a day, and refuses it beyond its quota.
  /// - Throws: `SkiError` with code `.rateLimited` beyond the quota; besides, see `SQLDriver`.
  func count(_ quota: Quota, of subject: some SharingIdentifier) throws {
    try connection.count(quota, of: subject, within: quotas, at: now)
  }

  /// Refuses more of something than is allowed; the caller has locked whose it is, and counts what is to be made.
  /// - Parameters:
  ///   - quota: The bound.
  ///   - rows: A table with its condition, `$1` the subject.
  ///   - subject: The person or the trip.
  /// - Throws: `SkiError` with code `.limitExceeded` beyond the quota; besides, see `SQLDriver`.
  func require(_ quota: Quota, _ rows: StaticString, of subject: some SharingIdentifier) throws {
    let count = try connection.row("SELECT COUNT(*) FROM \(rows)", [.id(subject)])?.integer(0) ?? 0
    try quotas.require(Int(count), of: quota)
  }

  /// Returns a new identifier of 128 random bits.
  /// - Throws: Nothing for the identifiers of this package.
  package func newID<ID: SharingIdentifier>(_ type: ID.Type = ID.self) throws -> ID {
    try random.identifier()
  }

  /// Lets all parts do their work for a happening, the last part first.
  ///
  /// Rows of removals are still there when the parts that came later do their work; a caller inserts rows of what begins
  /// before.
  /// - Throws: `SkiError` of the database.
  package func raise(_ happening: TripsHappening) throws {
    for part in parts.reversed() { try part.follow(happening, self) }
  }
}
