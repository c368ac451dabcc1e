import HTTPTypes
import Hummingbird
import SkiAPI
import SkiBase
import SkiPeople

/// The routes of the challenges of trips.
struct ChallengeRoutes: Sendable {
  let core: ServerCore

  var routes: [HTTPRoute] { making + takingPart }

  private var making: [HTTPRoute] {
    [
      .trips(
        "challenges", .get, "/v1/trips/{trip}/challenges", "Returns the challenges of a trip.", core,
        reply: .list("challenges", of: Challenge.self), "The challenges", act: list),
      .trips(
        "createChallenge", .post, "/v1/trips/{trip}/challenges", "Creates a challenge; for hosts.", core,
        body: .document(ChallengeDraft.self), status: 201, reply: .document(Challenge.self), "The challenge",
        act: create),
      .trips(
        "challenge", .get, "/v1/challenges/{challenge}", "Returns a challenge.", core,
        reply: .document(Challenge.self), "The challenge", act: get),
      .trips(
        "removeChallenge", .delete, "/v1/challenges/{challenge}", "Removes a challenge; for hosts.", core,
        status: 204, "The challenge is removed", act: remove),
    ]
  }

  private var takingPart: [HTTPRoute] {
    [
      .trips(
        "joinChallenge", .put, "/v1/challenges/{challenge}/me", "Lets the user take part.", core,
        body: .nothing,
        status: 204, "The user takes part", act: join),
      .trips(
        "leaveChallenge", .delete, "/v1/challenges/{challenge}/me", "Ends the user's part.", core,
        status: 204, "The user takes no part", act: leave),
      .trips(
        "ranking", .get, "/v1/challenges/{challenge}/ranking", "Returns the ranking of those who take part.",
        cost: 5, core, reply: .list("ranking", of: ChallengeRank.self), "The ranking", act: ranking),
    ]
  }

  private func list(_ call: TripsCall) async throws -> Response {
    let trip = try call.id("trip", TripID.self)
    let challenges = try await call.services.challenges.list(of: trip, as: call.user)
    return .json(.object(["challenges": .documents(challenges)]))
  }

  private func create(_ call: TripsCall) async throws -> Response {
    let trip = try call.id("trip", TripID.self)
    let draft: ChallengeDraft = try await call.body("challenge")
    let challenge = try await call.services.challenges.create(
      name: draft.name, measure: draft.measure, in: trip, from: draft.from, until: draft.until, as: call.user)
    return .json(challenge, status: .created)
  }

  private func get(_ call: TripsCall) async throws -> Response {
    let challenge = try call.id("challenge", ChallengeID.self)
    return .json(try await call.services.challenges.get(challenge, as: call.user).json)
  }

  private func remove(_ call: TripsCall) async throws -> Response {
    try await call.services.challenges.remove(call.id("challenge", ChallengeID.self), as: call.user)
    return .empty()
  }

  private func join(_ call: TripsCall) async throws -> Response {
    let challenge = try call.id("challenge", ChallengeID.self)
    _ = try await call.body("request")
    try await call.services.challenges.join(challenge, as: call.user)
    return .empty()
  }

  private func leave(_ call: TripsCall) async throws -> Response {
    try await call.services.challenges.leave(call.id("challenge", ChallengeID.self), as: call.user)
    return .empty()
  }

  private func ranking(_ call: TripsCall) async throws -> Response {
    let challenge = try call.id("challenge", ChallengeID.self)
    let ranking = try await call.services.challenges.ranking(of: challenge, as: call.user)
    return .json(.object(["ranking": .documents(ranking)]))
  }
}
