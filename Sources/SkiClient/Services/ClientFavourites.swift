package import SkiAPI
import SkiBase
package import SkiGraph

/// The favourites of the acting user at a server; see `FavouritesServing`.
package struct ClientFavourites: FavouritesServing {
  private let source: any SessionSource

  /// Creates the service of the users of a source.
  package init(_ source: any SessionSource) { self.source = source }

  /// Returns the favourites; see `FavouritesServing`.
  package func list(as user: UserID) async throws -> [Favourite] {
    try await source.values(.get("favourites"), "favourites", as: user)
  }

  /// Marks a favourite; see `FavouritesServing`.
  package func add(_ source: SourceID, kind: FavouriteKind, as user: UserID) async throws {
    // An empty text is no part of a path.
    let id = try Favourite.sourceLimit.checked(source.rawValue)
    let body = JSONValue.object(["kind": .string(kind.rawValue)])
    try await self.source.act(.put("favourites", id, body: body), as: user)
  }

  /// Removes a favourite; see `FavouritesServing`.
  package func remove(_ source: SourceID, as user: UserID) async throws {
    try await self.source.act(.delete("favourites", source.rawValue), as: user)
  }

  /// Returns the preferences for what is near; see `FavouritesServing`.
  package func nearby(as user: UserID) async throws -> NearbyPreferences {
    try await source.value(.get("me", "nearby"), "preferences", as: user)
  }

  /// Stores preferences for what is near; see `FavouritesServing`.
  package func setNearby(_ preferences: NearbyPreferences, as user: UserID) async throws {
    try await source.act(.put("me", "nearby", body: preferences.json), as: user)
  }
}

/// The acting user at a server; see `UserServing`.
package struct ClientUsers: UserServing {
  private let source: any SessionSource

  /// Creates the service of the users of a source.
  package init(_ source: any SessionSource) { self.source = source }

  /// Returns the acting user; see `UserServing`.
  package func get(as user: UserID) async throws -> User {
    try await source.value(.get("me"), "user", as: user)
  }

  /// Changes the acting user; see `UserServing`.
  @discardableResult
  package func patch(_ patch: UserPatch, as user: UserID) async throws -> User {
    try await source.value(.patch("me", body: patch.json), "user", as: user)
  }

  /// Returns all that is stored of the acting user; see `UserServing`.
  package func export(as user: UserID) async throws -> [UInt8] {
    try await source.session(of: user).send(.get("me", "export")).body
  }

  /// Removes the acting user; see `UserServing`.
  package func delete(as user: UserID) async throws {
    try await source.act(.delete("me"), as: user)
  }
}
