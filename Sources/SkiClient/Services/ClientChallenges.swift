package import SkiAPI
package import SkiBase
import SkiGraph

/// The challenges of trips at a server; see `ChallengeServing`.
package struct ClientChallenges: ChallengeServing {
  private let source: any SessionSource

  /// Creates the service of the users of a source.
  package init(_ source: any SessionSource) { self.source = source }

  /// Creates a challenge; see `ChallengeServing`.
  package func create(
    name: String, measure: ChallengeMeasure, in trip: TripID, from: UniversalTime, until: UniversalTime,
    as user: UserID
  ) async throws -> Challenge {
    var members = [
      JSONValue.Member("name", .string(name)), JSONValue.Member("measure", .string(measure.word)),
      JSONValue.Member("from", .time(from)), JSONValue.Member("until", .time(until)),
    ]
    if case .everyLift(let lifts) = measure {
      members.append(JSONValue.Member("lifts", .array(lifts.map { .string($0.rawValue) })))
    }
    return try await source.value(
      .post("trips", trip.rawValue, "challenges", body: .object(members)), "challenge", as: user)
  }

  /// Returns the challenges of a trip; see `ChallengeServing`.
  package func list(of trip: TripID, as user: UserID) async throws -> [Challenge] {
    try await source.values(.get("trips", trip.rawValue, "challenges"), "challenges", as: user)
  }

  /// Returns a challenge; see `ChallengeServing`.
  package func get(_ challenge: ChallengeID, as user: UserID) async throws -> Challenge {
    try await source.value(.get("challenges", challenge.rawValue), "challenge", as: user)
  }

  /// Lets the acting user take part; see `ChallengeServing`.
  package func join(_ challenge: ChallengeID, as user: UserID) async throws {
    try await source.act(.put("challenges", challenge.rawValue, "me"), as: user)
  }

  /// Ends the acting user's part; see `ChallengeServing`.
  package func leave(_ challenge: ChallengeID, as user: UserID) async throws {
    try await source.act(.delete("challenges", challenge.rawValue, "me"), as: user)
  }

  /// Returns the ranking; see `ChallengeServing`.
  package func ranking(of challenge: ChallengeID, as user: UserID) async throws -> [ChallengeRank] {
    try await source.values(.get("challenges", challenge.rawValue, "ranking"), "ranking", as: user)
  }

  /// Removes a challenge; see `ChallengeServing`.
  package func remove(_ challenge: ChallengeID, as user: UserID) async throws {
    try await source.act(.delete("challenges", challenge.rawValue), as: user)
  }
}
