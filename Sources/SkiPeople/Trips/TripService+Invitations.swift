package import SkiAPI
package import SkiBase

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
