import HTTPTypes
import SkiBase
import SkiGraph
import Testing

@testable import SkiAPI
@testable import SkiPeople
@testable import SkiServer

/// The routes of meeting places, and of the time at which one must leave.
@Suite struct MeetingRouteTests {
  /// A search that finds one hut, which only the asker can reach.
  private struct HutSearch: MeetingSuggester {
    func suggest(_ request: MeetingRequest) async throws -> MeetingSuggestion? {
      MeetingSuggestion(
        place: MeetingPoint(
          source: SourceID("node/1"), name: "Hut", coordinate: Coordinate(latitude: 46.9, longitude: 10.5)),
        missing: request.people.filter { $0 != request.asker })
    }
  }

  private static let hut =
    #"{"source":"node/1","name":"Hut","latitude":46.9,"longitude":10.5,"isGone":false}"#
  private static let environment = EventEnvironment(
    suggester: HutSearch(), leaveBy: { $0.arrival.advanced(bySeconds: -600) })

  /// Creates an event of an hour, an hour after the beginning of a trip, and returns its path.
  private func event(_ server: TripsFixture, in trip: TripID, as user: UserID, place: String = "null")
    async throws -> String
  {
    let event = try await server.expect(
      .post, "/v1/trips/\(trip)/events",
      body: #"{"name":"Lunch","start":"2023-11-14T23:13:20Z","end":"2023-11-15T00:13:20Z","#
        + #""audience":"trip","place":\#(place)}"#, as: user, gives: 201)
    return "/v1/events/" + (try #require(event.text("id")))
  }

  @Test func `a place is suggested to people of a trip and to those who come`() async throws {
    try await TripsFixture.with(events: Self.environment) { server in
      let (anna, ben) = (try await server.person("Anna"), try await server.person("Ben"))
      let trip = try await server.trip(host: anna, ben)
      let suggestion = #"{"place":\#(Self.hut),"missing":["\#(ben)"]}"#
      try await server.expect(
        .post, "/v1/trips/\(trip)/suggest", body: #"{"people":["\#(ben)"],"time":"2023-11-15T10:00:00Z"}"#,
        as: anna, gives: 200, suggestion)
      let path = try await event(server, in: trip, as: anna)
      try await server.expect(.put, path + "/rsvp", body: #"{"answer":"yes"}"#, as: ben, gives: 200)
      try await server.expect(.post, path + "/suggest", body: "{}", as: anna, gives: 200, suggestion)
    }
  }

  @Test func `a question for a place that is not allowed is refused`() async throws {
    try await TripsFixture.with(events: Self.environment) { server in
      let (anna, ben, stranger) = (
        try await server.person("Anna"), try await server.person("Ben"), try await server.person("Cleo")
      )
      let trip = try await server.trip(host: anna, ben)
      let path = "/v1/trips/\(trip)/suggest"
      let many = (0...100).map { "\"\($0)\"" }.joined(separator: ",")
      let refused: [(String, SkiError.Code)] = [
        ("{}", .invalidArgument), (#"{"people":[]}"#, .invalidArgument),
        (#"{"people":"\#(ben)"}"#, .invalidArgument),
        (#"{"people":["\#(ben)"],"time":"2023-11-14T22:00:00Z"}"#, .invalidArgument),
        (#"{"people":["\#(ben)"],"place":"x"}"#, .invalidArgument),
        (#"{"people":[\#(many)]}"#, .limitExceeded),
        (#"{"people":["\#(stranger)"]}"#, .notFound),
      ]
      for (text, code) in refused { try await server.expect(.post, path, body: text, as: anna, fails: code) }
      let body = #"{"people":["\#(anna)"]}"#
      try await server.expect(.post, path, body: body, as: stranger, fails: .notFound)
      let event = try await event(server, in: trip, as: anna)
      try await server.expect(.post, event + "/suggest", body: "{}", as: stranger, fails: .notFound)
      try await server.expect(.post, event + "/suggest", as: anna, fails: .unsupportedFormat)
      try await server.expect(.delete, event, as: anna, gives: 204)
      try await server.expect(.post, event + "/suggest", body: "{}", as: anna, fails: .conflict)
      server.clock.advance(seconds: 8 * 86_400)
      try await server.expect(.post, path, body: body, as: ben, fails: .conflict)
    }
  }

  @Test func `without a search no place is suggested`() async throws {
    try await TripsFixture.with { server in
      let (anna, ben) = (try await server.person("Anna"), try await server.person("Ben"))
      let trip = try await server.trip(host: anna, ben)
      try await server.expect(
        .post, "/v1/trips/\(trip)/suggest", body: #"{"people":["\#(ben)"]}"#, as: anna, fails: .unavailable)
      let path = try await event(server, in: trip, as: anna, place: Self.hut)
      try await server.expect(.post, path + "/suggest", body: "{}", as: anna, fails: .unavailable)
      try await server.expect(.get, path + "/leave", as: anna, gives: 200, "{}")
    }
  }

  @Test func `each guest learns when to leave`() async throws {
    try await TripsFixture.with(events: Self.environment) { server in
      let (anna, stranger) = (try await server.person("Anna"), try await server.person("Ben"))
      let trip = try await server.trip(host: anna)
      let path = try await event(server, in: trip, as: anna, place: Self.hut)
      try await server.expect(
        .get, path + "/leave", as: anna, gives: 200, #"{"leaveBy":"2023-11-14T23:03:20Z"}"#)
      try await server.expect(.get, path + "/leave", as: stranger, fails: .notFound)
      let without = try await event(server, in: trip, as: anna)
      try await server.expect(.get, without + "/leave", as: anna, fails: .conflict)
    }
  }
}
