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

/// The members of trips.
extension TripService {
  /// Takes the acting user from a trip; a trip that has ended is removed with its last member.
  ///
  /// See ``TripServing``.
  package func leave(_ trip: TripID, as user: UserID) async throws {
    try await store.write { transaction in
      let standing = try transaction.connection.lockAsMember(user, of: trip)
      if !standing.isOver(at: transaction.now) { try transaction.requireOtherHost(than: standing) }
      try transaction.leave(trip, user)
    }
    try await store.sharing.memberLeft(user, trip)
  }

  /// Removes another member from a trip; invitations made before don't admit them again.
  ///
  /// See ``TripServing``.
  package func remove(_ person: UserID, from trip: TripID, as user: UserID) async throws {
    try await store.write { transaction in
      let connection = transaction.connection
      try connection.lockAsMember(user, of: trip).requireHost()
      try SkiError.require(person != user, "a host can't remove themselves; leave the trip")
      try transaction.requireOther(person, in: trip, knownTo: user)
      try transaction.leave(trip, person)
      try connection.change(
        """
        INSERT INTO trips_expelled (trip, person, since_ms) VALUES ($1, $2, $3)
        ON CONFLICT (trip, person) DO UPDATE SET since_ms = excluded.since_ms
        """, [.id(trip), .id(person), .time(transaction.now)])
    }
    try await store.sharing.memberLeft(person, trip)
  }

  /// Gives a member another role, themselves among them.
  ///
  /// See ``TripServing``.
  package func setRole(_ role: TripRole, of person: UserID, in trip: TripID, as user: UserID) async throws {
    try await store.write { transaction in
      let connection = transaction.connection
      try transaction.requireOpenHost(user, of: trip)
      if person != user { try transaction.requireOther(person, in: trip, knownTo: user) }
      let standing = try connection.requireMember(person, of: trip)
      guard standing.role != role else { return }
      try transaction.requireOtherHost(than: standing)
      try connection.change(
        "UPDATE trips_members SET role = $1 WHERE trip = $2 AND person = $3",
        [.text(role.rawValue), .id(trip), .id(person)])
      try transaction.raise(.roleChanged(trip, person, role))
    }
    try await store.sharing.membershipChanged(trip)
  }
}

extension TripsTransaction {
  /// Refuses the end of the last host.
  fileprivate func requireOtherHost(than standing: MemberStatus) throws {
    guard try standing.role == .traveller || connection.counts(of: standing.trip).hosts > 1 else {
      throw SkiError(
        .conflict,
        "the last host of trip \(standing.trip.rawValue) can't go; make another member a host, or end the trip"
      )
    }
  }

  /// Refuses a person who is no member, or of whom the user may not know.
  fileprivate func requireOther(_ person: UserID, in trip: TripID, knownTo user: UserID) throws {
    guard try connection.standing(of: person, in: trip) != nil, try !connection.isBlocked(person, user) else {
      throw SkiError.unknown(person)
    }
  }
}

/// The invitations to trips, by link.
extension TripService {
  /// Makes an invitation.
  ///
  /// See ``TripServing``.
  package func invite(
    to trip: TripID, as role: TripRole = .traveller, uses: Int, expires: UniversalTime, by user: UserID
  ) async throws -> (invitation: Invitation, secret: LinkSecret) {
    let secret = try LinkSecret(store.random.hexadecimal(bytes: 16))
    try SkiError.require(
      Invitation.usesRange.contains(uses),
      "an invitation has \(uses) uses; give \(Invitation.usesRange.lowerBound) to \(Invitation.usesRange.upperBound)"
    )
    let invitation = Invitation(
      id: try store.random.identifier(), trip: trip, role: role, madeBy: user, expires: expires,
      usesLeft: uses)
    try await store.write { transaction in
      let standing = try transaction.connection.lockAsMember(user, of: trip)
      try standing.requireHost()
      try standing.requireOpen(at: transaction.now)
      try SkiError.require(
        transaction.now < expires && expires <= standing.window.until,
        "the end of the invitation is past or after the trip's; give a time from now to the end of the trip")
      try transaction.connection.insert(invitation, digest: secret.hash.text, at: transaction.now)
      // Those that are over have been forgotten.
      try transaction.require(.invitations, "trips_invitations WHERE trip = $1", of: trip)
    }
    return (invitation, secret)
  }

  /// Returns the invitations to a trip that admit people now, in the order of their ends.
  ///
  /// See ``TripServing``.
  package func invitations(to trip: TripID, as user: UserID) async throws -> [Invitation] {
    let now = store.now
    return try await store.read { connection in
      _ = try connection.requireHost(user, of: trip)
      return try connection.invitations(to: trip, at: now)
    }
  }

  /// Revokes an invitation; it admits no one afterwards.
  ///
  /// See ``TripServing``.
  package func revoke(_ invitation: InvitationID, as user: UserID) async throws {
    try await store.write { transaction in
      let connection = transaction.connection
      let found = try connection.row("SELECT trip FROM trips_invitations WHERE id = $1", [.id(invitation)])
      guard let trip: TripID = try found?.id(0), let standing = try connection.standing(of: user, in: trip)
      else {
        throw SkiError.unknown(invitation)
      }
      try standing.requireHost()
      try connection.change("DELETE FROM trips_invitations WHERE id = $1", [.id(invitation)])
    }
  }

  /// Returns the trip to which a link invites the acting user, without a change.
  ///
  /// See ``TripServing``.
  package func preview(_ secret: LinkSecret, as user: UserID) async throws -> InvitationPreview {
    let now = store.now
    return try await store.read { connection in
      guard let open = try connection.openInvitation(secret.hash.text, for: user, at: now),
        let trip = try connection.trip(open.trip)
      else { throw SkiError.unknownInvitation }
      return InvitationPreview(
        trip: trip, role: open.role, isMember: try connection.standing(of: user, in: trip.id) != nil)
    }
  }

  /// Lets the acting user join the trip of a link; a member stays one, with the same role, and uses nothing up.
  ///
  /// See ``TripServing``.
  @discardableResult
  package func join(_ secret: LinkSecret, as user: UserID) async throws -> Trip {
    let digest = secret.hash.text
    let trip = try await store.write { transaction in
      let connection = transaction.connection
      try connection.lock(user)
      guard let first = try connection.openInvitation(digest, for: user, at: transaction.now) else {
        throw SkiError.unknownInvitation
      }
      try connection.lock(first.trip)
      // The lock may have waited for the end of the trip or of the invitation.
      guard let open = try connection.openInvitation(digest, for: user, at: transaction.now),
        let trip = try connection.trip(open.trip)
      else { throw SkiError.unknownInvitation }
      if try connection.standing(of: user, in: trip.id) != nil { return trip }
      try transaction.admit(user, to: trip.id, as: open.role, digest: digest)
      return trip
    }
    try await store.sharing.membershipChanged(trip.id)
    return trip
  }
}

extension TripsTransaction {
  /// Uses an invitation up once, and makes a user a member.
  fileprivate func admit(_ user: UserID, to trip: TripID, as role: TripRole, digest: String) throws {
    try SkiError.requireCount(
      try connection.counts(of: trip).members + 1, atMost: Trip.greatestMemberCount, "members of a trip")
    let used = try connection.change(
      "UPDATE trips_invitations SET uses_left = uses_left - 1 WHERE digest = $1 AND uses_left > 0",
      [.text(digest)])
    guard used == 1 else { throw SkiError.unknownInvitation }
    try join(trip, user, as: role)
  }
}

extension SkiError {
  /// The error for a link that admits no one, for any reason.
  fileprivate static var unknownInvitation: SkiError {
    SkiError(
      .notFound, "the invitation is unknown, has expired, is used up or was revoked; ask a host for another")
  }
}
