import HTTPTypes
import Hummingbird
import SkiAPI
import SkiBase
import SkiPeople

/// The routes of the acting user.
struct UserRoutes: Sendable {
  let core: ServerCore

  var routes: [HTTPRoute] {
    var routes: [HTTPRoute] = [
      HTTPRoute.trips(
        "me", .get, "/v1/me", "Returns the user.", core, reply: .document(User.self), "The user", act: get),
      HTTPRoute.trips(
        "changeMe", .patch, "/v1/me", "Changes the user.", cost: 2, core, body: .document(UserPatch.self),
        reply: .document(User.self), "The user",
        act: patch),
      HTTPRoute.trips(
        "export", .get, "/v1/me/export", "Returns all that is stored of the user.", cost: 10, core,
        reply: .members(TripsField.export), "The data", act: export),
      HTTPRoute.trips(
        "sessions", .get, "/v1/me/sessions",
        "Returns the sessions of the user, those used last first; the one that asks is marked.", cost: 2,
        core,
        reply: .list("sessions", of: OwnSession.self), "The sessions", act: sessions),
      HTTPRoute.trips(
        "endSession", .delete, "/v1/me/sessions/{session}", "Ends a session of the user.", cost: 2, core,
        status: 204, "The session has ended", act: endSession),
      HTTPRoute.trips(
        "endSessions", .delete, "/v1/me/sessions", "Ends all sessions of the user.", cost: 5, core,
        status: 204, "The sessions have ended", act: endSessions),
    ]
    // A server without trip services has a route of live sharing in this place.
    if core.trips != nil {
      routes.append(
        HTTPRoute.trips(
          "removeMe", .delete, "/v1/me", "Removes the user, with everything of and about them.", cost: 20,
          core, status: 204, "The user is removed", act: delete))
    }
    return routes
  }

  private func get(_ call: TripsCall) async throws -> Response {
    .json(try await call.services.users.get(as: call.user).json)
  }

  private func patch(_ call: TripsCall) async throws -> Response {
    let patch: UserPatch = try await call.body("user")
    return .json(try await call.services.users.patch(patch, as: call.user).json)
  }

  private func export(_ call: TripsCall) async throws -> Response {
    let bytes = try await call.services.users.export(as: call.user)
    return .unstored(.json(bytes))
  }

  private func delete(_ call: TripsCall) async throws -> Response {
    try await call.services.users.delete(as: call.user)
    try await call.services.sessions.readEnded()
    return .empty()
  }

  private func sessions(_ call: TripsCall) async throws -> Response {
    let sessions = try await call.services.sessions.list(
      as: call.user, asking: call.request.principal?.session)
    return .json(.object(["sessions": .documents(sessions)]))
  }

  private func endSession(_ call: TripsCall) async throws -> Response {
    try await call.services.sessions.end(call.id("session"), as: call.user)
    return .empty()
  }

  private func endSessions(_ call: TripsCall) async throws -> Response {
    try await call.services.sessions.endAll(as: call.user)
    return .empty()
  }
}
