import HTTPTypes
import Hummingbird
import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople

/// The routes of the trip services; without these services each is `.notFound`.
struct TripsRoutes: Sendable {
  let core: ServerCore

  var routes: [HTTPRoute] {
    LoginRoutes(core: core).routes + UserRoutes(core: core).routes + people + together + days
  }

  private var people: [HTTPRoute] {
    TripRoutes(core: core).routes + MemberRoutes(core: core).routes + InvitationRoutes(core: core).routes
      + FriendRoutes(core: core).routes + FavouriteRoutes(core: core).routes
  }

  private var together: [HTTPRoute] {
    EventRoutes(core: core).routes + ChatRoutes(core: core).routes + NoticeRoutes(core: core).routes
  }

  private var days: [HTTPRoute] {
    DayRoutes(core: core).routes + ChallengeRoutes(core: core).routes + LiftRoutes(core: core).routes
  }
}

/// The routes of the favourites of the acting user, and of the preferences for what is near.
struct FavouriteRoutes: Sendable {
  let core: ServerCore

  var routes: [HTTPRoute] {
    [
      HTTPRoute.trips(
        "favourites", .get, "/v1/favourites", "Returns the favourites of the user.", core,
        reply: .list("favourites", of: Favourite.self), "The favourites", act: list),
      HTTPRoute.trips(
        "addFavourite", .put, "/v1/favourites/{source}", "Marks a run, lift or place as a favourite.",
        cost: 2,
        core, body: .members([TripsField.favouriteKind.always]), status: 204, "The favourite is marked",
        act: add),
      HTTPRoute.trips(
        "removeFavourite", .delete, "/v1/favourites/{source}", "Removes a favourite.", cost: 2, core,
        status: 204, "The favourite is removed", act: remove),
      HTTPRoute.trips(
        "nearbyPreferences", .get, "/v1/me/nearby", "Returns the user's preferences for what is near.", core,
        reply: .document(NearbyPreferences.self), "The preferences", act: nearby),
      HTTPRoute.trips(
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

/// The routes of the members of a trip.
struct MemberRoutes: Sendable {
  let core: ServerCore

  var routes: [HTTPRoute] {
    [
      HTTPRoute.trips(
        "members", .get, "/v1/trips/{trip}/members", "Returns the members of a trip.", cost: 2, core,
        reply: .list("members", of: TripMember.self), "The members", act: list),
      HTTPRoute.trips(
        "companions", .get, "/v1/trips/{trip}/companions",
        "Returns the others on a trip, with what each shows to the user.", cost: 2, core,
        reply: .list("people", of: Companion.self), "The people", act: companions),
      HTTPRoute.trips(
        "leaveTrip", .delete, "/v1/trips/{trip}/members/me", "Takes the user from a trip.", cost: 5, core,
        status: 204, "The user has left", act: leave),
      HTTPRoute.trips(
        "changeMember", .patch, "/v1/trips/{trip}/members/{user}",
        "Gives a member of a trip that the user hosts another role.", cost: 2, core,
        body: .members([TripsField.role.always]),
        status: 204, "The role is changed", act: changeRole),
      HTTPRoute.trips(
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

/// The routes of the trips of the acting user.
struct TripRoutes: Sendable {
  let core: ServerCore

  var routes: [HTTPRoute] {
    [
      HTTPRoute.trips(
        "trips", .get, "/v1/trips", "Returns the trips of the user.", core,
        reply: .list("trips", of: OwnTrip.self), "The trips", act: list),
      HTTPRoute.trips(
        "createTrip", .post, "/v1/trips", "Creates a trip that the user hosts.", cost: 5, core,
        body: .document(TripDraft.self), status: 201, reply: .document(Trip.self), "The trip", act: create),
      HTTPRoute.trips(
        "chooseTrip", .put, "/v1/trips/chosen", "Chooses the user's present trip, or none.", cost: 2, core,
        body: .members([TripsField.chosenTrip.orNull]), status: 204, "The trip is chosen", act: choose),
      HTTPRoute.trips(
        "trip", .get, "/v1/trips/{trip}", "Returns a trip of the user.", core, reply: .document(Trip.self),
        "The trip", act: get),
      HTTPRoute.trips(
        "changeTrip", .patch, "/v1/trips/{trip}", "Changes a trip that the user hosts.", cost: 5, core,
        body: .document(TripPatch.self), reply: .document(Trip.self), "The trip", act: patch),
      HTTPRoute.trips(
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
    return .json(trip, status: .created)
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

/// The routes of invitations to trips.
struct InvitationRoutes: Sendable {
  let core: ServerCore

  var routes: [HTTPRoute] {
    [
      HTTPRoute.trips(
        "invitations", .get, "/v1/trips/{trip}/invitations",
        "Returns the open invitations to a trip that the user hosts.", cost: 2, core,
        reply: .list("invitations", of: Invitation.self), "The invitations", act: list),
      HTTPRoute.trips(
        "invite", .post, "/v1/trips/{trip}/invitations",
        "Makes an invitation to a trip that the user hosts, with its secret, shown this once.", cost: 2, core,
        body: .members([TripsField.role.orAbsent, TripsField.uses.always, TripsField.expires.always]),
        status: 201,
        reply: .document(MadeInvitation.self), "The invitation", act: invite),
      HTTPRoute.trips(
        "revokeInvitation", .delete, "/v1/invitations/{invitation}",
        "Revokes an invitation to a trip that the user hosts.", cost: 2, core, status: 204,
        "The invitation admits no one any more", act: revoke),
      HTTPRoute.trips(
        "previewInvitation", .post, "/v1/invitations/preview",
        "Returns the trip to which a link invites the user.", cost: 2, core,
        body: .members([TripsField.secret.always]), reply: .document(InvitationPreview.self), "The trip",
        act: preview),
      HTTPRoute.trips(
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

/// The routes of the friends and blocks of the acting user.
struct FriendRoutes: Sendable {
  let core: ServerCore

  var routes: [HTTPRoute] {
    [
      HTTPRoute.trips(
        "friends", .get, "/v1/friends", "Returns the friends of the user, with requests of both sides.",
        cost: 2, core, reply: .list("people", of: Companion.self), "The people", act: list),
      HTTPRoute.trips(
        "askFriend", .post, "/v1/friends/{user}", "Asks a person for friendship.", cost: 2, core,
        body: .nothing,
        reply: .members([TripsField.friendState.always]), "The state afterwards", act: ask),
      HTTPRoute.trips(
        "consentToFriend", .put, "/v1/friends/{user}", "Consents to a person's request.", cost: 2, core,
        body: .nothing, status: 204, "Both are friends", act: consent),
      HTTPRoute.trips(
        "removeFriend", .delete, "/v1/friends/{user}",
        "Ends a friendship, refuses a request or withdraws one's own.", cost: 2, core, status: 204,
        "Nothing is between both any more", act: remove),
      HTTPRoute.trips(
        "blocks", .get, "/v1/blocks", "Returns the people whom the user blocks.", core,
        reply: .list("people", of: BlockedPerson.self), "The people", act: blocked),
      HTTPRoute.trips(
        "block", .put, "/v1/blocks/{user}", "Hides a person and the user from each other.", cost: 5, core,
        body: .nothing, status: 204, "The person is blocked", act: block),
      HTTPRoute.trips(
        "unblock", .delete, "/v1/blocks/{user}", "Ends a block of the user.", cost: 2, core, status: 204,
        "The block has ended", act: unblock),
    ]
  }

  // MARK: Friends

  private func list(_ call: TripsCall) async throws -> Response {
    .json(.object(["people": .documents(try await call.services.friends.friends(as: call.user))]))
  }

  private func ask(_ call: TripsCall) async throws -> Response {
    _ = try await call.body("request")
    let state = try await call.services.friends.ask(call.id("user"), as: call.user)
    return .json(.object([TripsField.friendState.member(state)]))
  }

  private func consent(_ call: TripsCall) async throws -> Response {
    _ = try await call.body("consent")
    try await call.services.friends.consent(to: call.id("user"), as: call.user)
    return .empty()
  }

  private func remove(_ call: TripsCall) async throws -> Response {
    try await call.services.friends.end(with: call.id("user"), as: call.user)
    return .empty()
  }

  // MARK: Blocks

  private func blocked(_ call: TripsCall) async throws -> Response {
    .json(.object(["people": .documents(try await call.services.friends.blocked(as: call.user))]))
  }

  private func block(_ call: TripsCall) async throws -> Response {
    _ = try await call.body("block")
    try await call.services.friends.block(call.id("user"), as: call.user)
    return .empty()
  }

  private func unblock(_ call: TripsCall) async throws -> Response {
    try await call.services.friends.unblock(call.id("user"), as: call.user)
    return .empty()
  }
}
