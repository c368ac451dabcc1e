import HTTPTypes
import Hummingbird
import SkiAPI
import SkiBase
import SkiPeople

/// The routes of the members of a trip.
struct MemberRoutes: Sendable {
  let core: ServerCore

  var routes: [Route] {
    [
      Route.trips(
        "members", .get, "/v1/trips/{trip}/members", "Returns the members of a trip.", cost: 2, core,
        reply: .list("members", of: TripMember.self), "The members", act: list),
      Route.trips(
        "companions", .get, "/v1/trips/{trip}/companions",
        "Returns the others on a trip, with what each shows to the user.", cost: 2, core,
        reply: .list("people", of: Companion.self), "The people", act: companions),
      Route.trips(
        "leaveTrip", .delete, "/v1/trips/{trip}/members/me", "Takes the user from a trip.", cost: 5, core,
        status: 204, "The user has left", act: leave),
      Route.trips(
        "changeMember", .patch, "/v1/trips/{trip}/members/{user}",
        "Gives a member of a trip that the user hosts another role.", cost: 2, core,
        body: .members([TripsField.role.always]),
        status: 204, "The role is changed", act: changeRole),
      Route.trips(
        "removeMember", .delete, "/v1/trips/{trip}/members/{user}",
        "Removes a member from a trip that the user hosts.", cost: 5, core, status: 204,
        "The member is removed", act: remove),
    ]
  }

  private func list(_ call: TripsCall) async throws -> Response {
    let members = try await call.services.trips.members(of: call.id("trip"), as: call.user)
    return .json(.object(["members": .documents(members)]))
  }

  private func companions(_ call: TripsCall) async throws -> Response {
    let people = try await call.services.friends.companions(in: call.id("trip"), as: call.user)
    return .json(.object(["people": .documents(people)]))
  }

  private func leave(_ call: TripsCall) async throws -> Response {
    try await call.services.trips.leave(call.id("trip"), as: call.user)
    return .empty()
  }

  private func changeRole(_ call: TripsCall) async throws -> Response {
    let role = try await TripsField.role.required(in: call.body("member"))
    try await call.services.trips.setRole(role, of: call.id("user"), in: call.id("trip"), as: call.user)
    return .empty()
  }

  private func remove(_ call: TripsCall) async throws -> Response {
    try await call.services.trips.remove(call.id("user"), from: call.id("trip"), as: call.user)
    return .empty()
  }
}
