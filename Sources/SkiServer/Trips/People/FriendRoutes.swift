import HTTPTypes
import Hummingbird
import SkiAPI
import SkiBase
import SkiPeople

/// The routes of the friends and blocks of the acting user.
struct FriendRoutes: Sendable {
  let core: ServerCore

  var routes: [Route] {
    [
      Route.trips(
        "friends", .get, "/v1/friends", "Returns the friends of the user, with requests of both sides.",
        cost: 2, core, reply: .list("people", of: Companion.self), "The people", act: list),
      Route.trips(
        "askFriend", .post, "/v1/friends/{user}", "Asks a person for friendship.", cost: 2, core,
        body: .nothing,
        reply: .members([TripsField.friendState.always]), "The state afterwards", act: ask),
      Route.trips(
        "consentToFriend", .put, "/v1/friends/{user}", "Consents to a person's request.", cost: 2, core,
        body: .nothing, status: 204, "Both are friends", act: consent),
      Route.trips(
        "removeFriend", .delete, "/v1/friends/{user}",
        "Ends a friendship, refuses a request or withdraws one's own.", cost: 2, core, status: 204,
        "Nothing is between both any more", act: remove),
      Route.trips(
        "blocks", .get, "/v1/blocks", "Returns the people whom the user blocks.", core,
        reply: .list("people", of: BlockedPerson.self), "The people", act: blocked),
      Route.trips(
        "block", .put, "/v1/blocks/{user}", "Hides a person and the user from each other.", cost: 5, core,
        body: .nothing, status: 204, "The person is blocked", act: block),
      Route.trips(
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
