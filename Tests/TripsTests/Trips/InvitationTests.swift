import SkiBase
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Invitations by link admit as many people as they say, until their end, and no one afterwards.
@Suite struct InvitationTests {
  @Test(arguments: TripsBackend.usable)
  func `a link shows its trip and lets people join, with its role`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna)
      let link = try await world.trips.invite(
        to: trip, as: .host, uses: 2, expires: world.clock.now.advanced(bySeconds: 100), by: anna)
      try await #expect(world.trips.invitations(to: trip, as: anna) == [link.invitation])
      let preview = try await world.trips.preview(link.secret, as: ben)
      #expect((preview.trip.id, preview.role, preview.isMember) == (trip, .host, false))
      try await #expect(world.trips.join(link.secret, as: ben).id == trip)
      #expect(world.followed.all.last == "changed \(trip)")
      try await #expect(world.trips.members(of: trip, as: ben).map(\.role) == [.host, .host])
      try await #expect(world.trips.preview(link.secret, as: ben).isMember)
      try await #expect(world.trips.invitations(to: trip, as: ben).map(\.usesLeft) == [1])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `the store holds the hash of a link, not its secret`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let anna = try await world.person("anna")
      let trip = try await world.trip(host: anna)
      let link = try await world.trips.invite(
        to: trip, uses: 2, expires: world.clock.now.advanced(bySeconds: 100), by: anna)
      for (table, row) in try await world.allRows() { #expect(!row.contains(link.secret.text), "\(table)") }
      #expect(link.secret.text != link.invitation.id.rawValue)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a member joins again without a use, and keeps the role`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna)
      let link = try await world.trips.invite(
        to: trip, uses: 1, expires: world.clock.now.advanced(bySeconds: 100), by: anna)
      try await world.trips.join(link.secret, as: anna)
      try await world.trips.join(link.secret, as: ben)
      try await world.trips.join(link.secret, as: ben)
      let members = try await world.trips.members(of: trip, as: anna)
      #expect(Set(members.map(\.user)) == [anna, ben])
      #expect(members.first { $0.user == anna }?.role == .host)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a link that is used up, over, revoked or unknown admits no one`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let cleo = try await world.person("cleo")
      let trip = try await world.trip(host: anna)
      let soon = world.clock.now.advanced(bySeconds: 100)
      let single = try await world.trips.invite(to: trip, uses: 1, expires: soon, by: anna)
      let revoked = try await world.trips.invite(to: trip, uses: 9, expires: soon, by: anna)
      let over = try await world.trips.invite(to: trip, uses: 9, expires: soon, by: anna)
      try await world.trips.join(single.secret, as: ben)
      try await world.trips.revoke(revoked.invitation.id, as: anna)
      world.clock.advance(seconds: 99.5)
      _ = try await world.trips.preview(over.secret, as: cleo)
      world.clock.advance(seconds: 0.5)
      for secret in [single.secret, revoked.secret, over.secret, LinkSecret()] {
        let error = await expectError(.notFound) { try await world.trips.join(secret, as: cleo) }
        #expect(error?.message.contains(secret.text) == false)
        await expectError(.notFound) { _ = try await world.trips.preview(secret, as: cleo) }
      }
      try await #expect(world.trips.members(of: trip, as: anna).count == 2)
      await expectError(.notFound) { try await world.trips.join(over.secret, as: UserID("stranger")) }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `twenty people at the same time use a link for five five times`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let anna = try await world.person("anna")
      let trip = try await world.trip(host: anna)
      let link = try await world.trips.invite(
        to: trip, uses: 5, expires: world.clock.now.advanced(bySeconds: 100), by: anna)
      var people: [UserID] = []
      for number in 0..<20 { people.append(try await world.person("person \(number)")) }
      await withTaskGroup(of: Void.self) { group in
        for person in people { group.addTask { _ = try? await world.trips.join(link.secret, as: person) } }
      }
      try await #expect(world.trips.members(of: trip, as: anna).count == 6)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `an invitation that is not allowed is not made`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      let now = world.clock.now
      func invite(uses: Int = 1, expires: Double = 100, by user: UserID? = nil) async throws {
        _ = try await world.trips.invite(
          to: trip, uses: uses, expires: now.advanced(bySeconds: expires), by: user ?? anna)
      }
      await expectError(.invalidArgument) { try await invite(uses: 0) }
      await expectError(.invalidArgument) { try await invite(uses: 1001) }
      await expectError(.invalidArgument) { try await invite(expires: 0) }
      await expectError(.invalidArgument) { try await invite(expires: .nan) }
      await expectError(.invalidArgument) { try await invite(expires: 7 * 86_400 + 1) }
      await expectError(.notPermitted) { try await invite(by: ben) }
      await expectError(.notPermitted) { _ = try await world.trips.invitations(to: trip, as: ben) }
      for _ in 0..<Quota.invitations.standard { try await invite() }
      await expectError(.limitExceeded) { try await invite() }
      try await #expect(world.trips.invitations(to: trip, as: anna).count == Quota.invitations.standard)
      world.clock.advance(seconds: 100)
      try await invite(expires: 200)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `hosts of the trip alone revoke an invitation`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben, cleo) = (
        try await world.person("anna"), try await world.person("ben"), try await world.person("cleo")
      )
      let trip = try await world.trip(host: anna, ben)
      _ = try await world.trip(host: cleo)
      let id = try await world.trips.invite(
        to: trip, uses: 1, expires: world.clock.now.advanced(bySeconds: 100), by: anna
      ).invitation.id
      await expectError(.notPermitted) { try await world.trips.revoke(id, as: ben) }
      await expectError(.notFound) { try await world.trips.revoke(id, as: cleo) }
      await expectError(.notFound) { try await world.trips.revoke(InvitationID("unknown"), as: anna) }
      try await world.trips.revoke(id, as: anna)
      await expectError(.notFound) { try await world.trips.revoke(id, as: anna) }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a removed member needs a new invitation`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna)
      let end = world.clock.now.advanced(bySeconds: 1000)
      let old = try await world.trips.invite(to: trip, uses: 9, expires: end, by: anna)
      try await world.trips.join(old.secret, as: ben)
      world.clock.advance(seconds: 1)
      try await world.trips.remove(ben, from: trip, as: anna)
      await expectError(.notFound) { try await world.trips.join(old.secret, as: ben) }
      world.clock.advance(seconds: 1)
      let new = try await world.trips.invite(to: trip, uses: 9, expires: end, by: anna)
      try await world.trips.join(new.secret, as: ben)
      try await world.trips.leave(trip, as: ben)
      try await world.trips.join(new.secret, as: ben)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a trip has at most 1,000 members`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna)
      try await world.insertMembers(Trip.greatestMemberCount - 1, of: trip)
      await expectError(.limitExceeded) { try await world.add([ben], to: trip, by: anna) }
      try await #expect(world.trips.list(as: ben).isEmpty)
    }
  }
}
