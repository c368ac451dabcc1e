import SkiContract
import SkiFormats
public import SkiModel
public import SkiSharing
public import SkiTrips

/// The favourites of the acting user at a server; see `FavouritesServing`.
public struct ClientFavourites: FavouritesServing {
  private let source: any SessionSource

  /// Creates the service of the users of a source.
  public init(_ source: any SessionSource) { self.source = source }

  /// Returns the favourites; see `FavouritesServing`.
  public func list(as user: UserID) async throws -> [Favourite] {
    try await source.values(.get("favourites"), "favourites", as: user)
  }

  /// Marks a favourite; see `FavouritesServing`.
  public func add(_ source: SourceID, kind: FavouriteKind, as user: UserID) async throws {
    // An empty text is no part of a path.
    let id = try FavouritesRepository.sourceLimit.checked(source.rawValue)
    let body = JSONValue.object(["kind": .string(kind.rawValue)])
    try await self.source.act(.put("favourites", id, body: body), as: user)
  }

  /// Removes a favourite; see `FavouritesServing`.
  public func remove(_ source: SourceID, as user: UserID) async throws {
    try await self.source.act(.delete("favourites", source.rawValue), as: user)
  }

  /// Returns the preferences for what is near; see `FavouritesServing`.
  public func nearby(as user: UserID) async throws -> NearbyPreferences {
    try await source.value(.get("me", "nearby"), "preferences", as: user)
  }

  /// Stores preferences for what is near; see `FavouritesServing`.
  public func setNearby(_ preferences: NearbyPreferences, as user: UserID) async throws {
    try await source.act(.put("me", "nearby", body: preferences.json), as: user)
  }
}
