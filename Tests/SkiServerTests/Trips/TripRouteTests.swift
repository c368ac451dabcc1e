import HTTPTypes
import SkiAPI
import SkiBase
import SkiPeople
import Testing

@testable import SkiServer

/// The routes under `/v1/trips` for the trips themselves.
@Suite struct TripRouteTests {
  private let draft = #"""
    {"name": "Ski week", "zone": "Europe/Zurich", "areas": ["area-1"], "from": "2023-11-14T22:13:20Z",
    "until": "2023-11-21T22:13:20Z"}
    """#

  private func own(_ trip: TripID, role: String = "host", isChosen: Bool = false) -> String {
    """
    {"trip": \(TripsFixture.document(of: trip)), "role": "\(role)", "joined": "2023-11-14T22:13:20Z",
    "isChosen": \(isChosen)}
    """
  }

  @Test func `a trip is created, listed and seen by its members alone`() async throws {
    try await TripsFixture.with { server in
      let (anna, ben) = (try await server.person("Anna"), try await server.person("Ben"))
      try await server.expect(.get, "/v1/trips", as: anna, gives: 200, #"{"trips": []}"#)
      let made = try await server.expect(.post, "/v1/trips", body: draft, as: anna, gives: 201)
      let trip = try TripID(try #require(made.text("id")))
      let document = TripsFixture.document(of: trip)
      try await server.expect(.get, "/v1/trips/\(trip)", as: anna, gives: 200, document)
      try await server.expect(.get, "/v1/trips", as: anna, gives: 200, "{\"trips\": [\(own(trip))]}")
      let expected = try JSONTree.read(Array(document.utf8), doubts: .refused)
      #expect(made.withoutNulls == expected)
      let foreign = try await server.expect(.get, "/v1/trips/\(trip)", as: ben, fails: .notFound)
      #expect(foreign == "trip \(trip) is unknown; give the identifier of one you may see")
      try await server.expect(.get, "/v1/trips/unknown", as: anna, fails: .notFound)
      try await server.expect(.get, "/v1/trips", as: ben, gives: 200, #"{"trips": []}"#)
    }
  }

  @Test func `a draft that is not allowed creates nothing`() async throws {
    try await TripsFixture.with { server in
      let anna = try await server.person("Anna")
      for (old, new) in [
        (#""name": "Ski week", "#, ""), ("Ski week", " "), (#""Ski week""#, "7"), ("Europe/Zurich", "Mars"),
        ("2023-11-21T22:13:20Z", "2023-11-14T22:13:20Z"), ("2023-11-21T22:13:20Z", "2023-11-13T22:13:20Z"),
        ("2023-11-21T22:13:20Z", "tomorrow"), (#"["area-1"]"#, #""area-1""#), (#"["area-1"]"#, #"[""]"#),
        ("areas", "surprise"),
      ] {
        let body = draft.replacing(old, with: new)
        #expect(body != draft)
        try await server.expect(.post, "/v1/trips", body: body, as: anna, fails: .invalidArgument)
      }
      let past = draft.replacing("2023-11-14", with: "2023-11-01").replacing("2023-11-21", with: "2023-11-02")
      let detail = try await server.expect(.post, "/v1/trips", body: past, as: anna, fails: .invalidArgument)
      #expect(detail.contains("is past"))
      let areas = (0..<21).map { "\"area-\($0)\"" }.joined(separator: ",")
      for (old, new) in [
        ("Ski week", String(repeating: "x", count: 81)), ("2023-11-21", "2025-11-21"),
        (#""area-1""#, areas),
      ] {
        try await server.expect(
          .post, "/v1/trips", body: draft.replacing(old, with: new), as: anna, fails: .limitExceeded)
      }
      try await server.expect(.post, "/v1/trips", body: draft, as: UserID("unknown"), fails: .notFound)
      try await server.expect(.get, "/v1/trips", as: anna, gives: 200, #"{"trips": []}"#)
    }
  }

  @Test func `the present trip is chosen among one's own`() async throws {
    try await TripsFixture.with { server in
      let (anna, ben) = (try await server.person("Anna"), try await server.person("Ben"))
      let (trip, foreign) = (try await server.trip(host: anna), try await server.trip(host: ben))
      let chosen = "{\"trips\": [\(own(trip, isChosen: true))]}"
      let none = "{\"trips\": [\(own(trip))]}"
      for (body, list) in [("{\"trip\": \"\(trip)\"}", chosen), (#"{"trip": null}"#, none)] {
        try await server.expect(.put, "/v1/trips/chosen", body: body, as: anna, gives: 204)
        try await server.expect(.get, "/v1/trips", as: anna, gives: 200, list)
      }
      for other in [foreign.rawValue, "unknown"] {
        try await server.expect(
          .put, "/v1/trips/chosen", body: "{\"trip\": \"\(other)\"}", as: anna, fails: .notFound)
      }
      for body in [#"{"trip": 7}"#, #"{"trip": ""}"#] {
        try await server.expect(.put, "/v1/trips/chosen", body: body, as: anna, fails: .invalidArgument)
      }
      try await server.services.trips.end(trip, as: anna)
      try await server.expect(
        .put, "/v1/trips/chosen", body: "{\"trip\": \"\(trip)\"}", as: anna, fails: .conflict)
    }
  }

  @Test func `hosts change a trip; members that are absent stay`() async throws {
    try await TripsFixture.with { server in
      let (anna, ben) = (try await server.person("Anna"), try await server.person("Ben"))
      let trip = try await server.trip(host: anna, ben)
      let path = "/v1/trips/\(trip)"
      try await server.expect(.patch, path, body: "{}", as: anna, gives: 200, TripsFixture.document(of: trip))
      try await server.expect(
        .patch, path, body: #"{"name": "Week 7"}"#, as: anna, gives: 200,
        TripsFixture.document(of: trip, name: "Week 7"))
      let all = #"""
        {"name": "Spring", "zone": "Europe/Paris", "areas": ["a", "b"], "from": "2023-11-15T07:00:00Z",
        "until": "2023-11-16T07:00:00Z"}
        """#
      let changed = try await server.expect(.patch, path, body: all, as: anna, gives: 200)
      let expected = all.replacing(
        "{\"name\"", with: "{\"id\": \"\(trip)\", \"created\": \"2023-11-14T22:13:20Z\", \"name\"")
      let tree = try JSONTree.read(Array(expected.utf8), doubts: .refused)
      #expect(changed.withoutNulls == tree)
      for body in [
        #"{"zone": "Mars"}"#, #"{"name": ""}"#, #"{"until": "2023-11-01T00:00:00Z"}"#, #"{"ended": true}"#,
      ] {
        try await server.expect(.patch, path, body: body, as: anna, fails: .invalidArgument)
      }
      try await server.expect(.patch, path, body: #"{"name": "Mine"}"#, as: ben, fails: .notPermitted)
      try await server.expect(
        .patch, path, body: #"{"name": "Mine"}"#, as: UserID("stranger"), fails: .notFound)
      let kept = try await server.expect(.get, path, as: ben, gives: 200)
      #expect(kept == changed)
    }
  }

  @Test func `hosts end a trip, once; its members may still see it`() async throws {
    try await TripsFixture.with { server in
      let (anna, ben) = (try await server.person("Anna"), try await server.person("Ben"))
      let trip = try await server.trip(host: anna, ben)
      let path = "/v1/trips/\(trip)/end"
      try await server.expect(.post, path, body: "{}", as: ben, fails: .notPermitted)
      try await server.expect(.post, path, body: "{}", as: UserID("stranger"), fails: .notFound)
      try await server.expect(.post, "/v1/trips/unknown/end", body: "{}", as: anna, fails: .notFound)
      server.clock.advance(seconds: 60)
      try await server.expect(.post, path, body: "{}", as: anna, gives: 204)
      try await server.expect(.post, path, body: "{}", as: anna, fails: .conflict)
      try await server.expect(
        .patch, "/v1/trips/\(trip)", body: #"{"name": "x"}"#, as: anna, fails: .conflict)
      try await server.expect(
        .get, "/v1/trips/\(trip)", as: ben, gives: 200,
        TripsFixture.document(of: trip, ended: "2023-11-14T22:14:20Z"))
    }
  }

  @Test func `a text that can't be an identifier is refused`() async throws {
    try await TripsFixture.with { server in
      let anna = try await server.person("Anna")
      for text in [String(repeating: "x", count: 129), "a%00b"] {
        try await server.expect(.get, "/v1/trips/\(text)", as: anna, fails: .invalidArgument)
      }
    }
  }
}
