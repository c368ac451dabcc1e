import HTTPTypes
import SkiBase
import SkiGraph
import Testing

@testable import SkiAPI
@testable import SkiPeople
@testable import SkiServer

/// The routes of recorded days: uploads, laps, files and sharing.
@Suite struct DayRouteTests {
  @Test func `a day is uploaded by its path, once, and waits for the map`() async throws {
    try await TripsFixture.with { server in
      let ben = try await server.person("Ben")
      let made = try await server.expect(
        .post, "/v1/days", body: TestRecording.permit, as: ben, gives: 201)
      let (day, upload) = (try #require(made.text("day")), try #require(made.text("upload")))
      #expect(made.text("expires") == "2023-11-14T22:14:20Z")
      let received = try await server.response(
        .put, upload, bytes: TestRecording.bytes, type: TestRecording.type)
      #expect(received.status == 202)
      #expect(String(decoding: received.bytes, as: UTF8.self) == "{\"day\":\"\(day)\"}\n")
      let document =
        #"{"id":"\#(day)","owner":"\#(ben)","state":"waiting","received":"2023-11-14T22:13:20Z","#
        + #""laps":0,"descentMetres":0,"trips":[]}"#
      try await server.expect(.get, "/v1/days", as: ben, gives: 200, #"{"days":[\#(document)]}"#)
      try await server.expect(.get, "/v1/days/\(day)", as: ben, gives: 200, document)
      let again = try await server.response(
        .put, upload, bytes: TestRecording.bytes, type: TestRecording.type)
      #expect(again.status == 403)
      try await server.expect(
        .post, "/v1/days/\(day)/links", body: #"{"kind":"gpx"}"#, as: ben, fails: .conflict)
    }
  }

  @Test func `no cache keeps signed paths`() async throws {
    try await TripsFixture.with { server in
      let ben = try await server.person("Ben")
      let day = try await server.matchedDay(of: ben)
      for (path, body) in [
        ("/v1/days", TestRecording.permit), ("/v1/days/\(day)/links", #"{"kind":"gpx"}"#),
      ] {
        let made = try await server.response(.post, path, bytes: Array(body.utf8), as: ben)
        #expect(made.status == 201 && made.headers[.cacheControl] == "no-store")
      }
    }
  }

  @Test func `an upload other than permitted is refused, and the path stays`() async throws {
    try await TripsFixture.with { server in
      let ben = try await server.person("Ben")
      let made = try await server.expect(
        .post, "/v1/days", body: TestRecording.permit, as: ben, gives: 201)
      let upload = try #require(made.text("upload"))
      func status(_ path: String, _ bytes: [UInt8], type: String = TestRecording.type) async throws -> Int {
        try await server.response(.put, path, bytes: bytes, type: type).status
      }
      try await #expect(status(upload + "0", TestRecording.bytes) == 403)
      try await #expect(status("/v1/uploads/none", TestRecording.bytes) == 403)
      try await #expect(status(upload, TestRecording.bytes, type: "application/gpx+xml") == 415)
      try await #expect(status(upload, TestRecording.bytes + [0]) == 413)
      try await #expect(status(upload, Array(TestRecording.bytes.reversed())) == 400)
      server.clock.advance(seconds: 59)
      try await #expect(status(upload, TestRecording.bytes) == 202)
      let late = try await server.expect(
        .post, "/v1/days", body: TestRecording.permit, as: ben, gives: 201)
      server.clock.advance(seconds: 60)
      let expired = try #require(late.text("upload"))
      try await #expect(status(expired, TestRecording.bytes) == 403)
    }
  }

  @Test func `a permission that is not allowed is refused`() async throws {
    try await TripsFixture.with { server in
      let ben = try await server.person("Ben")
      let digest = TestRecording.digest
      let refused: [(String, SkiError.Code)] = [
        ("{}", .invalidArgument), (#"{"bytes":13}"#, .invalidArgument),
        (#"{"bytes":0,"sha256":"\#(digest)"}"#, .invalidArgument),
        (#"{"bytes":1.5,"sha256":"\#(digest)"}"#, .invalidArgument),
        (#"{"bytes":13,"sha256":"\#(digest.uppercased())"}"#, .invalidArgument),
        (#"{"bytes":13,"sha256":"\#(digest)","name":"x"}"#, .invalidArgument),
        (#"{"bytes":1001,"sha256":"\#(digest)"}"#, .limitExceeded),
      ]
      for (text, code) in refused {
        try await server.expect(.post, "/v1/days", body: text, as: ben, fails: code)
      }
      for _ in 0..<Quota.openUploads.standard {
        try await server.expect(.post, "/v1/days", body: TestRecording.permit, as: ben, gives: 201)
      }
      try await server.expect(.post, "/v1/days", body: TestRecording.permit, as: ben, fails: .rateLimited)
      try await server.expect(.post, "/v1/days", body: TestRecording.permit, gives: 401)
    }
  }

  @Test func `a matched day has laps and achievements`() async throws {
    try await TripsFixture.with { server in
      let (ben, stranger) = (try await server.person("Ben"), try await server.person("Cleo"))
      let day = try await server.matchedDay(of: ben)
      let path = "/v1/days/\(day)"
      try await server.expect(
        .get, path, as: ben, gives: 200,
        #"{"id":"\#(day)","owner":"\#(ben)","state":"matched","received":"2023-11-14T22:13:20Z","#
          + #""from":"2023-11-14T20:13:20Z","until":"2023-11-14T20:25:00Z","laps":2,"descentMetres":500,"#
          + #""trips":[]}"#)
      try await server.expect(
        .get, path + "/laps", as: ben, gives: 200,
        #"{"laps":[{"kind":"lift","source":"l1","start":"2023-11-14T20:13:20Z","end":"2023-11-14T20:18:20Z","#
          + #""lengthMetres":1000,"descentMetres":0,"topSpeedMetresPerSecond":5},"#
          + #"{"kind":"run","source":"r1","start":"2023-11-14T20:20:00Z","end":"2023-11-14T20:25:00Z","#
          + #""lengthMetres":2000,"descentMetres":500,"topSpeedMetresPerSecond":18.25}]}"#)
      try await server.expect(
        .get, path + "/achievements", as: ben, gives: 200,
        #"{"achievements":[{"kind":"firstDay","value":1}]}"#)
      for rest in ["", "/laps", "/achievements"] {
        try await server.expect(.get, path + rest, as: stranger, fails: .notFound)
        try await server.expect(.get, "/v1/days/unknown" + rest, as: ben, fails: .notFound)
      }
      try await server.expect(.post, path + "/retry", body: "{}", as: ben, fails: .conflict)
      try await server.expect(.post, path + "/retry", body: "{}", as: stranger, fails: .notFound)
      try await server.expect(.post, path + "/retry", as: ben, fails: .unsupportedFormat)
      try await server.expect(.delete, path, as: stranger, fails: .notFound)
      try await server.expect(.delete, path, as: ben, gives: 204)
      try await server.expect(.delete, path, as: ben, fails: .notFound)
      try await server.expect(.get, "/v1/days", as: ben, gives: 200, #"{"days":[]}"#)
    }
  }

  @Test func `a day that failed is matched again`() async throws {
    try await TripsFixture.with { server in
      let ben = try await server.person("Ben")
      let day = try await server.matchedDay(of: ben) {
        throw SkiError(.unsupportedFormat, "the recording is of no known format; send GPX")
      }
      func state() async throws -> [String?] {
        let found = try await server.expect(.get, "/v1/days/\(day)", as: ben, gives: 200)
        return [found.text("state"), found.text("failure")]
      }
      try await #expect(state() == ["failed", "unsupportedFormat"])
      try await server.expect(.post, "/v1/days/\(day)/retry", body: "{}", as: ben, gives: 204)
      try await #expect(state() == ["waiting", nil])
    }
  }

  @Test func `files are read by signed paths for a time`() async throws {
    try await TripsFixture.with { server in
      let (ben, stranger) = (try await server.person("Ben"), try await server.person("Cleo"))
      let path = "/v1/days/" + (try await server.matchedDay(of: ben)) + "/links"
      let expected: [(String, String, String?, String)] = [
        ("gpx", "application/gpx+xml; charset=utf-8", "attachment", "whole"),
        ("thumbnail", "image/png", nil, "picture"),
        ("recording", "application/octet-stream", "attachment", "recording one"),
      ]
      var last = ""
      for (kind, type, disposition, content) in expected {
        let made = try await server.expect(
          .post, path, body: #"{"kind":"\#(kind)"}"#, as: ben, gives: 201)
        #expect(made.text("expires") == "2023-11-14T22:18:20Z")
        last = try #require(made.text("link"))
        let file = try await server.response(.get, last)
        #expect(file.status == 200 && String(decoding: file.bytes, as: UTF8.self) == content)
        #expect(file.headers[.contentType] == type)
        #expect(file.headers[.contentDisposition] == disposition)
        #expect(file.headers[.cacheControl] == "no-store")
      }
      for text in ["{}", #"{"kind":"film"}"#, #"{"kind":"gpx","until":"x"}"#] {
        try await server.expect(.post, path, body: text, as: ben, fails: .invalidArgument)
      }
      try await server.expect(.post, path, body: #"{"kind":"gpx"}"#, as: stranger, fails: .notFound)
      try await server.expect(.get, last + "00", fails: .notFound)
      try await server.expect(.get, "/v1/files/none", fails: .notFound)
      server.clock.advance(seconds: 300)
      try await server.expect(.get, last, fails: .notFound)
    }
  }

  @Test func `a day is shared with a trip on purpose`() async throws {
    try await TripsFixture.with { server in
      let (anna, ben, stranger) = (
        try await server.person("Anna"), try await server.person("Ben"), try await server.person("Cleo")
      )
      let trip = try await server.trip(host: anna, ben)
      let day = try await server.matchedDay(of: ben)
      let (path, list) = ("/v1/days/\(day)/trips/\(trip)", "/v1/trips/\(trip)/days")
      let shared =
        #"{"id":"\#(day)","owner":"\#(ben)","state":"matched","from":"2023-11-14T20:13:20Z","#
        + #""until":"2023-11-14T20:25:00Z","laps":2,"descentMetres":500,"trips":[]}"#
      try await server.expect(.get, list, as: anna, gives: 200, #"{"days":[]}"#)
      try await server.expect(.put, path, body: "{}", as: ben, gives: 204)
      try await server.expect(.get, list, as: anna, gives: 200, #"{"days":[\#(shared)]}"#)
      try await server.expect(.get, list + "?after=\(day)&count=1", as: anna, gives: 200, #"{"days":[]}"#)
      try await server.expect(.get, "/v1/days/\(day)", as: anna, gives: 200, shared)
      let own = try await server.expect(.get, "/v1/days/\(day)", as: ben, gives: 200)
      #expect(own.list("trips") == [JSONTree.string(trip.rawValue)])
      try await server.expect(.put, path, body: "{}", as: anna, fails: .notFound)
      try await server.expect(.put, "/v1/days/\(day)/trips/x", body: "{}", as: ben, fails: .notFound)
      try await server.expect(.put, path, as: ben, fails: .unsupportedFormat)
      try await server.expect(.delete, path, as: anna, fails: .notFound)
      try await server.expect(.get, list, as: stranger, fails: .notFound)
      try await server.expect(.get, list + "?after=unknown", as: anna, fails: .notFound)
      for query in ["count=0", "count=201", "count=few", "before=x"] {
        try await server.expect(.get, list + "?" + query, as: anna, fails: .invalidArgument)
      }
      try await server.expect(.delete, path, as: ben, gives: 204)
      try await server.expect(.delete, path, as: ben, fails: .notFound)
      let waiting = try await server.uploadedDay(of: anna)
      let sharing = "/v1/days/\(waiting)/trips/\(trip)"
      try await server.expect(.put, sharing, body: "{}", as: anna, fails: .conflict)
    }
  }
}

/// A recording of tests.
enum TestRecording {
  /// The bytes.
  static let bytes = Array("recording one".utf8)
  /// The SHA-256 of the bytes.
  static let digest = "70ebf849f6805b7122f620545813ea6ddbc8fb7799bab605a4f03ba0567e8da9"
  /// The body that asks for a permission.
  static let permit = #"{"bytes":13,"sha256":"\#(digest)"}"#
  /// The media type of uploads.
  static let type = "application/octet-stream"

  /// The facts of a lift ride and a run two hours before a time.
  static func facts(_ now: UniversalTime) -> MatchedDayFacts {
    let (lift, run) = (now.advanced(bySeconds: -7200), now.advanced(bySeconds: -6800))
    return MatchedDayFacts(
      laps: [
        DayLap(
          .lift, source: SourceID("l1"), start: lift, end: lift.advanced(bySeconds: 300), lengthMetres: 1000,
          descentMetres: 0, topSpeedMetresPerSecond: 5),
        DayLap(
          .run, source: SourceID("r1"), start: run, end: run.advanced(bySeconds: 300), lengthMetres: 2000,
          descentMetres: 500, topSpeedMetresPerSecond: 18.25),
      ], areas: [],
      own: MatchedDayFacts.Files(gpx: Array("whole".utf8), thumbnail: Array("picture".utf8)),
      shared: MatchedDayFacts.Files(gpx: Array("trimmed".utf8), thumbnail: Array("part".utf8)))
  }
}

extension TripsFixture {
  /// Uploads the recording of tests, and returns the identifier of its day.
  func uploadedDay(of user: UserID) async throws -> String {
    let made = try await expect(.post, "/v1/days", body: TestRecording.permit, as: user, gives: 201)
    let upload = try #require(made.text("upload"))
    let received = try await response(
      .put, upload, bytes: TestRecording.bytes, type: TestRecording.type)
    #expect(received.status == 202)
    return try #require(made.text("day"))
  }

  /// Uploads the recording of tests, works on it once, and returns the identifier of its day.
  /// - Parameters:
  ///   - user: The owner.
  ///   - fail: Throws the error of a recording that can't be matched.
  func matchedDay(of user: UserID, _ fail: @escaping @Sendable () throws -> Void = {}) async throws -> String
  {
    let day = try await uploadedDay(of: user)
    let facts = TestRecording.facts(clock.now)
    let matcher = DayMatcher(
      store,
      match: { _ in
        try fail()
        return facts
      })
    try await #expect(matcher.matchNext())
    return day
  }
}
