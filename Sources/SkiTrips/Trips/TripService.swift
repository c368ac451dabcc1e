public import SkiGeo
public import SkiModel
public import SkiSharing
import SkiStore

/// The trips of the acting user: created and changed by hosts, chosen, left and ended.
///
/// A trip to which the acting user does not belong is `.notFound`, as an unknown one. Leaving, removal and the end take
/// grants, stored positions and all that other parts keep of the member in the trip along in one transaction, and return
/// when no server of live sharing shows anything of it. When that can't be confirmed they throw `.unavailable`: the change
/// holds nevertheless, and servers that are cut off end with their leases.
public final class TripService: Sendable {
  /// The store.
  let store: TripsStore

  /// The greatest number of trips of a user.
  public static let greatestTripCount = 200

  /// Creates the service over a store.
  public init(_ store: TripsStore) { self.store = store }

  // MARK: Reading

  /// Returns the trips of the acting user, the earliest first.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be read now.
  public func list(as user: UserID) async throws -> [OwnTrip] {
    try await store.read { try $0.trips(of: user) }
  }

  /// Returns a trip of the acting user.
  /// - Throws: `SkiError` with code `.notFound` for one the user does not belong to, `.unavailable` when the store can't be
  ///   read now.
  public func get(_ trip: TripID, as user: UserID) async throws -> Trip {
    try await store.read { connection in
      _ = try connection.requireMember(user, of: trip)
      guard let found = try connection.trip(trip) else { throw SkiError.unknown(trip) }
      return found
    }
  }

  /// Returns the members of a trip whom the acting user may know of, in the order of joining, the user among them.
  /// - Throws: `SkiError` with code `.notFound` for a trip the user does not belong to, `.unavailable` when the store can't
  ///   be read now.
  /// - Complexity: O(*n*) in the members; one query besides that of the permission.
  public func members(of trip: TripID, as user: UserID) async throws -> [TripMember] {
    try await store.read { connection in
      _ = try connection.requireMember(user, of: trip)
      return try connection.members(of: trip, visibleTo: user)
    }
  }

  // MARK: Changes

  /// Creates a trip with the acting user as its only member and host.
  /// - Parameters:
  ///   - name: The name, 1 to 80 characters.
  ///   - zone: The zone of its days, an IANA name.
  ///   - areas: The source ids of its ski areas, at most 20.
  ///   - from: The first moment.
  ///   - until: The end, after now and at most 400 days after the first moment.
  ///   - user: The acting user.
  /// - Throws: `SkiError` with code `.invalidArgument` or `.limitExceeded` for a value that is not allowed, `.notFound` for a
  ///   removed user, `.unavailable` when the store can't be written now.
  public func create(
    name: String, zone: String, areas: [SourceID], from: UniversalTime, until: UniversalTime, as user: UserID
  ) async throws -> Trip {
    let now = store.now
    let trip = Trip(
      id: try store.random.identifier(), name: try Trip.nameLimit.checked(name), zone: try TimeZoneName(zone),
      areas: try Trip.areas(areas), window: try Trip.window(from, until, now: now),
      created: UniversalTime(milliseconds: now.milliseconds))
    try await store.write { transaction in
      try transaction.connection.lock(user)
      try transaction.connection.requireRoomForTrip(user)
      try transaction.connection.insert(trip)
      try transaction.join(trip.id, user, as: .host)
    }
    return trip
  }

  /// Changes a trip.
  /// - Returns: The trip after the change.
  /// - Throws: `SkiError` with code `.notFound` for a trip the user does not belong to, `.notPermitted` for one the user does
  ///   not host, `.conflict` for one that is over, `.invalidArgument` or `.limitExceeded` for a value that is not allowed,
  ///   `.unavailable` when the store can't be written now or the change can't be confirmed.
  @discardableResult
  public func patch(_ patch: TripPatch, of trip: TripID, as user: UserID) async throws -> Trip {
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
  /// - Throws: `SkiError` as ``patch(_:of:as:)``.
  public func end(_ trip: TripID, as user: UserID) async throws {
    try await store.write { transaction in
      try transaction.requireOpenHost(user, of: trip)
      try transaction.connection.change(
        "UPDATE trips_trips SET ended_ms = $1 WHERE id = $2", [.time(transaction.now), .id(trip)])
      try transaction.raise(.tripEnded(trip))
    }
    try await store.sharing.tripEnded(trip)
  }

  /// Chooses the present one of the acting user's trips, or none with nil.
  /// - Throws: `SkiError` with code `.notFound` for a trip the user does not belong to, `.conflict` for one that is over,
  ///   `.unavailable` when the store can't be written now.
  public func choose(_ trip: TripID?, as user: UserID) async throws {
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

extension SQLConnection {
  /// Refuses a user who has too many trips to be in another.
  func requireRoomForTrip(_ user: UserID) throws {
    let count = try row("SELECT COUNT(*) FROM trips_members WHERE person = $1", [.id(user)])?.integer(0) ?? 0
    try SkiError.requireCount(
      Int(count) + 1, atMost: TripService.greatestTripCount, "trips of one user")
  }
}
