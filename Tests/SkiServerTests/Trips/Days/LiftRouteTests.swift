import HTTPTypes
import SkiFormats
import SkiGeo
import SkiSharing
import Testing

@testable import SkiServer
@testable import SkiTrips

/// The routes of the state of one lift, and of a host's word on it.
@Suite struct LiftRouteTests {
  private static let path = "/v1/lifts/BT/status"

  @Test func `a host's word is the state of a lift until it is withdrawn`() async throws {
    try await TripsFixture.with { server in
      let (anna, stranger) = (try await server.person("Anna"), try await server.person("Ben"))
      let trip = try await server.trip(host: anna)
      let map = #"{"lift":"BT","state":"scheduled","source":"map"}"#
      let word =
        #"{"lift":"BT","state":"hold","waitMinutes":12.5,"source":"host","observed":"2023-11-14T22:13:20Z"}"#
      try await server.expect(.get, Self.path, as: stranger, gives: 200, map)
      try await server.expect(
        .put, Self.path, body: #"{"trip":"\#(trip)","state":"hold","waitMinutes":12.5,"holdsMinutes":60}"#,
        as: anna, gives: 204)
      try await server.expect(.get, Self.path, as: stranger, gives: 200, word)
      // The time stays that at which it was said.
      server.clock.advance(seconds: 1200)
      try await server.expect(.get, Self.path, as: stranger, gives: 200, word)
      try await server.expect(.delete, Self.path + "?trip=\(trip)", as: anna, gives: 204)
      try await server.expect(.get, Self.path, as: stranger, gives: 200, map)
      try await server.expect(.delete, Self.path + "?trip=\(trip)", as: anna, fails: .notFound)
      try await server.expect(.get, Self.path, gives: 401)
    }
  }

  @Test func `a word holds for half an hour unless another time is stated`() async throws {
    try await TripsFixture.with { server in
      let anna = try await server.person("Anna")
      let trip = try await server.trip(host: anna)
      try await server.expect(
        .put, Self.path, body: #"{"trip":"\#(trip)","state":"closed"}"#, as: anna, gives: 204)
      server.clock.advance(seconds: 1799)
      let closed = try await server.expect(.get, Self.path, as: anna, gives: 200)
      #expect(closed.text("state") == "closed")
      server.clock.advance(seconds: 1)
      let over = try await server.expect(.get, Self.path, as: anna, gives: 200)
      #expect(over.text("source") == "map")
    }
  }

  @Test func `hosts of a trip that takes place now say a word`() async throws {
    try await TripsFixture.with { server in
      let (anna, ben, stranger) = (
        try await server.person("Anna"), try await server.person("Ben"), try await server.person("Cleo")
      )
      let trip = try await server.trip(host: anna, ben)
      let later = try await server.services.trips.create(
        name: "Later", zone: "UTC", areas: [], from: server.clock.now.advanced(bySeconds: 3600),
        until: server.clock.now.advanced(bySeconds: 7200), as: anna
      ).id
      func word(_ trip: TripID) -> String { #"{"trip":"\#(trip)","state":"open"}"# }
      let cases: [(TripID, UserID, SkiError.Code)] = [
        (trip, ben, .notPermitted), (trip, stranger, .notFound), (later, anna, .conflict),
      ]
      for (trip, user, code) in cases {
        try await server.expect(.put, Self.path, body: word(trip), as: user, fails: code)
        try await server.expect(.delete, Self.path + "?trip=\(trip)", as: user, fails: code)
      }
      try await server.services.trips.end(trip, as: anna)
      try await server.expect(.put, Self.path, body: word(trip), as: anna, fails: .conflict)
      try await server.expect(.delete, Self.path + "?trip=\(trip)", as: anna, fails: .conflict)
      server.clock.advance(seconds: 3600)
      try await server.expect(.put, Self.path, body: word(later), as: anna, gives: 204)
      try await server.expect(.put, Self.path, body: word(later), gives: 401)
    }
  }

  @Test func `a word that is not allowed is refused`() async throws {
    try await TripsFixture.with { server in
      let anna = try await server.person("Anna")
      let trip = try await server.trip(host: anna)
      for members in [
        "", #","state":"broken""#, #","state":"scheduled""#, #","state":"open","waitMinutes":361"#,
        #","state":"open","waitMinutes":-1"#, #","state":"open","waitMinutes":1e300"#,
        #","state":"open","holdsMinutes":0.5"#, #","state":"open","holdsMinutes":721"#,
        #","state":"open","author":"x""#,
      ] {
        try await server.expect(
          .put, Self.path, body: #"{"trip":"\#(trip)"\#(members)}"#, as: anna, fails: .invalidArgument)
      }
      try await server.expect(.put, Self.path, body: #"{"state":"open"}"#, as: anna, fails: .invalidArgument)
      try await server.expect(.delete, Self.path, as: anna, fails: .invalidArgument)
      let body = #"{"trip":"\#(trip)","state":"open"}"#
      try await server.expect(.put, "/v1/lifts/none/status", body: body, as: anna, fails: .notFound)
      try await server.expect(.delete, "/v1/lifts/none/status?trip=\(trip)", as: anna, fails: .notFound)
      try await server.expect(.get, "/v1/lifts/none/status", as: anna, fails: .notFound)
      try await server.expect(.get, Self.path + "?trip=\(trip)", as: anna, fails: .invalidArgument)
    }
  }
}
