import SkiBase
import SkiGraph
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Trips are created, seen, changed, chosen and ended by those who may.
@Suite struct TripServiceTests {
  @Test(arguments: TripsBackend.usable)
  func `a created trip has its creator as the only member and host`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let anna = try await world.person("anna")
      let now = world.clock.now
      let trip = try await world.trips.create(
        name: "Ski <week>", zone: "Europe/Zurich", areas: [SourceID("a"), SourceID("b"), SourceID("a")],
        from: now.advanced(bySeconds: 100), until: now.advanced(bySeconds: 1000), as: anna)
      #expect(trip.name == "Ski <week>")
      #expect(trip.areas == [SourceID("a"), SourceID("b")])
      #expect(trip.end == now.advanced(bySeconds: 1000))
      try await #expect(world.trips.get(trip.id, as: anna) == trip)
      try await #expect(
        world.trips.list(as: anna)
          == [OwnTrip(trip: trip, role: .host, joined: now, isChosen: false)])
      try await #expect(
        world.trips.members(of: trip.id, as: anna)
          == [TripMember(user: anna, name: "anna", role: .host, joined: now)])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a trip with a value that is not allowed is not created`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let anna = try await world.person("anna")
      let now = world.clock.now
      func create(
        _ name: String = "Week", zone: String = "UTC", areas: [String] = [], from: Double = 0,
        until: Double = 1000, as user: UserID? = nil
      ) async throws {
        _ = try await world.trips.create(
          name: name, zone: zone, areas: areas.map { SourceID($0) }, from: now.advanced(bySeconds: from),
          until: now.advanced(bySeconds: until), as: user ?? anna)
      }
      await expectError(.invalidArgument) { try await create("") }
      await expectError(.limitExceeded) { try await create(String(repeating: "a", count: 81)) }
      await expectError(.invalidArgument) { try await create(zone: "Europe/Atlantis") }
      await expectError(.limitExceeded) { try await create(areas: (0..<21).map { "a\($0)" }) }
      await expectError(.invalidArgument) { try await create(areas: [""]) }
      await expectError(.limitExceeded) { try await create(areas: [String(repeating: "a", count: 129)]) }
      await expectError(.invalidArgument) { try await create(from: 1000, until: 10) }
      await expectError(.invalidArgument) { try await create(from: -1000, until: 0) }
      await expectError(.limitExceeded) { try await create(until: 401 * 86_400) }
      await expectError(.notFound) { try await create(as: UserID("stranger")) }
      try await #expect(world.texts("SELECT COUNT(*) FROM trips_trips") == ["0"])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a user has at most 200 trips`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let anna = try await world.person("anna")
      for _ in 0..<Quota.trips.standard { _ = try await world.trip(host: anna) }
      let error = await expectError(.limitExceeded) { _ = try await world.trip(host: anna) }
      #expect(
        error?.message == "201 trips of one person are too many; 200 are allowed, so end or remove one before"
      )
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a host changes a trip, also while it runs`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      let until = world.clock.now.advanced(bySeconds: 86_400)
      let changed = try await world.trips.patch(
        TripPatch(name: "Other", zone: "Asia/Tokyo", areas: [], until: until), of: trip, as: anna)
      try await #expect(changed == (world.trips.get(trip, as: ben)))
      #expect((changed.name, changed.zone.rawValue) == ("Other", "Asia/Tokyo"))
      #expect(changed.areas.isEmpty)
      #expect(changed.end == until)
      #expect(world.followed.all.last == "changed \(trip)")
      try await #expect(StoredMembership(world.driver).roster(of: trip)?.until == until)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a change that is not allowed changes nothing`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let cleo = try await world.person("cleo")
      let trip = try await world.trip(host: anna, ben)
      let before = try await world.trips.get(trip, as: anna)
      let good = TripPatch(name: "Other")
      await expectError(.notPermitted) { try await world.trips.patch(good, of: trip, as: ben) }
      await expectError(.notFound) { try await world.trips.patch(good, of: trip, as: cleo) }
      await expectError(.notFound) { try await world.trips.patch(good, of: TripID("unknown"), as: anna) }
      let past = world.clock.now.advanced(bySeconds: -1)
      let patches = [
        TripPatch(name: ""), TripPatch(name: "Good", zone: "Nowhere"), TripPatch(until: past),
        TripPatch(from: before.end), TripPatch(areas: [SourceID("")]),
      ]
      for patch in patches {
        await expectError(.invalidArgument) { try await world.trips.patch(patch, of: trip, as: anna) }
      }
      try await #expect(world.trips.get(trip, as: anna) == before)
      world.clock.advance(seconds: 8 * 86_400)
      await expectError(.conflict) { try await world.trips.patch(good, of: trip, as: anna) }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `strangers and members of other trips know of no trip`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna)
      _ = try await world.trip(host: ben)
      for id in [trip, try TripID("unknown")] {
        let error = await expectError(.notFound) { _ = try await world.trips.get(id, as: ben) }
        #expect(error?.message == "trip \(id) is unknown; give the identifier of one you may see")
        await expectError(.notFound) { _ = try await world.trips.members(of: id, as: ben) }
        await expectError(.notFound) { try await world.trips.end(id, as: ben) }
        await expectError(.notFound) { try await world.trips.choose(id, as: ben) }
        await expectError(.notFound) { try await world.trips.leave(id, as: ben) }
        await expectError(.notFound) { try await world.trips.remove(anna, from: id, as: ben) }
        await expectError(.notFound) { try await world.trips.setRole(.host, of: ben, in: id, as: ben) }
        await expectError(.notFound) { _ = try await world.trips.invitations(to: id, as: ben) }
        await expectError(.notFound) {
          _ = try await world.trips.invite(to: id, uses: 1, expires: world.clock.now, by: ben)
        }
      }
      try await #expect(world.trips.list(as: ben).count == 1)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `the end takes grants, invitations and choices along, and leaves the past`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      try await world.trips.choose(trip, as: ben)
      let link = try await world.trips.invite(
        to: trip, uses: 3, expires: world.clock.now.advanced(bySeconds: 100), by: anna)
      try await world.insert(world.grant(of: ben, in: trip))
      await expectError(.notPermitted) { try await world.trips.end(trip, as: ben) }
      try await #expect(world.grants(of: ben).count == 1)
      world.clock.advance(seconds: 10)

      try await world.trips.end(trip, as: anna)

      #expect(world.followed.all.last == "ended \(trip)")
      try await #expect(world.grants(of: ben).isEmpty)
      let seen = try await world.trips.get(trip, as: ben)
      #expect(seen.ended == world.clock.now)
      #expect(seen.end == world.clock.now)
      try await #expect(StoredMembership(world.driver).roster(of: trip)?.until == world.clock.now)
      try await #expect(world.trips.list(as: ben).map(\.isChosen) == [false])
      try await #expect(world.trips.invitations(to: trip, as: anna).isEmpty)
      let cleo = try await world.person("cleo")
      await expectError(.notFound) { try await world.trips.join(link.secret, as: cleo) }
      await expectError(.conflict) { try await world.trips.end(trip, as: anna) }
      await expectError(.conflict) { try await world.trips.choose(trip, as: ben) }
      await expectError(.conflict) { try await world.trips.setRole(.host, of: ben, in: trip, as: anna) }
      await expectError(.conflict) {
        _ = try await world.trips.invite(to: trip, uses: 1, expires: world.clock.now, by: anna)
      }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a user switches between trips`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let anna = try await world.person("anna")
      let first = try await world.trip(host: anna)
      let second = try await world.trip(host: anna)
      func chosen() async throws -> [TripID] {
        try await world.trips.list(as: anna).filter(\.isChosen).map(\.trip.id)
      }
      try await #expect(chosen() == [])
      try await world.trips.choose(first, as: anna)
      try await world.trips.choose(second, as: anna)
      try await #expect(chosen() == [second])
      try await world.trips.choose(nil, as: anna)
      try await #expect(chosen() == [])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `six hundred members come in one query`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let anna = try await world.person("anna")
      let trip = try await world.trip(host: anna)
      try await world.insertMembers(599, of: trip)
      let statements = try await world.driver.statements {
        try await #expect(world.trips.members(of: trip, as: anna).count == 600)
      }
      // One more asks for the permission.
      #expect(statements == 2)
      let roster = try await world.driver.statements {
        try await #expect(StoredMembership(world.driver).roster(of: trip)?.members.count == 600)
      }
      #expect(roster == 2)
      let list = try await world.driver.statements {
        try await #expect(world.friends.companions(in: trip, as: anna).count == 599)
      }
      #expect(list == 1)
    }
  }
}
