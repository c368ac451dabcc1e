import HTTPTypes
import SkiBase
import Testing

@testable import SkiAPI
@testable import SkiPeople
@testable import SkiServer

/// The routes of the itinerary and of answers.
@Suite struct EventRouteTests {
  private static let hut =
    #"{"source":"node/1","name":"Hut","latitude":46.9,"longitude":10.5,"isGone":false}"#

  /// Returns the body of an event of an hour, an hour after the beginning of a trip.
  private func body(_ more: String = #""audience":"trip""#, name: String = "Lunch") -> String {
    #"{"name":"\#(name)","start":"2023-11-14T23:13:20Z","end":"2023-11-15T00:13:20Z",\#(more)}"#
  }

  /// Creates an event, and returns its identifier.
  private func event(
    _ server: TripsFixture, in trip: TripID, as user: UserID, _ more: String = #""audience":"trip""#,
    name: String = "Lunch"
  ) async throws -> String {
    let event = try await server.expect(
      .post, "/v1/trips/\(trip)/events", body: body(more, name: name), as: user, gives: 201)
    return try #require(event.text("id"))
  }

  @Test func `times without a zone are those of the trip's zone`() async throws {
    try await TripsFixture.with { server in
      let anna = try await server.person("Anna")
      // The fixture's trips are in Europe/Zurich, an hour ahead in November.
      let trip = try await server.trip(host: anna)
      let made = try await server.expect(
        .post, "/v1/trips/\(trip)/events",
        body:
          #"{"name":"Lunch","start":"2023-11-15T12:00:00","end":"2023-11-15T13:00:00+01:00","audience":"trip"}"#,
        as: anna, gives: 201)
      #expect(made.text("start") == "2023-11-15T11:00:00Z" && made.text("end") == "2023-11-15T12:00:00Z")
      let id = try #require(made.text("id"))
      let moved = try await server.expect(
        .patch, "/v1/events/\(id)", body: #"{"start":"2023-11-15T12:30"}"#, as: anna, gives: 200)
      #expect(moved.text("start") == "2023-11-15T11:30:00Z")
      let longer = try await server.expect(
        .patch, "/v1/trips/\(trip)", body: #"{"zone":"Asia/Tokyo","until":"2023-11-30T09:00:00"}"#, as: anna,
        gives: 200)
      #expect(longer.text("until") == "2023-11-30T00:00:00Z")
    }
  }

  @Test func `an event is created, seen, changed and cancelled`() async throws {
    try await TripsFixture.with { server in
      let (anna, ben) = (try await server.person("Anna"), try await server.person("Ben"))
      let trip = try await server.trip(host: anna, ben)
      let made = try await server.expect(
        .post, "/v1/trips/\(trip)/events",
        body: body(#""note":"Bring a map","place":\#(Self.hut),"seats":2,"audience":"trip""#), as: anna,
        gives: 201)
      let id = try #require(made.text("id"))
      func document(_ name: String, _ rest: String) -> String {
        #"{"id":"\#(id)","trip":"\#(trip)","author":"\#(anna)","name":"\#(name)","note":"Bring a map","#
          + #""place":\#(Self.hut),"start":"2023-11-14T23:13:20Z","end":"2023-11-15T00:13:20Z","#
          + #""day":"2023-11-15","taken":0,\#(rest)}"#
      }
      try await server.expect(
        .get, "/v1/events/\(id)", as: anna, gives: 200,
        document("Lunch", #""seats":2,"audience":"trip","mayChange":true"#))
      #expect(try await server.send(.get, "/v1/events/\(id)", as: anna).body == made)
      try await server.expect(
        .get, "/v1/events/\(id)", as: ben, gives: 200, document("Lunch", #""seats":2,"mayChange":false"#))
      try await server.expect(
        .patch, "/v1/events/\(id)", body: #"{"name":"Dinner","allowsAnyNumber":true}"#, as: anna, gives: 200,
        document("Dinner", #""audience":"trip","mayChange":true"#))
      try await server.expect(.delete, "/v1/events/\(id)", as: anna, gives: 204)
      try await server.expect(
        .get, "/v1/events/\(id)", as: ben, gives: 200,
        document("Dinner", #""cancelled":"2023-11-14T22:13:20Z","mayChange":false"#))
      try await server.expect(.delete, "/v1/events/\(id)", as: anna, fails: .conflict)
      try await server.expect(.patch, "/v1/events/\(id)", body: "{}", as: anna, fails: .conflict)
    }
  }

  @Test func `the itinerary is read by day and by page`() async throws {
    try await TripsFixture.with { server in
      let (anna, stranger) = (try await server.person("Anna"), try await server.person("Ben"))
      let trip = try await server.trip(host: anna)
      let path = "/v1/trips/\(trip)/events"
      try await server.expect(.get, path, as: anna, gives: 200, #"{"events":[]}"#)
      let first = try await event(server, in: trip, as: anna)
      let second = try await event(server, in: trip, as: anna, name: "Dinner")
      func ids(_ query: String) async throws -> Set<String> {
        let found = try await server.expect(.get, path + query, as: anna, gives: 200)
        return Set(found.list("events").compactMap { $0.text("id") })
      }
      try await #expect(ids("?day=2023-11-14").isEmpty)
      try await #expect(ids("?day=2023-11-15") == [first, second])
      let page = try await server.expect(.get, path + "?count=1", as: anna, gives: 200)
      let next = try #require(page.text("next"))
      let last = try await server.expect(.get, path + "?count=1&after=\(next)", as: anna, gives: 200)
      #expect(last.text("next") == nil)
      let paged = [page, last].flatMap { $0.list("events") }.compactMap { $0.text("id") }
      #expect(paged.count == 2 && Set(paged) == [first, second])
      for query in [
        "day=2023-02-30", "day=today", "day=2023-11-14&count=5", "count=0", "count=101", "count=many",
        "after=here", "until=now",
      ] {
        try await server.expect(.get, path + "?" + query, as: anna, fails: .invalidArgument)
      }
      try await server.expect(.get, path, as: stranger, fails: .notFound)
      try await server.expect(.get, path + "?day=2023-11-14", as: stranger, fails: .notFound)
      try await server.expect(.get, path, gives: 401)
    }
  }

  @Test func `an event that is not allowed is refused`() async throws {
    try await TripsFixture.with { server in
      let (anna, ben, stranger) = (
        try await server.person("Anna"), try await server.person("Ben"), try await server.person("Cleo")
      )
      let trip = try await server.trip(host: anna, ben)
      let path = "/v1/trips/\(trip)/events"
      let refused: [(String, SkiError.Code)] = [
        ("{}", .invalidArgument), ("[", .malformedData), ("[]", .malformedData),
        (body(#""audience":"all""#), .invalidArgument), (body(#""audience":"people""#), .invalidArgument),
        (body(#""audience":"trip","host":true"#), .invalidArgument),
        (body(#""audience":"trip","seats":0"#), .invalidArgument),
        (body(#""audience":"trip","place":{"source":"node/1"}"#), .invalidArgument),
        (body(#""audience":"people","people":["\#(stranger)"]"#), .notFound),
        (body(#""audience":"near""#), .conflict),
        (body(name: String(repeating: "a", count: 81)), .limitExceeded),
      ]
      for (text, code) in refused { try await server.expect(.post, path, body: text, as: anna, fails: code) }
      try await server.expect(.post, path, as: anna, fails: .unsupportedFormat)
      try await server.expect(.post, path, body: body(), as: ben, fails: .notPermitted)
      try await server.expect(.post, path, body: body(), as: stranger, fails: .notFound)
      try await server.expect(.post, path, body: body(), gives: 401)
      server.clock.advance(seconds: 8 * 86_400)
      try await server.expect(.post, path, body: body(), as: anna, fails: .conflict)
    }
  }

  @Test func `an event is changed by those who may`() async throws {
    try await TripsFixture.with { server in
      let (anna, ben, stranger) = (
        try await server.person("Anna"), try await server.person("Ben"), try await server.person("Cleo")
      )
      let trip = try await server.trip(host: anna, ben)
      let path = "/v1/events/" + (try await event(server, in: trip, as: anna))
      for person in [anna, ben] {
        try await server.expect(.put, path + "/rsvp", body: #"{"answer":"yes"}"#, as: person, gives: 200)
      }
      let refused: [(String, SkiError.Code)] = [
        (#"{"seats":1}"#, .conflict), (#"{"seats":3,"allowsAnyNumber":true}"#, .invalidArgument),
        (#"{"audience":"trip"}"#, .invalidArgument), (#"{"start":"soon"}"#, .invalidArgument),
        (#"{"note":"\#(String(repeating: "a", count: 2001))"}"#, .limitExceeded),
      ]
      for (text, code) in refused { try await server.expect(.patch, path, body: text, as: anna, fails: code) }
      try await server.expect(.patch, path, body: "{}", as: ben, fails: .notPermitted)
      try await server.expect(.delete, path, as: ben, fails: .notPermitted)
      try await server.expect(.patch, path, body: "{}", as: stranger, fails: .notFound)
      try await server.expect(.delete, path, as: stranger, fails: .notFound)
      try await server.expect(.get, path, as: stranger, fails: .notFound)
      try await server.expect(.get, "/v1/events/unknown", as: anna, fails: .notFound)
      let long = String(repeating: "a", count: 129)
      try await server.expect(.get, "/v1/events/" + long, as: anna, fails: .invalidArgument)
    }
  }

  @Test func `guests answer, as long as there are seats`() async throws {
    try await TripsFixture.with { server in
      let (anna, ben, cleo) = (
        try await server.person("Anna"), try await server.person("Ben"), try await server.person("Cleo")
      )
      let trip = try await server.trip(host: anna, ben, cleo)
      let path =
        "/v1/events/" + (try await event(server, in: trip, as: anna, #""seats":1,"audience":"trip""#))
      let answered = try await server.expect(
        .put, path + "/rsvp", body: #"{"answer":"yes"}"#, as: ben, gives: 200)
      try await #expect(server.send(.get, path, as: ben).body == answered)
      #expect(answered.text("answer") == "yes")
      #expect(answered.member("taken") == JSONTree.number("1"))
      try await server.expect(.put, path + "/rsvp", body: #"{"answer":"yes"}"#, as: cleo, fails: .conflict)
      try await server.expect(.put, path + "/rsvp", body: #"{"answer":"maybe"}"#, as: cleo, gives: 200)
      try await server.expect(
        .get, path + "/guests", as: anna, gives: 200,
        #"{"guests":[{"user":"\#(ben)","name":"Ben","answer":"yes"},"#
          + #"{"user":"\#(cleo)","name":"Cleo","answer":"maybe"}]}"#)
      for text in [#"{"answer":"perhaps"}"#, #"{"answer":true}"#, "{}", #"{"answer":"no","user":"x"}"#] {
        try await server.expect(.put, path + "/rsvp", body: text, as: ben, fails: .invalidArgument)
      }
      let stranger = try await server.person("Dora")
      try await server.expect(.put, path + "/rsvp", body: #"{"answer":"no"}"#, as: stranger, fails: .notFound)
      try await server.expect(.get, path + "/guests", as: stranger, fails: .notFound)
    }
  }

  @Test func `a guest answers by a signed link, without a token`() async throws {
    try await TripsFixture.with { server in
      let (anna, ben) = (try await server.person("Anna"), try await server.person("Ben"))
      let trip = try await server.trip(host: anna)
      let id = try await event(server, in: trip, as: anna)
      let path = "/v1/events/\(id)/link"
      let made = try await server.expect(.post, path, body: "{}", as: anna, gives: 201)
      let link = try #require(made.text("link"))
      #expect(made.text("expires") == "2023-11-15T00:13:20Z")
      try await server.expect(
        .post, "/v1/rsvp", body: #"{"link":"\#(link)","answer":"maybe"}"#, gives: 200,
        #"{"event":"\#(id)","start":"2023-11-14T23:13:20Z","answer":"maybe"}"#)
      let forged = link.replacing(anna.rawValue, with: ben.rawValue)
      let refused: [(String, SkiError.Code)] = [
        (#"{"link":"\#(link)","answer":"often"}"#, .invalidArgument),
        (#"{"answer":"yes"}"#, .invalidArgument),
        (#"{"link":"forged","answer":"yes"}"#, .notPermitted),
        (#"{"link":"\#(forged)","answer":"yes"}"#, .notPermitted),
      ]
      for (text, code) in refused { try await server.expect(.post, "/v1/rsvp", body: text, fails: code) }
      try await server.expect(.post, path, body: "{}", as: ben, fails: .notFound)
      try await server.expect(.post, path, body: #"{"for":"x"}"#, as: anna, fails: .invalidArgument)
      try await server.expect(.delete, "/v1/events/\(id)", as: anna, gives: 204)
      try await server.expect(.post, path, body: "{}", as: anna, fails: .conflict)
      let answer = #"{"link":"\#(link)","answer":"yes"}"#
      try await server.expect(.post, "/v1/rsvp", body: answer, fails: .conflict)
      server.clock.advance(seconds: 3 * 3600)
      try await server.expect(.post, "/v1/rsvp", body: answer, fails: .notPermitted)
    }
  }
}
