import SkiBase
import SkiGraph
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// The removal of a user reaches every table.
@Suite struct UserRemovalTests {
  @Test(arguments: TripsBackend.usable)
  func `a removed user is in no table of the database`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let tokens = try await world.logins.logIn(
        telegram: TelegramFields.signed(id: "99887766", name: "Planted", at: world.clock.now))
      let anna = tokens.user
      let (ben, cleo) = (try await world.person("ben"), try await world.person("cleo"))
      let trip = try await world.trip(host: anna, ben, hosts: [cleo])
      let own = try await world.trip(host: anna)
      try await world.trips.choose(trip, as: anna)
      _ = try await world.trips.invite(
        to: trip, uses: 3, expires: world.clock.now.advanced(bySeconds: 100), by: anna)
      try await world.users.patch(
        UserPatch(links: [UserLink(label: "Planted", address: "https://planted.test", audience: .trip)]),
        as: anna)
      try await world.friends.ask(ben, as: anna)
      try await world.friends.block(cleo, as: anna)
      try await world.favourites.add(SourceID("lift-7"), kind: .lift, as: anna)
      try await world.favourites.setNearby(.metres(300), as: anna)
      let grant = ShareGrant(
        owner: anna, trip: trip, audience: .people([ben]), precision: .exact, from: world.clock.now,
        until: world.clock.now.advanced(bySeconds: 1000))
      try await world.insert(grant)

      try await world.users.delete(as: anna)

      let planted = [anna.rawValue, "99887766", "Planted", "planted.test"]
      for (table, row) in try await world.allRows() {
        for text in planted { #expect(!row.contains(text), "\(table) holds \(text)") }
        // Live sharing keeps the version of a trip, by its random identifier.
        #expect(table == "trips" || !row.contains(own.rawValue), "\(table) holds the trip of none")
      }
      #expect(world.followed.all.last == "removed \(anna)")
      await expectError(.notFound) { _ = try await world.users.get(as: anna) }
      await expectError(.notPermitted) { _ = try await world.sessions.refresh(tokens.refresh) }
      try await #expect(Set(world.trips.members(of: trip, as: ben).map(\.user)) == [ben, cleo])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `the member who joined first hosts when the last host is removed`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben, cleo) = (
        try await world.person("anna"), try await world.person("ben"), try await world.person("cleo")
      )
      let trip = try await world.trip(host: anna)
      world.clock.advance(seconds: 1)
      try await world.add([cleo], to: trip, by: anna)
      world.clock.advance(seconds: 1)
      try await world.add([ben], to: trip, by: anna)
      try await world.users.delete(as: anna)
      let members = try await world.trips.members(of: trip, as: ben)
      #expect(members.map(\.user) == [cleo, ben])
      #expect(members.map(\.role) == [.host, .traveller])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a removal that live sharing does not confirm holds, and is repeated`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let anna = try await world.person("anna")
      world.followed.setAway(true)
      await expectError(.unavailable) { try await world.users.delete(as: anna) }
      await expectError(.notFound) { _ = try await world.users.get(as: anna) }
      await expectError(.unavailable) { try await world.users.finishRemovals() }
      world.followed.setAway(false)
      try await #expect(world.users.finishRemovals() == 1)
      #expect(world.followed.all.last == "removed \(anna)")
      try await #expect(world.users.finishRemovals() == 0)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `the same person is a new user after a removal`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let anna = try await world.person("anna")
      try await world.users.delete(as: anna)
      try await #expect(world.person("anna") != anna)
    }
  }

  @Test func `each table with people has a removal in its part`() throws {
    for part in TripsSchema.parts {
      let removals = part.removals.ofUser + part.removals.ofMember + part.removals.ofTrip
      for statement in part.migrations.flatMap(\.statements) {
        let words = statement.split { !$0.isLetter && $0 != "_" }.map(String.init)
        guard words.starts(with: ["CREATE", "TABLE"]), words.contains("person") || words.contains("made_by")
        else { continue }
        #expect(
          removals.contains { $0.hasPrefix("DELETE FROM \(words[2]) ") } || words[2] == "trips_erasures",
          "\(words[2]) keeps removed people")
      }
    }
  }
}
