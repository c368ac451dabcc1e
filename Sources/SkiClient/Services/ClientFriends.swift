package import SkiAPI
import SkiBase

/// The people around the acting user at a server; see `FriendServing`.
package struct ClientFriends: FriendServing {
  private let source: any SessionSource

  /// Creates the service of the users of a source.
  package init(_ source: any SessionSource) { self.source = source }

  // MARK: Lists

  /// Returns the people on a trip; see `FriendServing`.
  package func companions(in trip: TripID, as user: UserID) async throws -> [Companion] {
    try await source.values(.get("trips", trip.rawValue, "companions"), "people", as: user)
  }

  /// Returns friends and requests; see `FriendServing`.
  package func friends(as user: UserID) async throws -> [Companion] {
    try await source.values(.get("friends"), "people", as: user)
  }

  /// Returns the people whom the acting user blocks; see `FriendServing`.
  package func blocked(as user: UserID) async throws -> [BlockedPerson] {
    try await source.values(.get("blocks"), "people", as: user)
  }

  // MARK: Friends

  /// Asks a person for friendship; see `FriendServing`.
  @discardableResult
  package func ask(_ person: UserID, as user: UserID) async throws -> FriendState {
    let document = try await source.document(.post("friends", person.rawValue), "friendship", as: user)
    return try ServerDocument.read {
      try TripsField.friendState.required(in: document)
    }
  }

  /// Consents to a person's request; see `FriendServing`.
  package func consent(to person: UserID, as user: UserID) async throws {
    try await source.act(.put("friends", person.rawValue), as: user)
  }

  /// Refuses a person's request; see `FriendServing`.
  ///
  /// The server has one request for this and for ``remove(_:as:)``, so that the state is read before.
  package func refuse(_ person: UserID, as user: UserID) async throws {
    try await end(person, as: user) { $0 == .asking }
  }

  /// Ends a friendship, or withdraws a request; see `FriendServing`.
  package func remove(_ person: UserID, as user: UserID) async throws {
    try await end(person, as: user) { $0 == .asked || $0 == .friend }
  }

  private func end(_ person: UserID, as user: UserID, where suits: (FriendState) -> Bool) async throws {
    let state = try await friends(as: user).first { $0.user == person }?.state
    guard let state, suits(state) else { throw SkiError.unknown(person) }
    try await source.act(.delete("friends", person.rawValue), as: user)
  }

  // MARK: Blocks

  /// Blocks a person; see `FriendServing`.
  package func block(_ person: UserID, as user: UserID) async throws {
    try await source.act(.put("blocks", person.rawValue), as: user)
  }

  /// Ends a block; see `FriendServing`.
  package func unblock(_ person: UserID, as user: UserID) async throws {
    try await source.act(.delete("blocks", person.rawValue), as: user)
  }
}
