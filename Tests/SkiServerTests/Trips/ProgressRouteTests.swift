import HTTPTypes
import SkiBase
import Testing

@testable import SkiAPI
@testable import SkiPeople
@testable import SkiServer

/// The route by which those who come to an event tell of their way.
@Suite struct ProgressRouteTests {
  private static let environment = EventEnvironment(follower: NoticeProducers.events)

  /// Creates an event of an hour, an hour after the beginning of a trip, and returns its identifier.
  private func event(_ server: TripsFixture, in trip: TripID, as user: UserID) async throws -> String {
    let event = try await server.expect(
      .post, "/v1/trips/\(trip)/events",
      body:
        #"{"name":"Lunch","start":"2023-11-14T23:13:20Z","end":"2023-11-15T00:13:20Z","audience":"trip"}"#,
      as: user, gives: 201)
    return try #require(event.text("id"))
  }

  /// Returns the kinds of a user's notices of the way of others, in ascending order.
  private func kinds(_ server: TripsFixture, _ user: UserID) async throws -> [String] {
    let page = try await server.expect(.get, "/v1/notices", as: user, gives: 200)
    return page.list("notices").compactMap { $0.text("kind") }
      .filter { ["arrived", "offRoute"].contains($0) }.sorted()
  }

  @Test func `an arrival reaches those who may see where the person is`() async throws {
    try await TripsFixture.with(events: Self.environment) { server in
      let (anna, ben, cleo) = (
        try await server.person("Anna"), try await server.person("Ben"), try await server.person("Cleo")
      )
      let trip = try await server.trip(host: anna, ben, cleo)
      let id = try await event(server, in: trip, as: anna)
      for guest in [ben, cleo] {
        try await server.expect(
          .put, "/v1/events/\(id)/rsvp", body: #"{"answer":"yes"}"#, as: guest, gives: 200)
      }
      let grant = ShareGrant(
        owner: ben, trip: trip, audience: .people([anna]), precision: .exact, from: server.clock.now,
        until: server.clock.now.advanced(bySeconds: 3600), onlyInsideSkiArea: false)
      _ = try await SharingStorage.sql(server.store.environment.driver).store.insert(grant)
      for (person, word) in [(ben, "arrived"), (ben, "offRoute"), (ben, "arrived"), (cleo, "arrived")] {
        let found = try await server.response(
          .post, "/v1/events/\(id)/progress", bytes: Array(#"{"progress":"\#(word)"}"#.utf8), as: person)
        #expect(found.status == 204 && found.bytes.isEmpty)
      }
      try await #expect(kinds(server, anna) == ["arrived", "offRoute"])
      for person in [ben, cleo] { try await #expect(kinds(server, person).isEmpty) }
      let page = try await server.expect(.get, "/v1/notices", as: anna, gives: 200)
      let notice = try #require(page.list("notices").first { $0.text("kind") == "arrived" })
      #expect(notice.text("actor") == ben.rawValue)
      #expect(notice.text("event") == id)
    }
  }

  @Test func `progress that is not allowed is refused`() async throws {
    try await TripsFixture.with(events: Self.environment) { server in
      let (anna, ben, stranger) = (
        try await server.person("Anna"), try await server.person("Ben"), try await server.person("Cleo")
      )
      let trip = try await server.trip(host: anna, ben)
      let path = "/v1/events/" + (try await event(server, in: trip, as: anna)) + "/progress"
      let refused: [(String, SkiError.Code)] = [
        ("{}", .invalidArgument), ("[]", .malformedData), (#"{"progress":"lost"}"#, .invalidArgument),
        (#"{"progress":true}"#, .invalidArgument), (#"{"progress":null}"#, .invalidArgument),
        (#"{"progress":"arrived","place":"here"}"#, .invalidArgument),
      ]
      for (text, code) in refused { try await server.expect(.post, path, body: text, as: anna, fails: code) }
      let body = #"{"progress":"arrived"}"#
      try await server.expect(.post, path, as: anna, fails: .unsupportedFormat)
      try await server.expect(.post, path, body: body, as: ben, fails: .notPermitted)
      try await server.expect(.post, path, body: body, as: stranger, fails: .notFound)
      try await server.expect(.post, "/v1/events/unknown/progress", body: body, as: anna, fails: .notFound)
      try await server.expect(.post, path, body: body, gives: 401)
      try await server.expect(.post, path, body: body, as: anna, gives: 204)
      server.clock.advance(seconds: 7200)
      try await server.expect(.post, path, body: body, as: anna, fails: .conflict)
    }
  }
}
