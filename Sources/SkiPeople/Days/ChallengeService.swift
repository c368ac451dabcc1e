package import SkiAPI
package import SkiBase

/// The challenges of trips: made by hosts, for members who opt in.
///
/// A challenge of a trip to which the acting user does not belong is `.notFound`, as an unknown one.
package final class ChallengeService: Sendable {
  private let store: TripsStore

  /// Creates the service over a store.
  package init(_ store: TripsStore) { self.store = store }

  /// Creates a challenge; no one takes part in it yet.
  ///
  /// See ``ChallengeServing``.
  package func create(
    name: String, measure: ChallengeMeasure, in trip: TripID, from: UniversalTime, until: UniversalTime,
    as user: UserID
  ) async throws -> Challenge {
    let window = try TimeWindow(
      from: from, until: until, field: "time of the challenge", greatestSeconds: Trip.greatestSeconds)
    let challenge = Challenge(
      id: try store.random.identifier(), trip: trip, name: try Challenge.nameLimit.checked(name),
      measure: try Challenge.checked(measure), window: window, isJoined: false)
    try await store.write { transaction in
      try transaction.requireOpenHost(user, of: trip)
      let standing = try transaction.connection.requireMember(user, of: trip)
      try SkiError.require(
        standing.window.from <= window.from && window.until <= standing.window.until,
        "time of the challenge is not within the trip's; give times within")
      try transaction.connection.insert(challenge, by: user, at: transaction.now)
      try transaction.require(.challenges, "trips_challenges WHERE trip = $1", of: trip)
    }
    return challenge
  }

  /// Returns the challenges of a trip in the order in which they were made.
  ///
  /// See ``ChallengeServing``.
  package func list(of trip: TripID, as user: UserID) async throws -> [Challenge] {
    try await store.read { connection in
      _ = try connection.requireMember(user, of: trip)
      return try connection.challenges(of: trip, as: user)
    }
  }

  /// Returns a challenge.
  ///
  /// See ``ChallengeServing``.
  package func get(_ challenge: ChallengeID, as user: UserID) async throws -> Challenge {
    try await store.read { connection in
      let standing = try connection.requireMember(user, of: challenge)
      let found = try connection.challenges(of: standing.trip, as: user, only: challenge)
      guard let first = found.first else { throw SkiError.unknown(challenge) }
      return first
    }
  }

  /// Lets the acting user take part, which shows the score and the name to the trip; one who does already stays so.
  ///
  /// See ``ChallengeServing``.
  package func join(_ challenge: ChallengeID, as user: UserID) async throws {
    try await store.write { transaction in
      let connection = transaction.connection
      let standing = try transaction.lockedMember(user, of: challenge)
      try standing.requireOpen(at: transaction.now)
      try connection.change(
        """
        INSERT INTO trips_challengers (challenge, person, joined_ms) VALUES ($1, $2, $3)
        ON CONFLICT (challenge, person) DO NOTHING
        """, [.id(challenge), .id(user), .time(transaction.now)])
    }
  }

  /// Ends the acting user's part; the score is no longer shown.
  ///
  /// See ``ChallengeServing``.
  package func leave(_ challenge: ChallengeID, as user: UserID) async throws {
    let removed = try await store.write { transaction in
      try transaction.connection.change(
        "DELETE FROM trips_challengers WHERE challenge = $1 AND person = $2", [.id(challenge), .id(user)])
    }
    guard removed == 1 else { throw SkiError.unknown(challenge) }
  }

  /// Returns the ranking of the members who take part and whom the acting user may know of, the highest score first.
  ///
  /// See ``ChallengeServing``.
  /// - Complexity: O(*n* log *n*) in the laps of the window; one query besides that of the permission.
  package func ranking(of challenge: ChallengeID, as user: UserID) async throws -> [ChallengeRank] {
    try await store.read { connection in
      _ = try connection.requireMember(user, of: challenge)
      return try connection.ranking(of: challenge, visibleTo: user)
    }
  }

  /// Removes a challenge.
  ///
  /// See ``ChallengeServing``.
  package func remove(_ challenge: ChallengeID, as user: UserID) async throws {
    try await store.write { transaction in
      try transaction.lockedMember(user, of: challenge).requireHost()
      for statement in [
        "DELETE FROM trips_challengers WHERE challenge = $1",
        "DELETE FROM trips_challenge_lifts WHERE challenge = $1",
        "DELETE FROM trips_challenges WHERE id = $1",
      ] {
        try transaction.connection.change(statement, [.id(challenge)])
      }
    }
  }
}

extension TripsTransaction {
  /// Locks the trip of a challenge and returns the standing of a member.
  /// - Throws: `SkiError` with code `.notFound` for a challenge the user may not know of.
  fileprivate func lockedMember(_ user: UserID, of challenge: ChallengeID) throws -> MemberStatus {
    let first = try connection.requireMember(user, of: challenge)
    try connection.lock(first.trip)
    // The lock may have waited for the end of the membership or of the challenge.
    return try connection.requireMember(user, of: challenge)
  }
}
