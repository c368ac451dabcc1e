import SkiAPI
import SkiBase
import SkiPeople

/// `TripServing`: invitations, each method with a success and each failure.
extension ConformanceCheck {
  /// The checks of invitations.
  static let invitationChecks: [ConformanceCheck] = [
    ConformanceCheck("an invitation is seen before joining, used up, and revoked") { world in
      let (anna, ben, cleo) = (
        try await world.logIn("anna"), try await world.logIn("ben"), try await world.logIn("cleo")
      )
      let trip = try await world.trip(host: anna)
      let link = try await world.trips.invite(to: trip, uses: 1, expires: world.hours(1), by: anna)
      try expectEqual(try await world.trips.invitations(to: trip, as: anna), [link.invitation])
      let preview = try await world.trips.preview(link.secret, as: ben)
      try expectEqual(preview.trip.id, trip)
      try expectEqual(preview.role, .traveller)
      try expectEqual(preview.isMember, false)
      try expectEqual(try await world.trips.join(link.secret, as: ben).id, trip)
      try expectEqual(try await world.trips.invitations(to: trip, as: anna), [])
      try await expectRefused(.notFound) { _ = try await world.trips.join(link.secret, as: cleo) }
      let other = try await world.trips.invite(
        to: trip, as: .host, uses: 2, expires: world.hours(1), by: anna)
      try await expectRefused(.notFound) { try await world.trips.revoke(other.invitation.id, as: cleo) }
      try await expectRefused(.notPermitted) { try await world.trips.revoke(other.invitation.id, as: ben) }
      try await world.trips.revoke(other.invitation.id, as: anna)
      try await expectRefused(.notFound) { _ = try await world.trips.preview(other.secret, as: cleo) }
      try await expectRefused(.notFound) { try await world.trips.revoke(InvitationID("unknown"), as: anna) }
    },
    ConformanceCheck("uses and ends of an invitation that are not allowed are refused") { world in
      let anna = try await world.logIn("anna")
      let trip = try await world.trip(host: anna)
      for uses in [0, 1001] {
        try await expectRefused(.invalidArgument) {
          _ = try await world.trips.invite(to: trip, uses: uses, expires: world.hours(1), by: anna)
        }
      }
      for end in [-1.0, 1000] {
        try await expectRefused(.invalidArgument) {
          _ = try await world.trips.invite(to: trip, uses: 1, expires: world.hours(end), by: anna)
        }
      }
      try await world.trips.end(trip, as: anna)
      try await expectRefused(.conflict) {
        _ = try await world.trips.invite(to: trip, uses: 1, expires: world.hours(1), by: anna)
      }
    },
    ConformanceCheck("a trip has a limited number of invitations", limitInvitations),
    ConformanceCheck("an invitation of a trip that is over, or to one removed, admits no one", refuseInvited),
  ]

  private static func limitInvitations(_ world: ServedWorld) async throws {
    let anna = try await world.logIn("anna")
    let trip = try await world.trip(host: anna)
    func invite() async throws {
      _ = try await world.trips.invite(to: trip, uses: 1, expires: world.hours(1), by: anna)
    }
    for _ in 0..<Quota.invitations.standard { try await invite() }
    try await expectRefused(.limitExceeded) { try await invite() }
    let all = try await world.trips.invitations(to: trip, as: anna)
    try expectEqual(all.count, Quota.invitations.standard)
    try await world.trips.revoke(all[0].id, as: anna)
    try await invite()
  }

  private static func refuseInvited(_ world: ServedWorld) async throws {
    let (anna, ben, cleo) = (
      try await world.logIn("anna"), try await world.logIn("ben"), try await world.logIn("cleo")
    )
    let trip = try await world.trip(host: anna)
    let link = try await world.trips.invite(to: trip, uses: 9, expires: world.hours(1), by: anna)
    // A member stays one, and uses nothing up.
    for _ in 0..<2 { try await world.trips.join(link.secret, as: ben) }
    try expectEqual(try await world.trips.preview(link.secret, as: ben).isMember, true)
    try expectEqual(try await world.trips.invitations(to: trip, as: anna).map(\.usesLeft), [8])
    try await world.trips.remove(ben, from: trip, as: anna)
    try await expectRefused(.notFound) { try await world.trips.join(link.secret, as: ben) }
    try await expectRefused(.notFound) { _ = try await world.trips.preview(link.secret, as: ben) }
    try expectEqual(try await world.trips.preview(link.secret, as: cleo).isMember, false)
    try await world.trips.end(trip, as: anna)
    try await expectRefused(.notFound) { try await world.trips.join(link.secret, as: cleo) }
    try await expectRefused(.notFound) { _ = try await world.trips.preview(link.secret, as: cleo) }
    try expectEqual(try await world.trips.list(as: cleo), [])
  }
}
