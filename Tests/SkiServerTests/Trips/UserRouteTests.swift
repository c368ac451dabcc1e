import HTTPTypes
import SkiAPI
import SkiBase
import SkiPeople
import Testing

@testable import SkiServer

/// The routes under `/v1/me`, but for favourites and notices.
@Suite struct UserRouteTests {
  private let standard =
    #"{"ability": "intermediate", "board": false, "ungraded": "estimate", "avoid": [], "allow": []}"#

  private func document(
    _ user: UserID, _ name: String, links: String = "[]", skier: String? = nil
  ) -> String {
    """
    {"id": "\(user)", "name": "\(name)", "links": \(links), "skier": \(skier ?? standard),
    "created": "2023-11-14T22:13:20Z"}
    """
  }

  @Test func `a user sees themselves`() async throws {
    try await TripsFixture.with { server in
      let anna = try await server.person("Anna")
      try await server.expect(.get, "/v1/me", as: anna, gives: 200, document(anna, "Anna"))
      try await server.expect(.get, "/v1/me", as: UserID("unknown"), fails: .notFound)
    }
  }

  @Test func `members that are sent change, others stay`() async throws {
    try await TripsFixture.with { server in
      let anna = try await server.person("Anna")
      try await server.expect(.patch, "/v1/me", body: "{}", as: anna, gives: 200, document(anna, "Anna"))
      try await server.expect(
        .patch, "/v1/me", body: #"{"name": "Änna <b>"}"#, as: anna, gives: 200, document(anna, "Änna <b>"))
      let links =
        #"[{"label": "Page", "address": "https://anna.test", "audience": "friends"}, "#
        + #"{"label": "Chat", "address": "https://chat.test/anna", "audience": "owner"}]"#
      try await server.expect(
        .patch, "/v1/me", body: "{\"links\": \(links)}", as: anna, gives: 200,
        document(anna, "Änna <b>", links: links))
      let skier =
        #"{"ability": "expert", "board": true, "maxDifficulty": "red", "ungraded": "refuse", "#
        + #""avoid": ["moguls"], "allow": ["freeride"]}"#
      try await server.expect(
        .patch, "/v1/me", body: "{\"skier\": \(skier), \"name\": null}", as: anna, gives: 200,
        document(anna, "Änna <b>", links: links, skier: skier))
      try await server.expect(
        .patch, "/v1/me", body: #"{"links": [], "skier": {}}"#, as: anna, gives: 200,
        document(anna, "Änna <b>"))
      try await server.expect(.get, "/v1/me", as: anna, gives: 200, document(anna, "Änna <b>"))
    }
  }

  @Test func `a value that is not allowed changes nothing`() async throws {
    try await TripsFixture.with { server in
      let anna = try await server.person("Anna")
      func link(_ members: String) -> String { "{\"name\": \"Ben\", \"links\": [{\(members)}]}" }
      for body in [
        #"{"name": " "}"#, #"{"name": 5}"#, #"{"name": "a\u0000b"}"#, #"{"links": {}}"#, #"{"links": [1]}"#,
        link(#""label": "x", "address": "http://x.test", "audience": "trip""#),
        link(#""label": "x", "address": "https://x.test", "audience": "all""#),
        link(#""label": "x", "address": "https://x.test""#),
        link(#""label": "x", "address": "https://x.test", "audience": "trip", "surprise": 1"#),
        #"{"name": "Ben", "skier": {"ability": "super"}}"#, #"{"skier": {"board": "yes"}}"#,
        #"{"skier": {"maxDifficulty": "pink"}}"#, #"{"skier": {"surprise": 1}}"#, #"{"surprise": 1}"#,
      ] {
        try await server.expect(.patch, "/v1/me", body: body, as: anna, fails: .invalidArgument)
      }
      let long = String(repeating: "x", count: 81)
      let detail = try await server.expect(
        .patch, "/v1/me", body: "{\"name\": \"\(long)\"}", as: anna, fails: .limitExceeded)
      #expect(detail == "name of the user has 81 characters; give at most 80")
      let many = Array(
        repeating: #"{"label": "x", "address": "https://x.test", "audience": "trip"}"#, count: 11
      ).joined(separator: ",")
      try await server.expect(
        .patch, "/v1/me", body: "{\"links\": [\(many)]}", as: anna, fails: .limitExceeded)
      try await server.expect(.get, "/v1/me", as: anna, gives: 200, document(anna, "Anna"))
      try await server.expect(.patch, "/v1/me", body: "{}", as: UserID("unknown"), fails: .notFound)
    }
  }

  @Test func `a removed user is gone, once`() async throws {
    try await TripsFixture.with { server in
      let (anna, ben) = (try await server.person("Anna"), try await server.person("Ben"))
      let trip = try await server.trip(host: ben, anna)
      try await server.expect(.delete, "/v1/me", as: anna, gives: 204)
      try await server.expect(.delete, "/v1/me", as: anna, fails: .notFound)
      try await server.expect(.get, "/v1/me", as: anna, fails: .notFound)
      let left = try await server.expect(.get, "/v1/trips/\(trip)/members", as: ben, gives: 200)
      #expect(left.list("members").map { $0.text("name") } == ["Ben"])
    }
  }

  @Test func `an export is a document of all that is stored, which no cache keeps`() async throws {
    try await TripsFixture.with { server in
      let anna = try await server.person("Anna")
      let trip = try await server.trip(host: anna)
      let response = try await server.response(.get, "/v1/me/export", as: anna)
      #expect(response.status == 200)
      #expect(response.headers[.contentType] == "application/json")
      #expect(response.headers[.cacheControl] == "no-store")
      let export = try await server.services.users.export(as: anna)
      #expect(response.bytes == export)
      let document = try JSONTree.read(response.bytes, doubts: .refused)
      #expect(document.member("user")?.text("name") == "Anna")
      #expect(String(decoding: response.bytes, as: UTF8.self).contains(trip.rawValue))
      try await server.expect(.get, "/v1/me/export", as: UserID("unknown"), fails: .notFound)
    }
  }

  @Test func `all sessions of a user end, those of others stay`() async throws {
    try await TripsFixture.with { server in
      func logIn(_ name: String) async throws -> (user: UserID, refresh: String) {
        let tokens = try await server.expect(
          .post, "/v1/login/development", body: "{\"name\": \"\(name)\"}", gives: 200)
        let (user, refresh) = (try #require(tokens.text("user")), try #require(tokens.text("refresh")))
        return (try UserID(user), #"{"refresh": "\#(refresh)"}"#)
      }
      let (phone, desk, ben) = (try await logIn("Anna"), try await logIn("Anna"), try await logIn("Ben"))
      try await server.expect(.delete, "/v1/me/sessions", as: phone.user, gives: 204)
      for session in [phone, desk] {
        try await server.expect(.post, "/v1/login/refresh", body: session.refresh, fails: .notPermitted)
      }
      try await server.expect(.post, "/v1/login/refresh", body: ben.refresh, gives: 200)
    }
  }
}
