package import SkiGeo
package import SkiSharing
package import SkiStore

/// A writing transaction of the trip services; valid until the body that received it returns.
///
/// Not `Sendable`. The body may run again, and has no effects besides those on the transaction.
package struct TripsTransaction {
  /// The access to the database.
  package let connection: any SQLConnection
  /// The time at which the transaction began, by the clock of the environment.
  package let now: UniversalTime
  private let random: TripsRandom
  private let parts: [TripsPart]

  init(_ connection: any SQLConnection, now: UniversalTime, random: TripsRandom, parts: [TripsPart]) {
    (self.connection, self.now, self.random, self.parts) = (connection, now, random, parts)
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
