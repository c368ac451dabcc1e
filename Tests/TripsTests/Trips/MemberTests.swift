import SkiBase
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Leaving, removal and roles, each with all that depends on the membership.
@Suite struct MemberTests {
  @Test(arguments: TripsBackend.usable)
  func `leaving takes grants and the choice along, those of this trip alone`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let (trip, other) = (try await world.trip(host: anna, ben), try await world.trip(host: anna, ben))
      try await world.trips.choose(trip, as: ben)
      for one in [trip, other] { try await world.insert(world.grant(of: ben, in: one)) }
      try await world.insert(world.grant(of: anna, in: trip))
      try await world.trips.leave(trip, as: ben)
      #expect(world.followed.all.last == "left \(ben) \(trip)")
      try await #expect(world.grants(of: ben).map(\.trip) == [other])
      try await #expect(world.grants(of: anna).count == 1)
      try await #expect(world.trips.list(as: ben).map(\.trip.id) == [other])
      try await #expect(world.trips.members(of: trip, as: anna).map(\.user) == [anna])
      try await #expect(StoredMembership(world.driver).roster(of: trip)?.members == [anna])
      await expectError(.notFound) { _ = try await world.trips.get(trip, as: ben) }
      await expectError(.notFound) { try await world.trips.leave(trip, as: ben) }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a leave that live sharing does not confirm holds`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      try await world.insert(world.grant(of: ben, in: trip))
      world.followed.setAway(true)
      await expectError(.unavailable) { try await world.trips.leave(trip, as: ben) }
      try await #expect(world.grants(of: ben).isEmpty)
      try await #expect(world.trips.list(as: ben).isEmpty)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `the last host can't leave or step down, unless the trip is over`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      await expectError(.conflict) { try await world.trips.leave(trip, as: anna) }
      await expectError(.conflict) { try await world.trips.setRole(.traveller, of: anna, in: trip, as: anna) }
      try await world.trips.setRole(.host, of: ben, in: trip, as: anna)
      #expect(world.followed.all.last == "changed \(trip)")
      try await world.trips.leave(trip, as: anna)
      await expectError(.conflict) { try await world.trips.leave(trip, as: ben) }
      try await world.trips.end(trip, as: ben)
      try await world.trips.leave(trip, as: ben)
      try await #expect(world.texts("SELECT COUNT(*) FROM trips_trips") == ["0"])
      try await #expect(StoredMembership(world.driver).roster(of: trip) == nil)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `hosts alone remove members, hosts among them`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben, cleo) = (
        try await world.person("anna"), try await world.person("ben"), try await world.person("cleo")
      )
      let stranger = try await world.person("stranger")
      let trip = try await world.trip(host: anna, ben, hosts: [cleo])
      try await world.insert(world.grant(of: ben, in: trip))
      await expectError(.notPermitted) { try await world.trips.remove(cleo, from: trip, as: ben) }
      await expectError(.notPermitted) { try await world.trips.remove(stranger, from: trip, as: ben) }
      await expectError(.notFound) { try await world.trips.remove(stranger, from: trip, as: anna) }
      await expectError(.notFound) { try await world.trips.remove(UserID("unknown"), from: trip, as: anna) }
      await expectError(.invalidArgument) { try await world.trips.remove(anna, from: trip, as: anna) }
      try await world.trips.remove(ben, from: trip, as: anna)
      #expect(world.followed.all.last == "left \(ben) \(trip)")
      try await #expect(world.grants(of: ben).isEmpty)
      try await world.trips.remove(anna, from: trip, as: cleo)
      try await #expect(world.trips.members(of: trip, as: cleo).map(\.user) == [cleo])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `hosts alone give roles`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben, cleo) = (
        try await world.person("anna"), try await world.person("ben"), try await world.person("cleo")
      )
      let trip = try await world.trip(host: anna, ben)
      await expectError(.notPermitted) { try await world.trips.setRole(.host, of: ben, in: trip, as: ben) }
      await expectError(.notFound) { try await world.trips.setRole(.host, of: cleo, in: trip, as: anna) }
      try await world.trips.setRole(.host, of: ben, in: trip, as: anna)
      try await world.trips.setRole(.host, of: ben, in: trip, as: anna)
      try await #expect(StoredMembership(world.driver).roster(of: trip)?.hosts == [anna, ben])
      try await world.trips.setRole(.traveller, of: anna, in: trip, as: ben)
      try await #expect(StoredMembership(world.driver).roster(of: trip)?.hosts == [ben])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `of two hosts who leave at the same time one stays`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      for _ in 0..<5 {
        let trip = try await world.trip(host: anna, hosts: [ben])
        await withTaskGroup(of: Void.self) { group in
          for host in [anna, ben] { group.addTask { try? await world.trips.leave(trip, as: host) } }
        }
        try await #expect(StoredMembership(world.driver).roster(of: trip)?.hosts.count == 1)
      }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `each change of people raises the version of live sharing for the trip`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna)
      func version() async throws -> Int? {
        try await world.texts("SELECT version FROM trips WHERE trip = $1", [.id(trip)]).first.flatMap {
          Int($0)
        }
      }
      var last = try #require(try await version())
      let changes: [@Sendable () async throws -> Void] = [
        { try await world.add([ben], to: trip, by: anna) },
        { try await world.trips.setRole(.host, of: ben, in: trip, as: anna) },
        { try await world.trips.patch(TripPatch(name: "Other"), of: trip, as: anna) },
        { try await world.friends.block(ben, as: anna) },
        { try await world.friends.unblock(ben, as: anna) },
        { try await world.trips.leave(trip, as: ben) },
        { try await world.trips.end(trip, as: anna) },
      ]
      for change in changes {
        try await change()
        let next = try #require(try await version())
        #expect(next > last)
        last = next
      }
    }
  }
}
