import SkiBase
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// A block hides both from each other, everywhere, until the one who made it ends it.
@Suite struct BlockTests {
  @Test(arguments: TripsBackend.usable)
  func `a block hides both from each other in all lists, and ends the friendship`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let (anna, ben, cleo) = (
        try await world.person("anna"), try await world.person("ben"), try await world.person("cleo")
      )
      let trip = try await world.trip(host: anna, ben, cleo)
      try await world.friends.ask(ben, as: anna)
      try await world.friends.consent(to: anna, as: ben)
      try await world.friends.block(ben, as: anna)
      #expect(world.followed.all.last == "changed \(trip)")
      for (viewer, other) in [(anna, ben), (ben, anna)] {
        try await #expect(world.friends.companions(in: trip, as: viewer).map(\.user) == [cleo])
        try await #expect(Set(world.trips.members(of: trip, as: viewer).map(\.user)) == [viewer, cleo])
        try await #expect(world.friends.friends(as: viewer).isEmpty)
        await expectError(.notFound) { try await world.friends.ask(other, as: viewer) }
        await expectError(.notFound) { try await world.friends.block(other, as: viewer) }
      }
      await expectError(.notFound) { try await world.trips.remove(ben, from: trip, as: anna) }
      await expectError(.notFound) { try await world.trips.setRole(.host, of: ben, in: trip, as: anna) }
      try await #expect(world.friends.companions(in: trip, as: cleo).count == 2)
      try await #expect(
        world.friends.blocked(as: anna)
          == [BlockedPerson(user: ben, name: "ben", since: world.clock.now)])
      try await #expect(world.friends.blocked(as: ben).isEmpty)
      try await #expect(StoredMembership(world.driver).roster(of: trip)?.blocks == [anna: [ben]])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `the one who made a block ends it, the other does not`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      try await world.friends.block(ben, as: anna)
      await expectError(.notFound) { try await world.friends.unblock(anna, as: ben) }
      try await world.friends.unblock(ben, as: anna)
      try await #expect(world.friends.companions(in: trip, as: ben).map(\.state) == [.none])
      try await #expect(StoredMembership(world.driver).roster(of: trip)?.blocks == [:])
      await expectError(.notFound) { try await world.friends.unblock(ben, as: anna) }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a block holds in trips that begin later, and when live sharing does not confirm it`(
    backend: TripsBackend
  )
    async throws
  {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      _ = try await world.trip(host: anna, ben)
      world.followed.setAway(true)
      await expectError(.unavailable) { try await world.friends.block(ben, as: anna) }
      world.followed.setAway(false)
      let later = try await world.trip(host: ben, anna)
      try await #expect(StoredMembership(world.driver).roster(of: later)?.blocks == [anna: [ben]])
      try await #expect(world.friends.companions(in: later, as: ben).isEmpty)
    }
  }
}
