import HTTPTypes
import Hummingbird
import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople

/// The routes of the favourites of the acting user, and of the preferences for what is near.
struct FavouriteRoutes: Sendable {
  let core: ServerCore

  var routes: [Route] {
    [
      Route.trips(
        "favourites", .get, "/v1/favourites", "Returns the favourites of the user.", core,
        reply: .list("favourites", of: Favourite.self), "The favourites", act: list),
      Route.trips(
        "addFavourite", .put, "/v1/favourites/{source}", "Marks a run, lift or place as a favourite.",
        cost: 2,
        core, body: .members([TripsField.favouriteKind.always]), status: 204, "The favourite is marked",
        act: add),
      Route.trips(
        "removeFavourite", .delete, "/v1/favourites/{source}", "Removes a favourite.", cost: 2, core,
        status: 204, "The favourite is removed", act: remove),
      Route.trips(
        "nearbyPreferences", .get, "/v1/me/nearby", "Returns the user's preferences for what is near.", core,
        reply: .document(NearbyPreferences.self), "The preferences", act: nearby),
      Route.trips(
        "setNearbyPreferences", .put, "/v1/me/nearby", "Stores the user's preferences for what is near.",
        cost: 2, core, body: .document(NearbyPreferences.self), status: 204, "The preferences are stored",
        act: setNearby),
    ]
  }

  private func list(_ call: TripsCall) async throws -> Response {
    .json(.object(["favourites": .documents(try await call.services.favourites.list(as: call.user))]))
  }

  private func add(_ call: TripsCall) async throws -> Response {
    let kind = try await TripsField.favouriteKind.required(
      in: call.body("favourite"))
    try await call.services.favourites.add(SourceID(call.text("source")), kind: kind, as: call.user)
    return .empty()
  }

  private func remove(_ call: TripsCall) async throws -> Response {
    try await call.services.favourites.remove(SourceID(call.text("source")), as: call.user)
    return .empty()
  }

  private func nearby(_ call: TripsCall) async throws -> Response {
    .json(try await call.services.favourites.nearby(as: call.user).json)
  }

  private func setNearby(_ call: TripsCall) async throws -> Response {
    let preferences: NearbyPreferences = try await call.body("preferences for what is near")
    try await call.services.favourites.setNearby(preferences, as: call.user)
    return .empty()
  }
}
