import HTTPTypes
import Hummingbird
import SkiAPI
import SkiBase
import SkiPeople

/// The routes of invitations to trips.
struct InvitationRoutes: Sendable {
  let core: ServerCore

  var routes: [Route] {
    [
      Route.trips(
        "invitations", .get, "/v1/trips/{trip}/invitations",
        "Returns the open invitations to a trip that the user hosts.", cost: 2, core,
        reply: .list("invitations", of: Invitation.self), "The invitations", act: list),
      Route.trips(
        "invite", .post, "/v1/trips/{trip}/invitations",
        "Makes an invitation to a trip that the user hosts, with its secret, shown this once.", cost: 2, core,
        body: .members([TripsField.role.orAbsent, TripsField.uses.always, TripsField.expires.always]),
        status: 201,
        reply: .document(MadeInvitation.self), "The invitation", act: invite),
      Route.trips(
        "revokeInvitation", .delete, "/v1/invitations/{invitation}",
        "Revokes an invitation to a trip that the user hosts.", cost: 2, core, status: 204,
        "The invitation admits no one any more", act: revoke),
      Route.trips(
        "previewInvitation", .post, "/v1/invitations/preview",
        "Returns the trip to which a link invites the user.", cost: 2, core,
        body: .members([TripsField.secret.always]), reply: .document(InvitationPreview.self), "The trip",
        act: preview),
      Route.trips(
        "join", .post, "/v1/invitations/join", "Lets the user join the trip of a link.", cost: 5, core,
        body: .members([TripsField.secret.always]), reply: .document(Trip.self), "The trip", act: join),
    ]
  }

  private func list(_ call: TripsCall) async throws -> Response {
    let invitations = try await call.services.trips.invitations(to: call.id("trip"), as: call.user)
    return .json(.object(["invitations": .documents(invitations)]))
  }

  private func invite(_ call: TripsCall) async throws -> Response {
    let body = try await call.body("invitation")
    let made = try await call.services.trips.invite(
      to: call.id("trip"), as: TripsField.role.value(in: body) ?? .traveller,
      uses: TripsField.uses.required(in: body),
      expires: TripsField.expires.required(in: body), by: call.user)
    let document = MadeInvitation(made.invitation, secret: made.secret).json
    return .unstored(.json(document, status: .created))
  }

  private func revoke(_ call: TripsCall) async throws -> Response {
    try await call.services.trips.revoke(call.id("invitation"), as: call.user)
    return .empty()
  }

  private func preview(_ call: TripsCall) async throws -> Response {
    let secret = try await Self.secret(call)
    return .json(try await call.services.trips.preview(secret, as: call.user).json)
  }

  private func join(_ call: TripsCall) async throws -> Response {
    let secret = try await Self.secret(call)
    return .json(try await call.services.trips.join(secret, as: call.user).json)
  }

  private static func secret(_ call: TripsCall) async throws -> LinkSecret {
    try await LinkSecret(TripsField.secret.required(in: call.body("invitation")))
  }
}
