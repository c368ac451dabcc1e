import SkiBase
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Friends by request and consent, among people who may know of each other.
@Suite struct FriendServiceTests {
  @Test(arguments: TripsBackend.usable)
  func `a request waits for consent, and both are friends then`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      func states() async throws -> [FriendState] {
        [
          try await world.friends.companions(in: trip, as: anna)[0].state,
          try await world.friends.companions(in: trip, as: ben)[0].state,
        ]
      }
      try await #expect(states() == [.none, .none])
      try await #expect(world.friends.ask(ben, as: anna) == .asked)
      try await #expect(world.friends.ask(ben, as: anna) == .asked)
      try await #expect(states() == [.asked, .asking])
      try await world.friends.consent(to: anna, as: ben)
      try await #expect(states() == [.friend, .friend])
      try await #expect(world.friends.ask(ben, as: anna) == .friend)
      try await #expect(world.friends.friends(as: ben).map(\.user) == [anna])
      try await world.trips.leave(trip, as: ben)
      try await #expect(world.friends.friends(as: ben).map(\.state) == [.friend])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `two who ask each other are friends`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      _ = try await world.trip(host: anna, ben)
      try await world.friends.ask(ben, as: anna)
      try await #expect(world.friends.ask(anna, as: ben) == .friend)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `refusal, withdrawal and removal end what there is`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      try await world.friends.ask(ben, as: anna)
      await expectError(.notFound) { try await world.friends.refuse(ben, as: anna) }
      await expectError(.notFound) { try await world.friends.consent(to: ben, as: anna) }
      await expectError(.notFound) { try await world.friends.remove(anna, as: ben) }
      try await world.friends.refuse(anna, as: ben)
      await expectError(.notFound) { try await world.friends.refuse(anna, as: ben) }
      await expectError(.notFound) { try await world.friends.consent(to: anna, as: ben) }
      try await world.friends.ask(ben, as: anna)
      try await world.friends.remove(ben, as: anna)
      try await #expect(world.friends.friends(as: ben).isEmpty)
      try await world.friends.ask(ben, as: anna)
      try await world.friends.consent(to: anna, as: ben)
      await expectError(.notFound) { try await world.friends.consent(to: anna, as: ben) }
      try await world.friends.remove(anna, as: ben)
      try await #expect(world.friends.companions(in: trip, as: anna).map(\.state) == [.none])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `one end fits a friendship and the requests of both`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      await expectError(.notFound) { try await world.friends.end(with: ben, as: anna) }
      await expectError(.notFound) { try await world.friends.end(with: UserID("unknown"), as: anna) }
      await expectError(.invalidArgument) { try await world.friends.end(with: anna, as: anna) }
      for (ends, other) in [(anna, ben), (ben, anna)] {
        try await world.friends.ask(ben, as: anna)
        try await world.friends.end(with: other, as: ends)
        try await world.friends.ask(ben, as: anna)
        try await world.friends.consent(to: anna, as: ben)
        try await world.friends.end(with: other, as: ends)
        try await #expect(world.friends.companions(in: trip, as: anna).map(\.state) == [.none])
      }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a person without a common trip is not found, as an unknown one`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      _ = try await world.trip(host: anna)
      let trip = try await world.trip(host: ben)
      for person in [ben, try UserID("unknown")] {
        let error = await expectError(.notFound) { try await world.friends.ask(person, as: anna) }
        #expect(error?.message == "user \(person) is unknown; give the identifier of one you may see")
        await expectError(.notFound) { try await world.friends.consent(to: person, as: anna) }
        await expectError(.notFound) { try await world.friends.refuse(person, as: anna) }
        await expectError(.notFound) { try await world.friends.remove(person, as: anna) }
        await expectError(.notFound) { try await world.friends.block(person, as: anna) }
        await expectError(.notFound) { try await world.friends.unblock(person, as: anna) }
      }
      await expectError(.notFound) { _ = try await world.friends.companions(in: trip, as: anna) }
      await expectError(.notFound) { try await world.friends.ask(anna, as: UserID("stranger")) }
      await expectError(.invalidArgument) { try await world.friends.ask(anna, as: anna) }
      await expectError(.invalidArgument) { try await world.friends.block(anna, as: anna) }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `each link is shown to its audience alone`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben, cleo) = (
        try await world.person("anna"), try await world.person("ben"), try await world.person("cleo")
      )
      let trip = try await world.trip(host: anna, ben, cleo)
      let links = LinkAudience.allCases.map {
        UserLink(label: $0.rawValue, address: "https://\($0.rawValue).test", audience: $0)
      }
      try await world.users.patch(UserPatch(links: links), as: anna)
      try await world.friends.ask(anna, as: ben)
      try await world.friends.ask(anna, as: cleo)
      try await world.friends.consent(to: ben, as: anna)
      func labels(_ viewer: UserID) async throws -> [[String]] {
        let people =
          try await world.friends.companions(in: trip, as: viewer) + world.friends.friends(as: viewer)
        return people.filter { $0.user == anna }.map { $0.links.map(\.label) }
      }
      try await #expect(labels(ben) == [["friends", "trip"], ["friends", "trip"]])
      try await #expect(labels(cleo) == [["trip"], []])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `the list has all others on the trip by name, with roles`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben, cleo) = (
        try await world.person("anna"), try await world.person("ben"), try await world.person("cleo")
      )
      let trip = try await world.trip(host: cleo, ben, hosts: [anna])
      let list = try await world.friends.companions(in: trip, as: ben)
      #expect(list.map(\.name) == ["anna", "cleo"])
      #expect(list.map(\.role) == [.host, .host])
      let own = try await world.trip(host: anna)
      try await #expect(world.friends.companions(in: own, as: anna).isEmpty)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `friends, requests and blocks of a user have limits`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      _ = try await world.trip(host: anna, ben)
      try await world.store.write { transaction in
        for number in 0..<Quota.friends.standard {
          try transaction.connection.change(
            "INSERT INTO trips_friends (lesser, greater, asked_by, asked_ms) VALUES ($1, $2, $1, 0)",
            [.text("\(anna)"), .text("other \(number)")])
          try transaction.connection.change(
            "INSERT INTO trips_blocks (person, blocked, since_ms) VALUES ($1, $2, 0)",
            [.text("\(anna)"), .text("other \(number)")])
        }
      }
      await expectError(.limitExceeded) { try await world.friends.ask(ben, as: anna) }
      await expectError(.limitExceeded) { try await world.friends.block(ben, as: anna) }
      try await #expect(world.friends.friends(as: ben).isEmpty)
    }
  }
}
