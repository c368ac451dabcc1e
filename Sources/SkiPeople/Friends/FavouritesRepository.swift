package import SkiAPI
import SkiBase
package import SkiGraph

/// The favourites of the acting user, and the preferences for what is near.
package final class FavouritesRepository: Sendable {
  private let store: TripsStore

  /// The limits of a favourite's id in the source.

  /// Creates the repository over a store.
  package init(_ store: TripsStore) { self.store = store }

  /// Returns the favourites, the latest first.
  ///
  /// See ``FavouritesServing``.
  package func list(as user: UserID) async throws -> [Favourite] {
    try await store.read { try $0.favourites(of: user) }
  }

  /// Marks a favourite; one that is marked already stays as it is, but for its kind.
  ///
  /// See ``FavouritesServing``.
  package func add(_ source: SourceID, kind: FavouriteKind, as user: UserID) async throws {
    let id = try Favourite.sourceLimit.checked(source.rawValue)
    try await store.write { transaction in
      let connection = transaction.connection
      try connection.lock(user)
      try connection.change(
        """
        INSERT INTO trips_favourites (person, source, kind, added_ms) VALUES ($1, $2, $3, $4)
        ON CONFLICT (person, source) DO UPDATE SET kind = excluded.kind
        """, [.id(user), .text(id), .text(kind.rawValue), .time(transaction.now)])
      try transaction.require(.favourites, "trips_favourites WHERE person = $1", of: user)
    }
  }

  /// Removes a favourite.
  ///
  /// See ``FavouritesServing``.
  package func remove(_ source: SourceID, as user: UserID) async throws {
    let removed = try await store.write { transaction in
      try transaction.connection.change(
        "DELETE FROM trips_favourites WHERE person = $1 AND source = $2", [.id(user), .text(source.rawValue)])
    }
    guard removed == 1 else {
      throw SkiError(.notFound, "the source id is no favourite; list your favourites")
    }
  }

  /// Returns the preferences for what is near; ``NearbyPreferences/standard`` when none are stored.
  ///
  /// See ``FavouritesServing``.
  package func nearby(as user: UserID) async throws -> NearbyPreferences {
    try await store.read { try $0.nearbyPreferences(of: user) } ?? .standard
  }

  /// Stores preferences for what is near.
  ///
  /// See ``FavouritesServing``.
  package func setNearby(_ preferences: NearbyPreferences, as user: UserID) async throws {
    let preferences = try preferences.checked()
    try await store.write { transaction in
      try transaction.connection.lock(user)
      try transaction.connection.change(
        """
        INSERT INTO trips_nearby (person, measure, greatest) VALUES ($1, $2, $3)
        ON CONFLICT (person) DO UPDATE SET measure = excluded.measure, greatest = excluded.greatest
        """, [.id(user), .text(preferences.measure), .real(preferences.greatest)])
    }
  }
}
