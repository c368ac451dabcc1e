import SkiGeo
import SkiModel
import SkiSharing
import SkiTrips

/// `TripServing`: trips, members and invitations, each method with a success and each failure.
extension ConformanceCheck {
  /// The checks of trips and members.
  static let tripChecks: [ConformanceCheck] = [
    ConformanceCheck("a trip is created, read, changed, chosen and ended by its host") { world in
      let anna = try await world.logIn("anna")
      let trip = try await world.trip(host: anna)
      try expectEqual(try await world.trips.get(trip, as: anna).name, "Ski week")
      try expectEqual(try await world.trips.get(trip, as: anna).areas, [SourceID("area-1")])
      let changed = try await world.trips.patch(TripPatch(name: "Ski days", zone: "UTC"), of: trip, as: anna)
      try expectEqual(changed.name, "Ski days")
      try expectEqual(try await world.trips.get(trip, as: anna), changed)
      try await world.trips.choose(trip, as: anna)
      let own = try await world.trips.list(as: anna)
      try expectEqual(own.map(\.trip), [changed])
      try expectEqual(own.map(\.role), [.host])
      try expectEqual(own.map(\.isChosen), [true])
      try await world.trips.choose(nil, as: anna)
      try expectEqual(try await world.trips.list(as: anna).map(\.isChosen), [false])
      try await world.trips.end(trip, as: anna)
      try expectEqual(try await world.trips.get(trip, as: anna).ended != nil, true)
      try await expectRefused(.conflict) { try await world.trips.end(trip, as: anna) }
      try await expectRefused(.conflict) { try await world.trips.choose(trip, as: anna) }
      try await expectRefused(.conflict) {
        _ = try await world.trips.patch(TripPatch(name: "x"), of: trip, as: anna)
      }
    },
    ConformanceCheck("values of a trip that are not allowed are refused") { world in
      let anna = try await world.logIn("anna")
      func create(_ name: String = "Ski", zone: String = "UTC", areas: Int = 1, until: Double = 24)
        async throws
      {
        _ = try await world.trips.create(
          name: name, zone: zone, areas: (0..<areas).map { SourceID("a\($0)") }, from: world.hours(-1),
          until: world.hours(until), as: anna)
      }
      try await expectRefused(.invalidArgument) { try await create("") }
      try await expectRefused(.limitExceeded) { try await create(String(repeating: "x", count: 81)) }
      try await expectRefused(.invalidArgument) { try await create(zone: "Mars/Base") }
      try await expectRefused(.limitExceeded) { try await create(areas: 21) }
      try await expectRefused(.invalidArgument) { try await create(until: -2) }
      try await expectRefused(.limitExceeded) { try await create(until: 24 * 500) }
      try expectEqual(try await world.trips.list(as: anna), [])
    },
    ConformanceCheck("strangers find no trip, and travellers change none") { world in
      let (anna, ben, cleo) = (
        try await world.logIn("anna"), try await world.logIn("ben"), try await world.logIn("cleo")
      )
      let trip = try await world.trip(host: anna, ben)
      for id in [trip, try TripID("unknown")] {
        try await expectRefused(.notFound) { _ = try await world.trips.get(id, as: cleo) }
        try await expectRefused(.notFound) { _ = try await world.trips.members(of: id, as: cleo) }
        try await expectRefused(.notFound) {
          _ = try await world.trips.patch(TripPatch(name: "x"), of: id, as: cleo)
        }
        try await expectRefused(.notFound) { try await world.trips.end(id, as: cleo) }
        try await expectRefused(.notFound) { try await world.trips.choose(id, as: cleo) }
        try await expectRefused(.notFound) { try await world.trips.leave(id, as: cleo) }
        try await expectRefused(.notFound) { try await world.trips.remove(ben, from: id, as: cleo) }
        try await expectRefused(.notFound) { try await world.trips.setRole(.host, of: ben, in: id, as: cleo) }
        try await expectRefused(.notFound) { _ = try await world.trips.invitations(to: id, as: cleo) }
        try await expectRefused(.notFound) {
          _ = try await world.trips.invite(to: id, uses: 1, expires: world.hours(1), by: cleo)
        }
      }
      try await expectRefused(.notPermitted) {
        _ = try await world.trips.patch(TripPatch(name: "x"), of: trip, as: ben)
      }
      try await expectRefused(.notPermitted) { try await world.trips.end(trip, as: ben) }
      try await expectRefused(.notPermitted) { try await world.trips.remove(anna, from: trip, as: ben) }
      try await expectRefused(.notPermitted) {
        try await world.trips.setRole(.host, of: ben, in: trip, as: ben)
      }
      try await expectRefused(.notPermitted) { _ = try await world.trips.invitations(to: trip, as: ben) }
    },
    ConformanceCheck("members are listed, given roles, removed, and leave; the last host stays") { world in
      let (anna, ben, cleo) = (
        try await world.logIn("anna"), try await world.logIn("ben"), try await world.logIn("cleo")
      )
      let trip = try await world.trip(host: anna, ben, cleo)
      try expectEqual(
        Set(try await world.trips.members(of: trip, as: cleo).map(\.user)), [anna, ben, cleo])
      try await expectRefused(.conflict) { try await world.trips.leave(trip, as: anna) }
      try await expectRefused(.conflict) {
        try await world.trips.setRole(.traveller, of: anna, in: trip, as: anna)
      }
      try await world.trips.setRole(.host, of: ben, in: trip, as: anna)
      try expectEqual(
        try await world.trips.members(of: trip, as: ben).map(\.role), [.host, .host, .traveller])
      try await expectRefused(.invalidArgument) { try await world.trips.remove(ben, from: trip, as: ben) }
      try await expectRefused(.notFound) {
        try await world.trips.remove(UserID("unknown"), from: trip, as: ben)
      }
      try await expectRefused(.notFound) {
        try await world.trips.setRole(.host, of: UserID("unknown"), in: trip, as: ben)
      }
      try await world.trips.remove(cleo, from: trip, as: ben)
      try await expectRefused(.notFound) { _ = try await world.trips.get(trip, as: cleo) }
      try await world.trips.leave(trip, as: anna)
      try expectEqual(try await world.trips.members(of: trip, as: ben).map(\.user), [ben])
    },
  ]

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
  ]
}
