import HTTPTypes
import SkiBase
import Testing

@testable import SkiAPI
@testable import SkiPeople
@testable import SkiServer

/// The routes of challenges.
@Suite struct ChallengeRouteTests {
  /// Returns the body of a challenge within the first day of a trip.
  private func body(_ measure: String = #""measure":"lifts""#, name: String = "Most lifts") -> String {
    #"{"name":"\#(name)",\#(measure),"from":"2023-11-14T22:13:20Z","until":"2023-11-15T22:13:20Z"}"#
  }

  @Test func `hosts make a challenge, members take part and are ranked`() async throws {
    try await TripsFixture.with { server in
      let (anna, ben) = (try await server.person("Anna"), try await server.person("Ben"))
      let trip = try await server.trip(host: anna, ben)
      let path = "/v1/trips/\(trip)/challenges"
      let measure = #""measure":"everyLift","lifts":["l2","l1"]"#
      let made = try await server.expect(.post, path, body: body(measure), as: anna, gives: 201)
      let id = try #require(made.text("id"))
      func document(isJoined: Bool) -> String {
        #"{"id":"\#(id)","trip":"\#(trip)","name":"Most lifts",\#(measure),"from":"2023-11-14T22:13:20Z","#
          + #""until":"2023-11-15T22:13:20Z","isJoined":\#(isJoined)}"#
      }
      let one = "/v1/challenges/\(id)"
      try await server.expect(.get, one, as: anna, gives: 200, document(isJoined: false))
      try await #expect(server.send(.get, one, as: anna).body == made)
      try await server.expect(.get, one + "/ranking", as: anna, gives: 200, #"{"ranking":[]}"#)
      try await server.expect(.put, one + "/me", body: "{}", as: ben, gives: 204)
      try await server.expect(.get, one, as: ben, gives: 200, document(isJoined: true))
      try await server.expect(
        .get, path, as: ben, gives: 200, #"{"challenges":[\#(document(isJoined: true))]}"#)
      server.clock.advance(seconds: 3 * 3600)
      _ = try await server.matchedDay(of: ben)
      try await server.expect(
        .get, one + "/ranking", as: anna, gives: 200,
        #"{"ranking":[{"rank":1,"user":"\#(ben)","name":"Ben","score":1}]}"#)
      try await server.expect(.delete, one + "/me", as: ben, gives: 204)
      try await server.expect(.delete, one + "/me", as: ben, fails: .notFound)
      try await server.expect(.get, one + "/ranking", as: anna, gives: 200, #"{"ranking":[]}"#)
      try await server.expect(.delete, one, as: anna, gives: 204)
      try await server.expect(.get, one, as: anna, fails: .notFound)
      try await server.expect(.get, path, as: anna, gives: 200, #"{"challenges":[]}"#)
    }
  }

  @Test func `a challenge that is not allowed is refused`() async throws {
    try await TripsFixture.with { server in
      let (anna, ben, stranger) = (
        try await server.person("Anna"), try await server.person("Ben"), try await server.person("Cleo")
      )
      let trip = try await server.trip(host: anna, ben)
      let path = "/v1/trips/\(trip)/challenges"
      let lifts = (0...200).map { "\"l\($0)\"" }.joined(separator: ",")
      let refused: [(String, SkiError.Code)] = [
        ("{}", .invalidArgument), (body(#""measure":"speed""#), .invalidArgument),
        (body(#""measure":"everyLift""#), .invalidArgument),
        (body(#""measure":"descent","lifts":["l1"]"#), .invalidArgument),
        (body(#""measure":"descent","prize":"x""#), .invalidArgument),
        (body(#""measure":"everyLift","lifts":[\#(lifts)]"#), .limitExceeded),
        (body(name: String(repeating: "a", count: 81)), .limitExceeded),
        (
          #"{"name":"a","measure":"lifts","from":"2023-11-13T00:00:00Z","until":"2023-11-15T00:00:00Z"}"#,
          .invalidArgument
        ),
      ]
      for (text, code) in refused { try await server.expect(.post, path, body: text, as: anna, fails: code) }
      try await server.expect(.post, path, body: body(), as: ben, fails: .notPermitted)
      try await server.expect(.post, path, body: body(), as: stranger, fails: .notFound)
      try await server.expect(.get, path, as: stranger, fails: .notFound)
      try await server.expect(.get, path, gives: 401)
      server.clock.advance(seconds: 8 * 86_400)
      try await server.expect(.post, path, body: body(), as: anna, fails: .conflict)
    }
  }

  @Test func `a challenge is known to its trip alone`() async throws {
    try await TripsFixture.with { server in
      let (anna, ben, stranger) = (
        try await server.person("Anna"), try await server.person("Ben"), try await server.person("Cleo")
      )
      let trip = try await server.trip(host: anna, ben)
      let made = try await server.expect(
        .post, "/v1/trips/\(trip)/challenges", body: body(), as: anna, gives: 201)
      let one = "/v1/challenges/" + (try #require(made.text("id")))
      try await server.expect(.get, one, as: stranger, fails: .notFound)
      try await server.expect(.get, one + "/ranking", as: stranger, fails: .notFound)
      try await server.expect(.put, one + "/me", body: "{}", as: stranger, fails: .notFound)
      try await server.expect(.delete, one + "/me", as: stranger, fails: .notFound)
      try await server.expect(.delete, one, as: stranger, fails: .notFound)
      try await server.expect(.delete, one, as: ben, fails: .notPermitted)
      try await server.expect(.put, one + "/me", as: ben, fails: .unsupportedFormat)
      try await server.expect(.get, "/v1/challenges/unknown", as: anna, fails: .notFound)
      server.clock.advance(seconds: 8 * 86_400)
      try await server.expect(.put, one + "/me", body: "{}", as: ben, fails: .conflict)
    }
  }
}
