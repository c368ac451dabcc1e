package import SkiAPI
import SkiBase

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
  fileprivate func requireOtherHost(than standing: TripStanding) throws {
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
