package import SkiAPI
import SkiBase

/// The people around the acting user: who is on a trip with them, friends by request and consent, and blocks.
///
/// A person whom the user may not know of is `.notFound`, as an unknown one: one without a common trip, friendship or
/// request, and one with a block between them. Blocking hides both from each other everywhere, live positions included.
package final class FriendService: Sendable {
  private let store: TripsStore

  /// Creates the service over a store.
  package init(_ store: TripsStore) { self.store = store }

  // MARK: Lists

  /// Returns the people who are on a trip with the acting user, by name.
  ///
  /// See ``FriendServing``.
  /// - Complexity: O(*n* log *n*) in the members; one query, and another only for an empty list.
  package func companions(in trip: TripID, as user: UserID) async throws -> [Companion] {
    try await store.read { connection in
      let found = try connection.companions(of: user, in: trip)
      if found.isEmpty { _ = try connection.requireMember(user, of: trip) }
      return found
    }
  }

  /// Returns the friends of the acting user, with those who have asked and those who are asked, by name.
  ///
  /// See ``FriendServing``.
  /// - Complexity: O(*n* log *n*) in the friends; one query.
  package func friends(as user: UserID) async throws -> [Companion] {
    try await store.read { try $0.friends(of: user) }
  }

  /// Returns the people whom the acting user blocks, by name.
  ///
  /// See ``FriendServing``.
  package func blocked(as user: UserID) async throws -> [BlockedPerson] {
    try await store.read { try $0.blockedPeople(by: user) }
  }

  // MARK: Friends

  /// Asks a person for friendship; one who has asked already becomes a friend.
  ///
  /// See ``FriendServing``.
  @discardableResult
  package func ask(_ person: UserID, as user: UserID) async throws -> FriendState {
    try await store.write { transaction in
      try transaction.lockPair(user, person)
      guard let friendship = try transaction.connection.friendship(of: user, and: person) else {
        try transaction.insertRequest(from: user, to: person)
        return .asked
      }
      if friendship.since != nil { return .friend }
      if friendship.askedBy == user { return .asked }
      try transaction.befriend(user, person)
      return .friend
    }
  }

  /// Consents to a person's request.
  ///
  /// See ``FriendServing``.
  package func consent(to person: UserID, as user: UserID) async throws {
    try await store.write { transaction in
      try transaction.requireRequest(from: person, to: user)
      try transaction.befriend(user, person)
    }
  }

  /// Refuses a person's request; they may ask again.
  ///
  /// See ``FriendServing``.
  package func refuse(_ person: UserID, as user: UserID) async throws {
    try await store.write { transaction in
      try transaction.requireRequest(from: person, to: user)
      try transaction.part(user, person)
    }
  }

  /// Ends a friendship, or withdraws a request of the acting user.
  ///
  /// See ``FriendServing``.
  package func remove(_ person: UserID, as user: UserID) async throws {
    try await store.write { transaction in
      try transaction.lockPair(user, person)
      guard let friendship = try transaction.connection.friendship(of: user, and: person),
        friendship.since != nil || friendship.askedBy == user
      else { throw SkiError.unknown(person) }
      try transaction.part(user, person)
    }
  }

  /// Ends what is between the acting user and a person: a friendship, or a request of either.
  /// - Throws: `SkiError` with code `.notFound` for a person who is neither a friend nor asked nor has asked, `.unavailable` when
  ///   the store can't be written now.
  package func end(with person: UserID, as user: UserID) async throws {
    try await store.write { transaction in
      try transaction.lockPair(user, person)
      guard try transaction.connection.friendship(of: user, and: person) != nil else {
        throw SkiError.unknown(person)
      }
      try transaction.part(user, person)
    }
  }

  // MARK: Blocks

  /// Blocks a person: a friendship ends, and neither is shown to the other, until the acting user ends the block.
  ///
  /// See ``FriendServing``.
  package func block(_ person: UserID, as user: UserID) async throws {
    let trips = try await store.write { transaction in
      let connection = transaction.connection
      try transaction.lockPair(user, person)
      if try connection.friendship(of: user, and: person) != nil { try transaction.part(user, person) }
      try connection.change(
        "INSERT INTO trips_blocks (person, blocked, since_ms) VALUES ($1, $2, $3)",
        [.id(user), .id(person), .time(transaction.now)])
      try transaction.require(.blocks, "trips_blocks WHERE person = $1", of: user)
      try transaction.raise(.blocksChanged(user, person))
      return try connection.commonTrips(of: user, and: person)
    }
    for trip in trips { try await store.sharing.membershipChanged(trip) }
  }

  /// Ends a block of the acting user.
  ///
  /// See ``FriendServing``.
  package func unblock(_ person: UserID, as user: UserID) async throws {
    try await store.write { transaction in
      let removed = try transaction.connection.change(
        "DELETE FROM trips_blocks WHERE person = $1 AND blocked = $2", [.id(user), .id(person)])
      guard removed == 1 else { throw SkiError.unknown(person) }
      try transaction.raise(.blocksChanged(user, person))
    }
  }
}
