import HTTPTypes
import SkiAPI
import SkiBase
import SkiPeople
import Testing

@testable import SkiServer

/// The routes of favourites and of preferences for what is near.
@Suite struct FavouriteRouteTests {
  @Test func `favourites are marked, changed, listed and removed by their id in the source`() async throws {
    try await TripsFixture.with { server in
      let (anna, ben) = (try await server.person("Anna"), try await server.person("Ben"))
      try await server.expect(.get, "/v1/favourites", as: anna, gives: 200, #"{"favourites": []}"#)
      let way = "/v1/favourites/way%2F123"
      try await server.expect(.put, way, body: #"{"kind": "run"}"#, as: anna, gives: 204)
      server.clock.advance(seconds: 60)
      try await server.expect(.put, way, body: #"{"kind": "lift"}"#, as: anna, gives: 204)
      try await server.expect(
        .put, "/v1/favourites/H%C3%BCtte", body: #"{"kind": "place"}"#, as: anna, gives: 204)
      try await server.expect(
        .get, "/v1/favourites", as: anna, gives: 200,
        """
        {"favourites": [{"source": "Hütte", "kind": "place", "added": "2023-11-14T22:14:20Z"},
        {"source": "way/123", "kind": "lift", "added": "2023-11-14T22:13:20Z"}]}
        """)
      try await server.expect(.get, "/v1/favourites", as: ben, gives: 200, #"{"favourites": []}"#)
      try await server.expect(.delete, way, as: ben, fails: .notFound)
      try await server.expect(.delete, way, as: anna, gives: 204)
      try await server.expect(.delete, way, as: anna, fails: .notFound)
      let left = try await server.expect(.get, "/v1/favourites", as: anna, gives: 200)
      #expect(left.list("favourites").map { $0.text("source") } == ["Hütte"])
    }
  }

  @Test func `a favourite that is not allowed is not marked`() async throws {
    try await TripsFixture.with { server in
      let anna = try await server.person("Anna")
      for body in ["{}", #"{"kind": "hut"}"#, #"{"kind": 1}"#, #"{"kind": "run", "name": "x"}"#] {
        try await server.expect(.put, "/v1/favourites/a", body: body, as: anna, fails: .invalidArgument)
      }
      let run = #"{"kind": "run"}"#
      try await server.expect(.put, "/v1/favourites/%20", body: run, as: anna, fails: .invalidArgument)
      try await server.expect(.put, "/v1/favourites/%ff", body: run, as: anna, fails: .invalidArgument)
      let long = String(repeating: "x", count: 129)
      try await server.expect(.put, "/v1/favourites/\(long)", body: run, as: anna, fails: .limitExceeded)
      try await server.expect(.put, "/v1/favourites/a", body: run, as: UserID("unknown"), fails: .notFound)
      try await server.expect(.get, "/v1/favourites", as: anna, gives: 200, #"{"favourites": []}"#)
    }
  }

  @Test func `the preferences for what is near are metres or minutes`() async throws {
    try await TripsFixture.with { server in
      let anna = try await server.person("Anna")
      let path = "/v1/me/nearby"
      try await server.expect(.get, path, as: anna, gives: 200, #"{"metres": 1000}"#)
      for body in [#"{"minutes": 15}"#, #"{"metres": 250}"#, #"{"metres": 1234.5}"#] {
        try await server.expect(.put, path, body: body, as: anna, gives: 204)
        try await server.expect(.get, path, as: anna, gives: 200, body)
      }
      for body in [
        "{}", #"{"metres": 500, "minutes": 5}"#, #"{"metres": 249}"#, #"{"metres": 5001}"#,
        #"{"minutes": 0.5}"#, #"{"minutes": 121}"#, #"{"metres": "500"}"#, #"{"feet": 500}"#,
      ] {
        try await server.expect(.put, path, body: body, as: anna, fails: .invalidArgument)
      }
      try await server.expect(.get, path, as: anna, gives: 200, #"{"metres": 1234.5}"#)
      try await server.expect(
        .put, path, body: #"{"metres": 500}"#, as: UserID("unknown"), fails: .notFound)
    }
  }
}
