package import SkiAPI
package import SkiBase
package import SkiGraph

/// The trips of the acting user: created and changed by hosts, chosen, left and ended.
///
/// A trip to which the acting user does not belong is `.notFound`, as an unknown one. Leaving, removal and the end take
/// grants, stored positions and all that other parts keep of the member in the trip along in one transaction, and return
/// when no server of live sharing shows anything of it. When that can't be confirmed they throw `.unavailable`: the change
/// holds nevertheless, and servers that are cut off end with their leases.
package final class TripService: Sendable {
  /// The store.
  let store: TripsStore

  /// Creates the service over a store.
  package init(_ store: TripsStore) { self.store = store }

  // MARK: Reading

  /// Returns the trips of the acting user, the earliest first.
  ///
  /// See ``TripServing``.
  package func list(as user: UserID) async throws -> [OwnTrip] {
    try await store.read { try $0.trips(of: user) }
  }

  /// Returns a trip of the acting user.
  ///
  /// See ``TripServing``.
  package func get(_ trip: TripID, as user: UserID) async throws -> Trip {
    try await store.read { connection in
      _ = try connection.requireMember(user, of: trip)
      guard let found = try connection.trip(trip) else { throw SkiError.unknown(trip) }
      return found
    }
  }

  /// Returns the members of a trip whom the acting user may know of, in the order of joining, the user among them.
  ///
  /// See ``TripServing``.
  /// - Complexity: O(*n*) in the members; one query besides that of the permission.
  package func members(of trip: TripID, as user: UserID) async throws -> [TripMember] {
    try await store.read { connection in
      _ = try connection.requireMember(user, of: trip)
      return try connection.members(of: trip, visibleTo: user)
    }
  }

  /// Refuses a user who does not host a trip that takes place now, for what hosts may say while it does.
  /// - Returns: The trip.
  /// - Throws: `SkiError` with code `.notFound` for a trip the user does not belong to, `.notPermitted` for one the user does
  ///   not host, `.conflict` for one that is over or has not begun, `.unavailable` when the store can't be read now.
  @discardableResult
  package func requireHostNow(of trip: TripID, as user: UserID) async throws -> Trip {
    let now = store.now
    return try await store.read { connection in
      let standing = try connection.requireHost(user, of: trip)
      try standing.requireOpen(at: now)
      guard standing.window.contains(now) else {
        throw SkiError(.conflict, "the trip has not begun; wait for its first moment")
      }
      guard let found = try connection.trip(trip) else { throw SkiError.unknown(trip) }
      return found
    }
  }

  /// Returns a check for another's transaction on the store: that a user hosts a trip that is not over, until the transaction ends.
  ///
  /// The check locks the trip, and throws as ``requireHostNow(of:as:)``.
  package func hostCheck(of trip: TripID, as user: UserID) -> @Sendable (any SQLConnection) throws -> Void {
    let now = store.now
    return { connection in
      let standing = try connection.lockAsMember(user, of: trip)
      try standing.requireHost()
      try standing.requireOpen(at: now)
    }
  }

  /// Returns the trips of a user that take place now.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be read now.
  package func current(of user: UserID) async throws -> Set<TripID> {
    let now = store.now
    return try await store.read { try $0.tripsOn(of: user, at: now) }
  }

  // MARK: Changes

  /// Creates a trip with the acting user as its only member and host.
  ///
  /// See ``TripServing``.
  package func create(
    name: String, zone: String, areas: [SourceID], from: UniversalTime, until: UniversalTime, as user: UserID
  ) async throws -> Trip {
    let now = store.now
    let trip = Trip(
      id: try store.random.identifier(), name: try Trip.nameLimit.checked(name), zone: try TimeZoneName(zone),
      areas: try Trip.areas(areas), window: try Trip.window(from, until, now: now),
      created: UniversalTime(milliseconds: now.milliseconds))
    try await store.write { transaction in
      try transaction.connection.lock(user)
      try transaction.count(.tripsADay, of: user)
      try transaction.connection.insert(trip)
      try transaction.join(trip.id, user, as: .host)
    }
    return trip
  }

  /// Changes a trip.
  ///
  /// See ``TripServing``.
  @discardableResult
  package func patch(_ patch: TripPatch, of trip: TripID, as user: UserID) async throws -> Trip {
    let changed = try await store.write { transaction in
      try transaction.requireOpenHost(user, of: trip)
      guard let old = try transaction.connection.trip(trip) else { throw SkiError.unknown(trip) }
      let changed = try patch.applied(to: old, now: transaction.now)
      try transaction.connection.update(changed)
      try transaction.raise(.tripChanged(trip))
      return changed
    }
    try await store.sharing.membershipChanged(trip)
    return changed
  }

  /// Ends a trip now; its members may still read its past.
  ///
  /// See ``TripServing``.
  package func end(_ trip: TripID, as user: UserID) async throws {
    try await store.write { transaction in
      try transaction.requireOpenHost(user, of: trip)
      try transaction.connection.change(
        "UPDATE trips_trips SET ended_ms = $1 WHERE id = $2", [.time(transaction.now), .id(trip)])
      try transaction.raise(.tripEnded(trip))
    }
    try await store.sharing.tripEnded(trip)
  }

  /// Chooses the present one of the acting user's trips, or none with nil.
  ///
  /// See ``TripServing``.
  package func choose(_ trip: TripID?, as user: UserID) async throws {
    try await store.write { transaction in
      let connection = transaction.connection
      guard let trip else {
        try connection.change("DELETE FROM trips_chosen WHERE person = $1", [.id(user)])
        return
      }
      try connection.lockAsMember(user, of: trip).requireOpen(at: transaction.now)
      try connection.change(
        """
        INSERT INTO trips_chosen (person, trip) VALUES ($1, $2)
        ON CONFLICT (person) DO UPDATE SET trip = excluded.trip
        """, [.id(user), .id(trip)])
    }
  }
}

extension TripsTransaction {
  /// Locks a trip and refuses users who do not host it, and trips that are over.
  func requireOpenHost(_ user: UserID, of trip: TripID) throws {
    let standing = try connection.lockAsMember(user, of: trip)
    try standing.requireHost()
    try standing.requireOpen(at: now)
  }
}
