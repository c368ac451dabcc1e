import Foundation
import HTTPTypes
import SkiBase
import SkiGraph
import Testing

@testable import SkiAPI
@testable import SkiPeople
@testable import SkiServer

/// The routes of the state of one lift, and of a host's word on it.
@Suite struct LiftRouteTests {
  private static let path = "/v1/lifts/BT/status"

  @Test func `a host's word is the state of a lift for the members of the trip until it is withdrawn`()
    async throws
  {
    try await TripsFixture.with { server in
      let (anna, ben, stranger) = (
        try await server.person("Anna"), try await server.person("Ben"), try await server.person("Cleo")
      )
      let trip = try await server.trip(host: anna, ben)
      _ = try await server.trip(host: stranger)
      let map = #"{"lift":"BT","state":"scheduled","source":"map"}"#
      let word =
        #"{"lift":"BT","state":"hold","waitMinutes":12.5,"source":"host","by":{"user":"\#(anna)","name":"Anna"},"#
        + #""observed":"2023-11-14T22:13:20Z"}"#
      try await server.expect(.get, Self.path, as: ben, gives: 200, map)
      try await server.expect(
        .put, Self.path, body: #"{"trip":"\#(trip)","state":"hold","waitMinutes":12.5,"holdsMinutes":60}"#,
        as: anna, gives: 204)
      try await server.expect(.get, Self.path, as: ben, gives: 200, word)
      try await server.expect(.get, Self.path, as: stranger, gives: 200, map)
      // The time stays that at which it was said.
      server.clock.advance(seconds: 1200)
      try await server.expect(.get, Self.path, as: anna, gives: 200, word)
      try await server.expect(.delete, Self.path + "?trip=\(trip)", as: anna, gives: 204)
      try await server.expect(.get, Self.path, as: ben, gives: 200, map)
      try await server.expect(.delete, Self.path + "?trip=\(trip)", as: anna, fails: .notFound)
      try await server.expect(.get, Self.path, gives: 401)
    }
  }

  @Test func `answers that count a host's word are for its people alone, and say so`() async throws {
    try await TripsFixture.with { server in
      let (anna, ben, stranger) = (
        try await server.person("Anna"), try await server.person("Ben"), try await server.person("Cleo")
      )
      let trip = try await server.trip(host: anna, ben)
      try await server.expect(
        .put, Self.path, body: #"{"trip":"\#(trip)","state":"closed"}"#, as: anna, gives: 204)
      let words = try #require(HTTPField.Name("SkiRoute-Words"))
      for path in [
        "/v1/lifts", "/v1/route?from=BT@top&to=BT@bottom", "/v1/reach?from=BT@top",
      ] {
        for (user, isOwn) in [(anna, true), (ben, true), (stranger, false), (nil, false)] as [(UserID?, Bool)]
        {
          let found = try await server.response(.get, path, as: user)
          #expect((found.headers[words] == trip.rawValue) == isOwn, "\(path)")
          #expect((found.headers[.cacheControl] == "private, no-store") == isOwn, "\(path)")
          #expect(!isOwn || found.headers[.eTag] == nil)
        }
      }
      let (own, others) = (
        try await server.expect(.get, "/v1/lifts", as: ben, gives: 200),
        try await server.expect(.get, "/v1/lifts", gives: 200)
      )
      #expect("\(own)".contains("closed") && !"\(others)".contains("closed"))
      // Former members see nothing of it, and members nothing after the trip.
      try await server.services.trips.leave(trip, as: ben)
      #expect(try await server.response(.get, "/v1/lifts", as: ben).headers[words] == nil)
      try await server.services.trips.end(trip, as: anna)
      #expect(try await server.response(.get, "/v1/lifts", as: anna).headers[words] == nil)
    }
  }

  @Test func `a host moves lifts of the trip's ski areas alone`() async throws {
    try await TripsFixture.with { server in
      let anna = try await server.person("Anna")
      let trip = try await server.trip(host: anna)
      let bare = try await server.services.trips.create(
        name: "Anywhere", zone: "UTC", areas: [], from: server.clock.now,
        until: server.clock.now.advanced(bySeconds: 3600), as: anna
      ).id
      func word(_ trip: TripID) -> String { #"{"trip":"\#(trip)","state":"closed"}"# }
      try await server.expect(.put, "/v1/lifts/far/status", body: word(trip), as: anna, fails: .notPermitted)
      try await server.expect(.delete, "/v1/lifts/far/status?trip=\(trip)", as: anna, fails: .notPermitted)
      try await server.expect(.put, Self.path, body: word(bare), as: anna, fails: .conflict)
      #expect(server.services.lifts.tripWords.trips.isEmpty)
    }
  }

  @Test func `an appointed person speaks to everyone of the lifts of the ski area`() async throws {
    try await TripsFixture.with { server in
      let (speaker, anna) = (try UserID("speaker"), try await server.person("Anna"))
      let word = #"{"area":"area-1","state":"closed"}"#
      try await server.expect(.put, Self.path, body: word, as: anna, fails: .notPermitted)
      try await server.expect(
        .put, Self.path, body: #"{"area":"area-2","state":"closed"}"#, as: speaker, fails: .notPermitted)
      try await server.expect(.put, "/v1/lifts/far/status", body: word, as: speaker, fails: .notPermitted)
      try await server.expect(.put, Self.path, body: word, as: speaker, gives: 204)
      try await server.expect(
        .get, Self.path, as: anna, gives: 200,
        #"{"lift":"BT","state":"closed","source":"area","by":{"title":"Valley lifts"},"observed":"2023-11-14T22:13:20Z"}"#
      )
      let trip = try await server.trip(host: anna)
      for scope in [#""trip":"\#(trip)","area":"area-1""#, #""holdsMinutes":5"#] {
        try await server.expect(
          .put, Self.path, body: #"{\#(scope),"state":"open"}"#, as: anna, fails: .invalidArgument)
      }
      // No host opens what it closed.
      try await server.expect(
        .put, Self.path, body: #"{"trip":"\#(trip)","state":"open"}"#, as: anna, gives: 204)
      let closed = try await server.expect(.get, Self.path, as: anna, gives: 200)
      #expect(closed.text("state") == "closed")
      try await server.expect(.delete, Self.path + "?area=area-1", as: anna, fails: .notPermitted)
      try await server.expect(.delete, Self.path + "?area=area-1", as: speaker, gives: 204)
      let open = try await server.expect(.get, Self.path, as: anna, gives: 200)
      #expect(open.text("state") == "open")
    }
  }

  @Test(arguments: ["demoted", "removed", "left", "erased", "ended"])
  func `a host's words end with the right to say them`(how: String) async throws {
    try await TripsFixture.with { server in
      let (anna, ben, cleo) = (
        try await server.person("Anna"), try await server.person("Ben"), try await server.person("Cleo")
      )
      let trips = [try await server.trip(host: anna, ben, cleo), try await server.trip(host: anna, ben)]
      let service = server.services.trips
      for trip in trips { try await service.setRole(.host, of: ben, in: trip, as: anna) }
      func say(_ lift: String, _ trip: TripID, as user: UserID) async throws {
        try await server.expect(
          .put, "/v1/lifts/\(lift)/status", body: #"{"trip":"\#(trip)","state":"closed","holdsMinutes":720}"#,
          as: user, gives: 204)
      }
      try await say("BT", trips[0], as: ben)
      try await say("TMB", trips[0], as: anna)
      try await say("BT", trips[1], as: ben)
      let closed = try await server.expect(.get, Self.path, as: cleo, gives: 200)
      #expect(closed.text("source") == "host")
      switch how {
      case "demoted":
        try await server.expect(
          .patch, "/v1/trips/\(trips[0])/members/\(ben)", body: #"{"role":"traveller"}"#, as: anna, gives: 204
        )
      case "removed":
        try await server.expect(.delete, "/v1/trips/\(trips[0])/members/\(ben)", as: anna, gives: 204)
      case "left": try await server.expect(.delete, "/v1/trips/\(trips[0])/members/me", as: ben, gives: 204)
      case "erased": try await server.expect(.delete, "/v1/me", as: ben, gives: 204)
      default: try await server.expect(.post, "/v1/trips/\(trips[0])/end", body: "{}", as: anna, gives: 204)
      }
      let found = try await server.expect(.get, Self.path, as: cleo, gives: 200)
      #expect(found.text("source") == "map")
      let scopes = server.services.lifts.tripWords.trips
      #expect(
        scopes
          == (how == "ended" ? [trips[1]] : how == "erased" ? [trips[0]] : Set(trips)), "others' words stay")
      let rows = try await server.store.read {
        try $0.rows("SELECT lift, scope FROM lift_words ORDER BY lift, scope").map { try $0.text(0) }
      }
      #expect(rows == (how == "ended" ? ["BT"] : how == "erased" ? ["TMB"] : ["BT", "TMB"]))
      // A word that was checked before the right ended is refused when it is stored.
      let lifts = server.services.lifts
      let error = await #expect(throws: SkiError.self) {
        try await lifts.say(
          .closed, of: SourceID("BT"), by: ben, for: .trip(trips[0]),
          permit: service.hostCheck(of: trips[0], as: ben))
      }
      #expect([.notFound, .notPermitted, .conflict].contains(error?.code))
    }
  }

  @Test func `the words of an appointed person end with the account`() async throws {
    try await TripsFixture.with { server in
      let (anna, ben) = (try await server.person("Anna"), try await server.person("Ben"))
      let lifts = server.services.lifts
      try await lifts.say(.closed, of: SourceID("BT"), by: anna, for: .area(SourceID("area-1")))
      try await lifts.say(.closed, of: SourceID("far"), by: ben, for: .area(SourceID("area-2")))
      try await server.expect(.delete, "/v1/me", as: anna, gives: 204)
      #expect(lifts.current.words.map(\.author) == [ben])
    }
  }

  @Test func `words of people who are not appointed any more end when a server starts`() async throws {
    try await TripsFixture.with { server in
      let lifts = server.services.lifts
      let anna = try await server.person("Anna")
      let trip = try await server.trip(host: anna)
      let speakers = try ["speaker", "second"].map {
        LiftSpeaker(user: try UserID($0), areas: [SourceID("area-1"), SourceID("area-2")], title: "Lifts")
      }
      for (lift, area, speaker) in [("BT", "area-1", 0), ("far", "area-2", 0), ("TMB", "area-1", 1)] {
        try await lifts.say(
          .closed, of: SourceID(lift), by: speakers[speaker].user, for: .area(SourceID(area)))
      }
      try await lifts.say(.closed, of: SourceID("BT"), by: anna, for: .trip(trip))
      func words(_ speakers: [LiftSpeaker]) async throws -> [String] {
        try await lifts.endWords(exceptOf: speakers)
        return lifts.current(in: [trip]).words.map { "\($0.lift.rawValue) \($0.author?.rawValue ?? "-")" }
          .sorted()
      }
      try await #expect(words(speakers).count == 4)
      let version = lifts.current.id
      try await #expect(words(speakers).count == 4)
      #expect(lifts.current.id == version, "nothing is new")
      var less = speakers
      less[0].areas = [SourceID("area-1")]
      try await #expect(words(less) == ["BT \(anna)", "BT speaker", "TMB second"])
      try await #expect(words([speakers[1]]) == ["BT \(anna)", "TMB second"])
      try await #expect(words([]) == ["BT \(anna)"])
    }
  }

  @Test func `a host's closing word is a notice to the trip, once`() async throws {
    try await TripsFixture.with { server in
      let (anna, ben, stranger) = (
        try await server.person("Anna"), try await server.person("Ben"), try await server.person("Cleo")
      )
      let trip = try await server.trip(host: anna, ben)
      _ = try await server.trip(host: stranger)
      for state in ["open", "closed", "hold", "closed"] {
        try await server.expect(
          .put, Self.path, body: #"{"trip":"\#(trip)","state":"\#(state)"}"#, as: anna, gives: 204)
        server.clock.advance(seconds: 1)
      }
      for (user, count) in [(ben, 1), (stranger, 0)] {
        let notices = try await server.expect(.get, "/v1/notices", as: user, gives: 200)
        #expect("\(notices)".components(separatedBy: "liftClosed").count - 1 == count)
      }
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
        name: "Later", zone: "UTC", areas: [SourceID("area-1")],
        from: server.clock.now.advanced(bySeconds: 3600),
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
