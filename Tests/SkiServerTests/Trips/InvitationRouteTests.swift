import HTTPTypes
import SkiAPI
import SkiBase
import SkiPeople
import Testing

@testable import SkiServer

/// The routes of invitations.
@Suite struct InvitationRouteTests {
  private let draft = #"{"role": "traveller", "uses": 1, "expires": "2023-11-15T22:13:20Z"}"#

  /// Returns the document of an invitation.
  private func document(
    _ id: String, to trip: TripID, by host: UserID, role: String = "traveller", uses: Int = 1
  ) -> String {
    """
    {"id": "\(id)", "trip": "\(trip)", "role": "\(role)", "madeBy": "\(host)", "expires": "2023-11-15T22:13:20Z",
    "usesLeft": \(uses)}
    """
  }

  /// Makes an invitation; returns its identifier, and the body with its secret.
  private func invite(
    _ server: TripsFixture, to trip: TripID, by host: UserID, _ draft: String? = nil
  ) async throws -> (id: String, secret: String) {
    let made = try await server.expect(
      .post, "/v1/trips/\(trip)/invitations", body: draft ?? self.draft, as: host, gives: 201)
    let (id, secret) = (try #require(made.text("id")), try #require(made.text("secret")))
    return (id, #"{"secret": "\#(secret)"}"#)
  }

  @Test func `hosts make, list and revoke invitations, whose secret is shown once`() async throws {
    try await TripsFixture.with { server in
      let anna = try await server.person("Anna")
      let trip = try await server.trip(host: anna)
      let path = "/v1/trips/\(trip)/invitations"
      let response = try await server.response(.post, path, bytes: Array(draft.utf8), as: anna)
      #expect(response.status == 201)
      #expect(response.headers[.cacheControl] == "no-store")
      var made = try JSONTree.read(response.bytes, doubts: .refused)
      let (id, secret) = (try #require(made.text("id")), try #require(made.text("secret")))
      #expect(secret.utf8.count == 32)
      guard case .object(var members) = made else { return }
      members["secret"] = nil
      made = .object(members)
      let document = document(id, to: trip, by: anna)
      let expected = try JSONTree.read(Array(document.utf8), doubts: .refused)
      #expect(made == expected)
      try await server.expect(.get, path, as: anna, gives: 200, "{\"invitations\": [\(document)]}")
      try await server.expect(.delete, "/v1/invitations/\(id)", as: anna, gives: 204)
      try await server.expect(.delete, "/v1/invitations/\(id)", as: anna, fails: .notFound)
      try await server.expect(.get, path, as: anna, gives: 200, #"{"invitations": []}"#)
    }
  }

  @Test func `invitations are the hosts' alone`() async throws {
    try await TripsFixture.with { server in
      let (anna, ben) = (try await server.person("Anna"), try await server.person("Ben"))
      let stranger = try await server.person("Cleo")
      let trip = try await server.trip(host: anna, ben)
      let path = "/v1/trips/\(trip)/invitations"
      let made = try await invite(server, to: trip, by: anna)
      for (user, code) in [(ben, SkiError.Code.notPermitted), (stranger, SkiError.Code.notFound)] {
        try await server.expect(.get, path, as: user, fails: code)
        try await server.expect(.post, path, body: draft, as: user, fails: code)
        try await server.expect(.delete, "/v1/invitations/\(made.id)", as: user, fails: code)
      }
      try await server.expect(.delete, "/v1/invitations/unknown", as: anna, fails: .notFound)
      try await server.expect(.post, "/v1/trips/unknown/invitations", body: draft, as: anna, fails: .notFound)
      try await server.expect(.post, "/v1/invitations/preview", body: made.secret, as: stranger, gives: 200)
    }
  }

  @Test func `an invitation that is not allowed is not made`() async throws {
    try await TripsFixture.with { server in
      let anna = try await server.person("Anna")
      let trip = try await server.trip(host: anna)
      let path = "/v1/trips/\(trip)/invitations"
      for (old, new) in [
        (#""uses": 1, "#, ""), (#""uses": 1"#, #""uses": 0"#), (#""uses": 1"#, #""uses": 1001"#),
        (#""uses": 1"#, #""uses": 1.5"#), (#""traveller""#, #""guest""#), ("2023-11-15", "2023-11-14"),
        ("2023-11-15", "2023-11-22"), ("2023-11-15T22:13:20Z", "soon"), ("expires", "surprise"),
      ] {
        let body = draft.replacing(old, with: new)
        #expect(body != draft)
        try await server.expect(.post, path, body: body, as: anna, fails: .invalidArgument)
      }
      try await server.expect(.get, path, as: anna, gives: 200, #"{"invitations": []}"#)
      try await server.services.trips.end(trip, as: anna)
      try await server.expect(.post, path, body: draft, as: anna, fails: .conflict)
    }
  }

  @Test func `the holder of a link sees the trip before joining`() async throws {
    try await TripsFixture.with { server in
      let (anna, ben) = (try await server.person("Anna"), try await server.person("Ben"))
      let trip = try await server.trip(host: anna)
      let made = try await invite(
        server, to: trip, by: anna, draft.replacing("traveller", with: "host"))
      for (user, isMember) in [(ben, false), (anna, true)] {
        try await server.expect(
          .post, "/v1/invitations/preview", body: made.secret, as: user, gives: 200,
          "{\"trip\": \(TripsFixture.document(of: trip)), \"role\": \"host\", \"isMember\": \(isMember)}")
      }
      let list = try await server.expect(.get, "/v1/trips/\(trip)/invitations", as: anna, gives: 200)
      #expect(list.list("invitations").first?.member("usesLeft") == .number("1"))
    }
  }

  @Test func `a link admits as many people as it has uses`() async throws {
    try await TripsFixture.with { server in
      let (anna, ben) = (try await server.person("Anna"), try await server.person("Ben"))
      let cleo = try await server.person("Cleo")
      let trip = try await server.trip(host: anna)
      let made = try await invite(server, to: trip, by: anna)
      for _ in 0..<2 {
        try await server.expect(
          .post, "/v1/invitations/join", body: made.secret, as: ben, gives: 200,
          TripsFixture.document(of: trip))
      }
      for action in ["preview", "join"] {
        try await server.expect(
          .post, "/v1/invitations/\(action)", body: made.secret, as: cleo, fails: .notFound)
      }
      let members = try await server.expect(.get, "/v1/trips/\(trip)/members", as: ben, gives: 200)
      #expect(members.list("members").count == 2)
    }
  }

  @Test(arguments: ["preview", "join"])
  func `a link that admits no one is not found, for any reason`(action: String) async throws {
    try await TripsFixture.with { server in
      let (anna, ben) = (try await server.person("Anna"), try await server.person("Ben"))
      let trip = try await server.trip(host: anna, ben)
      let path = "/v1/invitations/\(action)"
      let cleo = try await server.person("Cleo")
      let revoked = try await invite(server, to: trip, by: anna)
      try await server.expect(.delete, "/v1/invitations/\(revoked.id)", as: anna, gives: 204)
      let open = try await invite(server, to: trip, by: anna)
      try await server.expect(.delete, "/v1/trips/\(trip)/members/\(ben)", as: anna, gives: 204)
      let unknown = #"{"secret": "0123456789abcdef0123456789abcdef"}"#
      var details = [
        try await server.expect(.post, path, body: unknown, as: cleo, fails: .notFound),
        try await server.expect(.post, path, body: revoked.secret, as: cleo, fails: .notFound),
        try await server.expect(.post, path, body: open.secret, as: ben, fails: .notFound),
      ]
      server.clock.advance(seconds: 86_400)
      details.append(try await server.expect(.post, path, body: open.secret, as: cleo, fails: .notFound))
      #expect(Set(details).count == 1)
      for body in ["{}", #"{"secret": 1}"#, #"{"secret": "short"}"#, #"{"link": "x"}"#] {
        try await server.expect(.post, path, body: body, as: cleo, fails: .invalidArgument)
      }
    }
  }
}
