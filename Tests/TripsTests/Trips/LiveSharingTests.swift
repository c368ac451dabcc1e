import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Live sharing over the memberships of the store: what ends in a trip ends there.
@Suite struct LiveSharingTests {
  private static let map = Task { try await MapMaking.sample(.openskimap).contents.map() }

  /// Services of live sharing and of trips over one database.
  private struct Live {
    let shares: ShareRepository
    let positions: MapRepository
    let trips: TripService
    let users: UserService
    let friends: FriendService

    init(_ world: TripsWorld) async throws {
      let environment = SkiEnvironment(
        map: try await LiveSharingTests.map.value, storage: try await .sql(world.driver),
        membership: StoredMembership(world.driver), clock: world.clock.sharing)
      let store = try await TripsStore.open(
        TripsEnvironment(
          driver: world.driver, clock: world.clock.sharing, sharing: .shares(environment.shares)))
      (shares, positions) = (environment.shares, environment.positions)
      (trips, users) = (TripService(store), UserService(store))
      friends = FriendService(store)
    }

    /// The members who may see a user, as text.
    func viewers(of user: UserID, in trip: TripID) async throws -> [UserID] {
      try await shares.viewers(of: user, in: trip).map(\.viewer)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a block hides both from each other in live sharing`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let live = try await Live(world)
      let (anna, ben, cleo) = (
        try await world.person("anna"), try await world.person("ben"), try await world.person("cleo")
      )
      let trip = try await world.trip(host: anna, ben, cleo)
      for owner in [anna, ben] { try await live.shares.grant(world.grant(of: owner, in: trip), as: owner) }
      try await #expect(Set(live.viewers(of: ben, in: trip)) == [anna, cleo])
      try await live.friends.block(ben, as: anna)
      try await #expect(live.viewers(of: ben, in: trip) == [cleo])
      try await #expect(live.viewers(of: anna, in: trip) == [cleo])
      try await live.friends.unblock(ben, as: anna)
      try await #expect(Set(live.viewers(of: ben, in: trip)) == [anna, cleo])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `who left a trip neither listens nor is seen`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let live = try await Live(world)
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      try await live.shares.grant(world.grant(of: ben, in: trip), as: ben)
      _ = try await live.positions.listenForFriendsLocations(
        in: trip, as: .member(ben), showing: .near(metres: 5000, most: 50))
      try await live.trips.leave(trip, as: ben)
      try await #expect(live.shares.grants(of: ben).isEmpty)
      await expectError(.notFound) {
        _ = try await live.positions.listenForFriendsLocations(
          in: trip, as: .member(ben), showing: .near(metres: 5000, most: 50))
      }
      await expectError(.notFound) {
        try await live.shares.grant(world.grant(of: ben, in: trip), as: ben)
      }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `the end of a trip, changes of it and a removed user reach live sharing`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let live = try await Live(world)
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      let other = try await world.trip(host: ben, anna)
      for one in [trip, other] { try await live.shares.grant(world.grant(of: anna, in: one), as: anna) }
      try await live.trips.setRole(.host, of: ben, in: trip, as: anna)
      try await #expect(live.viewers(of: anna, in: trip) == [ben])
      try await live.trips.end(trip, as: ben)
      try await #expect(live.shares.grants(of: anna).map(\.trip) == [other])
      try await live.users.delete(as: anna)
      try await #expect(live.shares.grants(of: anna).isEmpty)
      try await #expect(world.texts("SELECT COUNT(*) FROM trips_erasures") == ["0"])
      await expectError(.notFound) { _ = try await live.viewers(of: anna, in: other) }
    }
  }
}
