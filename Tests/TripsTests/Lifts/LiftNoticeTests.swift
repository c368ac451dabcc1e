import SkiBase
import SkiGraph
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Members of trips that are on have one notice of a lift that closed.
@Suite struct LiftNoticeTests {
  private func lift(_ world: TripsWorld, _ name: String = "way/1") -> ClosedLift {
    ClosedLift(lift: SourceID(name), seen: world.clock.now)
  }

  @Test(arguments: TripsBackend.usable)
  func `only trips that have begun and are not over are on`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let service = LiftNoticeService(world.store)
      let anna = try await world.person("anna")
      let (on, ended) = (try await world.trip(host: anna), try await world.trip(host: anna))
      let later = try await world.trips.create(
        name: "Later", zone: "Europe/Zurich", areas: [SourceID("area-2")],
        from: world.clock.now.advanced(bySeconds: 86_400),
        until: world.clock.now.advanced(bySeconds: 30 * 86_400), as: anna
      ).id
      try await world.trips.end(ended, as: anna)
      try await #expect(
        service.tripsOn() == [TripAreas(trip: on, areas: [SourceID("area-1")])])
      world.clock.advance(seconds: 8 * 86_400)
      try await #expect(service.tripsOn() == [TripAreas(trip: later, areas: [SourceID("area-2")])])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `pages hold each trip once, in order`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let service = LiftNoticeService(world.store)
      let anna = try await world.person("anna")
      var trips: [TripID] = []
      for _ in 0..<5 { trips.append(try await world.trip(host: anna)) }
      var (found, last): ([TripID], TripID?) = ([], nil)
      while true {
        let page = try await service.tripsOn(after: last, count: 2)
        guard let end = page.last else { break }
        #expect(page.count <= 2)
        found += page.map(\.trip)
        last = end.trip
      }
      #expect(found == trips.sorted())
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `each member has one notice of a lift and time`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let service = LiftNoticeService(world.store)
      let (anna, ben, cleo) = (
        try await world.person("anna"), try await world.person("ben"), try await world.person("cleo")
      )
      let trip = try await world.trip(host: anna, ben)
      let closed = lift(world)
      try await #expect(service.announce([closed, lift(world, "way/2")], to: trip) == 4)
      try await #expect(service.announce([closed], to: trip) == 0)
      let notices = try await world.notices.list(count: 100, as: ben).notices
      #expect(Set(notices.map(\.kind)) == [.liftClosed])
      #expect(notices.allSatisfy { $0.trip == trip && $0.actor == nil })
      #expect(Set(notices.compactMap(\.payload.lift?.rawValue)) == ["way/1", "way/2"])
      #expect(notices.first { $0.payload.lift == closed.lift }?.key == closed.key)
      #expect(notices.first?.payload.time == world.clock.now)
      try await #expect(world.keys(of: cleo).isEmpty)
      world.clock.advance(seconds: 60)
      try await #expect(service.announce([lift(world)], to: trip) == 2)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `trips that are over or unknown, and ids that are too long, leave no notice`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let service = LiftNoticeService(world.store)
      let anna = try await world.person("anna")
      let trip = try await world.trip(host: anna)
      try await #expect(service.announce([lift(world)], to: TripID("none")) == 0)
      await expectError(.limitExceeded) {
        try await service.announce(
          [lift(world), lift(world, String(repeating: "l", count: 129))], to: trip)
      }
      try await world.trips.end(trip, as: anna)
      try await #expect(service.announce([lift(world)], to: trip) == 0)
      try await #expect(world.keys(of: anna).isEmpty)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `profiles of several users come in one query`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      try await world.users.patch(UserPatch(skier: SkierSettings(ability: "expert", board: true)), as: anna)
      try await #expect(
        world.users.skiers(of: [anna, ben, anna, UserID("none")])
          == [anna: SkierSettings(ability: "expert", board: true), ben: SkierSettings()])
      try await #expect(world.users.skiers(of: []) == [:])
    }
  }
}
