import SkiBase
import SkiGraph
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Favourites by source id, and the stored extent of what is near.
@Suite struct FavouritesTests {
  @Test(arguments: TripsBackend.usable)
  func `favourites are marked, listed latest first, and removed`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      try await world.favourites.add(SourceID("run-1"), kind: .run, as: anna)
      let first = world.clock.now
      world.clock.advance(seconds: 1)
      try await world.favourites.add(SourceID("hut-1"), kind: .run, as: anna)
      world.clock.advance(seconds: 1)
      try await world.favourites.add(SourceID("run-1"), kind: .run, as: anna)
      try await world.favourites.add(SourceID("hut-1"), kind: .place, as: anna)
      try await world.favourites.add(SourceID("lift-1"), kind: .lift, as: ben)
      let list = try await world.favourites.list(as: anna)
      #expect(list.map(\.source.rawValue) == ["hut-1", "run-1"])
      #expect(list.map(\.kind) == [.place, .run])
      #expect(list.last?.added == first)
      try await world.favourites.remove(SourceID("hut-1"), as: anna)
      try await #expect(world.favourites.list(as: anna).map(\.source.rawValue) == ["run-1"])
      await expectError(.notFound) { try await world.favourites.remove(SourceID("hut-1"), as: anna) }
      await expectError(.notFound) { try await world.favourites.remove(SourceID("lift-1"), as: anna) }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `an id that is too long or blank, and one beyond the limit, are refused`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let anna = try await world.person("anna")
      func add(_ id: String, as user: UserID? = nil) async throws {
        try await world.favourites.add(SourceID(id), kind: .run, as: user ?? anna)
      }
      await expectError(.invalidArgument) { try await add("") }
      await expectError(.invalidArgument) { try await add("a\0") }
      await expectError(.limitExceeded) { try await add(String(repeating: "a", count: 129)) }
      await expectError(.notFound) { try await add("run-1", as: UserID("stranger")) }
      try await world.store.write { transaction in
        for number in 0..<Quota.favourites.standard {
          try transaction.connection.change(
            "INSERT INTO trips_favourites (person, source, kind, added_ms) VALUES ($1, $2, 'run', 0)",
            [.id(anna), .text("run \(number)")])
        }
      }
      await expectError(.limitExceeded) { try await add("run-1") }
      try await add("run 7")
      try await #expect(world.favourites.list(as: anna).count == Quota.favourites.standard)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `the extent of what is near is stored by metres or minutes`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let anna = try await world.person("anna")
      try await #expect(world.favourites.nearby(as: anna) == .standard)
      for preferences in [NearbyPreferences.metres(250), .minutes(12.5), .metres(5000), .minutes(1)] {
        try await world.favourites.setNearby(preferences, as: anna)
        try await #expect(world.favourites.nearby(as: anna) == preferences)
      }
      for preferences in [
        NearbyPreferences.metres(249.9), .metres(5001), .metres(.nan), .minutes(0), .minutes(121),
        .minutes(-.infinity),
      ] {
        await expectError(.invalidArgument) { try await world.favourites.setNearby(preferences, as: anna) }
      }
      try await #expect(world.favourites.nearby(as: anna) == .minutes(1))
      await expectError(.notFound) {
        try await world.favourites.setNearby(.metres(300), as: UserID("stranger"))
      }
    }
  }
}
