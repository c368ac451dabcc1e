import SkiBase

/// All parts of the store, each declared in its folder; a part may use the tables of those before it.
///
/// Add the part of a new folder at the end, never change the order of those that were released.
package enum TripsSchema {
  /// The parts in their order.
  package static let parts: [TripsPart] = [
    UsersTables.part, LoginTables.part, TripsTables.part, FriendsTables.part, FavouritesTables.part,
    EventsTables.part, ChatTables.part,
    OutboxTables.part, DaysTables.part, ChallengesTables.part, NoticeProducers.part,
  ]
}

extension TripsStore {
  /// Opens the store of the trip services in a database, and brings its tables up to date, with those of live sharing.
  /// - Parameter environment: The database, the clock and the random source. Closing the database ends the store.
  /// - Throws: `SkiError` with code `.unsupportedFormat` if a schema is newer than this program; besides, see `SQLDriver`.
  package static func open(_ environment: TripsEnvironment) async throws -> TripsStore {
    try await TripsStore(environment, parts: TripsSchema.parts)
  }
}
