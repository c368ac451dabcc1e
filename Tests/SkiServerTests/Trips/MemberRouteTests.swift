import HTTPTypes
import SkiAPI
import SkiBase
import SkiPeople
import Testing

@testable import SkiServer

/// The routes of members and companions.
@Suite struct MemberRouteTests {
  /// A trip of Anna, its host, and Ben, and a stranger.
  private struct World {
    var anna: UserID
    var ben: UserID
    var stranger: UserID
    var trip: TripID

    init(_ server: TripsFixture) async throws {
      (anna, ben) = (try await server.person("Anna"), try await server.person("Ben"))
      stranger = try await server.person("Cleo")
      trip = try await server.trip(host: anna)
      server.clock.advance(seconds: 60)
      let link = try await server.services.trips.invite(
        to: trip, uses: 1, expires: server.clock.now.advanced(bySeconds: 3600), by: anna)
      try await server.services.trips.join(link.secret, as: ben)
    }

    var path: String { "/v1/trips/\(trip)/members" }

    /// The document of the members, with the roles of both.
    func members(_ anna: String = "host", _ ben: String = "traveller") -> String {
      """
      {"members": [
      {"user": "\(self.anna)", "name": "Anna", "role": "\(anna)", "joined": "2023-11-14T22:13:20Z", "isNamedAsHost": false},
      {"user": "\(self.ben)", "name": "Ben", "role": "\(ben)", "joined": "2023-11-14T22:14:20Z", "isNamedAsHost": false}]}
      """
    }
  }

  @Test func `members see each other`() async throws {
    try await TripsFixture.with { server in
      let world = try await World(server)
      for user in [world.anna, world.ben] {
        try await server.expect(.get, world.path, as: user, gives: 200, world.members())
      }
      try await server.expect(.get, world.path, as: world.stranger, fails: .notFound)
      try await server.expect(.get, "/v1/trips/unknown/members", as: world.anna, fails: .notFound)
    }
  }

  @Test func `companions are the others, with the links and the state shown to the user`() async throws {
    try await TripsFixture.with { server in
      let world = try await World(server)
      let path = "/v1/trips/\(world.trip)/companions"
      try await server.services.users.patch(
        UserPatch(links: [UserLink(label: "Page", address: "https://ben.test", audience: .trip)]),
        as: world.ben)
      try await server.services.friends.ask(world.anna, as: world.ben)
      try await server.expect(
        .get, path, as: world.anna, gives: 200,
        """
        {"people": [{"user": "\(world.ben)", "name": "Ben", "role": "traveller", "state": "asking",
        "links": [{"label": "Page", "address": "https://ben.test"}]}]}
        """)
      try await server.expect(
        .get, path, as: world.ben, gives: 200,
        """
        {"people": [{"user": "\(world.anna)", "name": "Anna", "role": "host", "state": "asked", "links": []}]}
        """)
      try await server.expect(.get, path, as: world.stranger, fails: .notFound)
      try await server.services.friends.block(world.anna, as: world.ben)
      try await server.expect(.get, path, as: world.anna, gives: 200, #"{"people": []}"#)
    }
  }

  @Test func `a traveller leaves, the last host can't`() async throws {
    try await TripsFixture.with { server in
      let world = try await World(server)
      try await server.expect(.delete, world.path + "/me", as: world.stranger, fails: .notFound)
      try await server.expect(.delete, world.path + "/me", as: world.anna, fails: .conflict)
      try await server.expect(.delete, world.path + "/me", as: world.ben, gives: 204)
      try await server.expect(.delete, world.path + "/me", as: world.ben, fails: .notFound)
      try await server.expect(.get, "/v1/trips/\(world.trip)", as: world.ben, fails: .notFound)
    }
  }

  @Test func `hosts give roles`() async throws {
    try await TripsFixture.with { server in
      let world = try await World(server)
      let path = "\(world.path)/\(world.ben)"
      let host = #"{"role": "host"}"#
      try await server.expect(.patch, path, body: host, as: world.ben, fails: .notPermitted)
      try await server.expect(.patch, path, body: host, as: world.stranger, fails: .notFound)
      for person in ["unknown", world.stranger.rawValue] {
        try await server.expect(
          .patch, "\(world.path)/\(person)", body: host, as: world.anna, fails: .notFound)
      }
      for body in ["{}", #"{"role": "guest"}"#, #"{"role": 1}"#, #"{"role": "host", "name": "x"}"#] {
        try await server.expect(.patch, path, body: body, as: world.anna, fails: .invalidArgument)
      }
      try await server.expect(.get, world.path, as: world.ben, gives: 200, world.members())
      let traveller = #"{"role": "traveller"}"#
      let own = "\(world.path)/\(world.anna)"
      try await server.expect(.patch, own, body: traveller, as: world.anna, fails: .conflict)
      try await server.expect(.patch, path, body: host, as: world.anna, gives: 204)
      try await server.expect(.patch, own, body: traveller, as: world.anna, gives: 204)
      try await server.expect(
        .get, world.path, as: world.anna, gives: 200, world.members("traveller", "host"))
    }
  }

  @Test func `hosts remove others`() async throws {
    try await TripsFixture.with { server in
      let world = try await World(server)
      let path = "\(world.path)/\(world.ben)"
      try await server.expect(.delete, "\(world.path)/\(world.anna)", as: world.ben, fails: .notPermitted)
      try await server.expect(.delete, path, as: world.stranger, fails: .notFound)
      try await server.expect(
        .delete, "\(world.path)/\(world.anna)", as: world.anna, fails: .invalidArgument)
      try await server.expect(
        .delete, "\(world.path)/\(world.stranger)", as: world.anna, fails: .notFound)
      try await server.expect(.delete, path, as: world.anna, gives: 204)
      try await server.expect(.delete, path, as: world.anna, fails: .notFound)
      try await server.expect(.get, world.path, as: world.ben, fails: .notFound)
    }
  }
}
