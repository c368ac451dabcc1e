public import SkiGraph

/// The favourites of the acting user, and the preferences for what is near.
///
/// `TripServices` has it over a store, SkiClient over HTTP. Each method takes the acting user.
public protocol FavouritesServing: Sendable {
  /// Returns the favourites, the latest first.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be read now.
  func list(as user: UserID) async throws -> [Favourite]

  /// Marks a favourite; one that is marked already stays as it is, but for its kind.
  /// - Throws: `SkiError` with code `.invalidArgument` or `.limitExceeded` for an id of another length, `.limitExceeded`
  ///   beyond `Quota.favourites`, `.notFound` for a removed user, `.unavailable` when the store can't be written now.
  func add(_ source: SourceID, kind: FavouriteKind, as user: UserID) async throws

  /// Removes a favourite.
  /// - Throws: `SkiError` with code `.notFound` for one that is not marked, `.unavailable` when the store can't be written now.
  func remove(_ source: SourceID, as user: UserID) async throws

  /// Returns the preferences for what is near; ``NearbyPreferences/standard`` when none are stored.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be read now.
  func nearby(as user: UserID) async throws -> NearbyPreferences

  /// Stores preferences for what is near.
  /// - Throws: `SkiError` with code `.invalidArgument` for values out of range, `.notFound` for a removed user,
  ///   `.unavailable` when the store can't be written now.
  func setNearby(_ preferences: NearbyPreferences, as user: UserID) async throws
}
