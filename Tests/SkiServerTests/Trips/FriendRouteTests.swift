import HTTPTypes
import SkiAPI
import SkiBase
import SkiPeople
import Testing

@testable import SkiServer

/// The routes of friends and blocks.
@Suite struct FriendRouteTests {
  /// Anna and Ben on one trip, and a stranger.
  ///
  /// A class, since the compiler (6.3.1) crashes where it splits functions that hold the values beside calls.
  private final class World {
    let anna: UserID
    let ben: UserID
    let stranger: UserID
    let server: TripsFixture

    init(_ server: TripsFixture) async throws {
      self.server = server
      (anna, ben) = (try await server.person("Anna"), try await server.person("Ben"))
      stranger = try await server.person("Cleo")
      _ = try await server.trip(host: anna, ben)
    }

    /// Records a failure unless both see the states, from their sides; an empty text for no entry.
    func expectStates(
      _ anna: String, _ ben: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
      for (user, other, name, state) in [
        (self.anna, self.ben, "Ben", anna), (self.ben, self.anna, "Anna", ben),
      ] {
        let entry =
          state.isEmpty
          ? "" : #"{"user": "\#(other)", "name": "\#(name)", "state": "\#(state)", "links": []}"#
        try await server.expect(
          .get, "/v1/friends", as: user, gives: 200, "{\"people\": [\(entry)]}",
          sourceLocation: sourceLocation)
      }
    }
  }

  @Test func `a request is shown on both sides`() async throws {
    try await TripsFixture.with { server in
      let world = try await World(server)
      try await world.expectStates("", "")
      let path = "/v1/friends/\(world.ben)"
      try await server.expect(.post, path, body: "{}", as: world.anna, gives: 200, #"{"state": "asked"}"#)
      try await server.expect(.post, path, body: "{}", as: world.anna, gives: 200, #"{"state": "asked"}"#)
      try await world.expectStates("asked", "asking")
    }
  }

  @Test func `a consent makes friends, once and to a request alone`() async throws {
    try await TripsFixture.with { server in
      let world = try await World(server)
      let (toBen, toAnna) = ("/v1/friends/\(world.ben)", "/v1/friends/\(world.anna)")
      try await server.expect(.post, toBen, body: "{}", as: world.anna, gives: 200)
      try await server.expect(.put, toBen, body: "{}", as: world.anna, fails: .notFound)
      try await server.expect(.put, toAnna, body: "{}", as: world.ben, gives: 204)
      try await server.expect(.put, toAnna, body: "{}", as: world.ben, fails: .notFound)
      try await world.expectStates("friend", "friend")
    }
  }

  @Test func `one request ends a friendship, and the requests of both sides`() async throws {
    try await TripsFixture.with { server in
      let world = try await World(server)
      let (toBen, toAnna) = ("/v1/friends/\(world.ben)", "/v1/friends/\(world.anna)")
      for (path, user) in [(toBen, world.anna), (toAnna, world.ben)] {
        try await server.expect(.delete, path, as: user, fails: .notFound)
        try await server.expect(.post, toBen, body: "{}", as: world.anna, gives: 200)
        try await server.expect(.delete, path, as: user, gives: 204)
        try await world.expectStates("", "")
        try await server.expect(.post, toBen, body: "{}", as: world.anna, gives: 200)
        try await server.expect(.put, toAnna, body: "{}", as: world.ben, gives: 204)
        try await server.expect(.delete, path, as: user, gives: 204)
        try await world.expectStates("", "")
      }
    }
  }

  @Test func `a person of whom one may not know is not found, as an unknown one`() async throws {
    try await TripsFixture.with { server in
      let world = try await World(server)
      for person in [world.stranger.rawValue, "unknown"] {
        let path = "/v1/friends/\(person)"
        let detail = try await server.expect(.post, path, body: "{}", as: world.anna, fails: .notFound)
        #expect(detail == "user \(person) is unknown; give the identifier of one you may see")
        try await server.expect(.put, path, body: "{}", as: world.anna, fails: .notFound)
        try await server.expect(.delete, path, as: world.anna, fails: .notFound)
        try await server.expect(.put, "/v1/blocks/\(person)", body: "{}", as: world.anna, fails: .notFound)
        try await server.expect(.delete, "/v1/blocks/\(person)", as: world.anna, fails: .notFound)
      }
      let anna = world.anna
      try await server.expect(.post, "/v1/friends/\(anna)", body: "{}", as: anna, fails: .invalidArgument)
      try await server.expect(.delete, "/v1/friends/\(anna)", as: anna, fails: .invalidArgument)
      try await server.expect(.put, "/v1/blocks/\(anna)", body: "{}", as: anna, fails: .invalidArgument)
    }
  }

  @Test func `a block hides both from each other until it ends`() async throws {
    try await TripsFixture.with { server in
      let world = try await World(server)
      let (toBen, toAnna) = ("/v1/friends/\(world.ben)", "/v1/friends/\(world.anna)")
      try await server.expect(.post, toBen, body: "{}", as: world.anna, gives: 200)
      try await server.expect(.put, "/v1/blocks/\(world.ben)", body: "{}", as: world.anna, gives: 204)
      try await server.expect(
        .get, "/v1/blocks", as: world.anna, gives: 200,
        #"{"people": [{"user": "\#(world.ben)", "name": "Ben", "since": "2023-11-14T22:13:20Z"}]}"#)
      try await server.expect(.get, "/v1/blocks", as: world.ben, gives: 200, #"{"people": []}"#)
      try await world.expectStates("", "")
      for (path, user) in [(toBen, world.anna), (toAnna, world.ben)] {
        try await server.expect(.post, path, body: "{}", as: user, fails: .notFound)
      }
      try await server.expect(.put, "/v1/blocks/\(world.ben)", body: "{}", as: world.anna, fails: .notFound)
      try await server.expect(.delete, "/v1/blocks/\(world.ben)", as: world.anna, gives: 204)
      try await server.expect(.delete, "/v1/blocks/\(world.ben)", as: world.anna, fails: .notFound)
      try await server.expect(.post, toBen, body: "{}", as: world.anna, gives: 200)
    }
  }
}
