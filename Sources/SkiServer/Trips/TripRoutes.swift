import HTTPTypes
import Hummingbird
import SkiAPI
import SkiBase
import SkiPeople

/// The routes of the trips of the acting user.
struct TripRoutes: Sendable {
  let core: ServerCore

  var routes: [Route] {
    [
      Route.trips(
        "trips", .get, "/v1/trips", "Returns the trips of the user.", core,
        reply: .list("trips", of: OwnTrip.self), "The trips", act: list),
      Route.trips(
        "createTrip", .post, "/v1/trips", "Creates a trip that the user hosts.", cost: 5, core,
        body: .document(TripDraft.self), status: 201, reply: .document(Trip.self), "The trip", act: create),
      Route.trips(
        "chooseTrip", .put, "/v1/trips/chosen", "Chooses the user's present trip, or none.", cost: 2, core,
        body: .members([TripsField.chosenTrip.orNull]), status: 204, "The trip is chosen", act: choose),
      Route.trips(
        "trip", .get, "/v1/trips/{trip}", "Returns a trip of the user.", core, reply: .document(Trip.self),
        "The trip", act: get),
      Route.trips(
        "changeTrip", .patch, "/v1/trips/{trip}", "Changes a trip that the user hosts.", cost: 5, core,
        body: .document(TripPatch.self), reply: .document(Trip.self), "The trip", act: patch),
      Route.trips(
        "endTrip", .post, "/v1/trips/{trip}/end", "Ends a trip that the user hosts.", cost: 5, core,
        body: .nothing,
        status: 204, "The trip has ended", act: end),
    ]
  }

  private func list(_ call: TripsCall) async throws -> Response {
    .json(.object(["trips": .documents(try await call.services.trips.list(as: call.user))]))
  }

  private func create(_ call: TripsCall) async throws -> Response {
    let draft: TripDraft = try await call.body("trip")
    let trip = try await call.services.trips.create(
      name: draft.name, zone: draft.zone, areas: draft.areas, from: draft.from, until: draft.until,
      as: call.user)
    return .json(trip.json, status: .created)
  }

  private func choose(_ call: TripsCall) async throws -> Response {
    let trip = try TripsField.chosenTrip.value(in: await call.body("choice"))
    try await call.services.trips.choose(trip, as: call.user)
    return .empty()
  }

  private func get(_ call: TripsCall) async throws -> Response {
    .json(try await call.services.trips.get(call.id("trip"), as: call.user).json)
  }

  private func patch(_ call: TripsCall) async throws -> Response {
    let trip = try call.id("trip", TripID.self)
    let patch: TripPatch = try await call.body("trip", in: { try await call.zone(of: trip) })
    return .json(try await call.services.trips.patch(patch, of: trip, as: call.user).json)
  }

  private func end(_ call: TripsCall) async throws -> Response {
    _ = try await call.body("end of the trip")
    try await call.services.trips.end(call.id("trip"), as: call.user)
    return .empty()
  }
}
