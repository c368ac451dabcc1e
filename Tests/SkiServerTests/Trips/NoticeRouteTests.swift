import HTTPTypes
import SkiBase
import Testing

@testable import SkiAPI
@testable import SkiPeople
@testable import SkiServer

/// The routes of notices, their marks and preferences, and of a host's word.
@Suite struct NoticeRouteTests {
  /// Sends a host's word.
  private func say(_ server: TripsFixture, _ word: String, to trip: TripID, as user: UserID) async throws {
    try await server.expect(
      .post, "/v1/trips/\(trip)/notices", body: #"{"id":"\#(word)","word":"\#(word)"}"#, as: user, gives: 200)
  }

  @Test func `a host's word reaches the members once`() async throws {
    try await TripsFixture.with { server in
      let (anna, ben) = (try await server.person("Anna"), try await server.person("Ben"))
      let trip = try await server.trip(host: anna, ben)
      let path = "/v1/trips/\(trip)/notices"
      for count in [1, 0] {
        try await server.expect(
          .post, path, body: #"{"id":"w1","word":"Bus at 8"}"#, as: anna, gives: 200,
          #"{"recipients":\#(count)}"#)
      }
      let page = try await server.expect(.get, "/v1/notices", as: ben, gives: 200)
      let notice = try #require(page.list("notices").first)
      let (id, key) = (try #require(notice.text("id")), try #require(notice.text("key")))
      func document(isRead: Bool) -> String {
        #"{"notices":[{"key":"\#(key)","id":"\#(id)","kind":"hostWord","trip":"\#(trip)","#
          + #""since":"2023-11-14T22:13:20Z","isRead":\#(isRead),"word":"Bus at 8"}],"unread":\#(isRead ? 0 : 1)}"#
      }
      try await server.expect(.get, "/v1/notices", as: ben, gives: 200, document(isRead: false))
      let mark = #"{"notices":["\#(id)"]}"#
      try await server.expect(.post, "/v1/notices/read", body: mark, as: ben, gives: 204)
      try await server.expect(.get, "/v1/notices", as: ben, gives: 200, document(isRead: true))
      try await server.expect(.get, "/v1/notices", as: anna, gives: 200, #"{"notices":[],"unread":0}"#)
      try await server.expect(.post, "/v1/notices/read", body: mark, as: anna, fails: .notFound)
      try await server.expect(.get, "/v1/notices", gives: 401)
    }
  }

  @Test func `notices are read by pages and marked up to a position`() async throws {
    try await TripsFixture.with { server in
      let (anna, ben) = (try await server.person("Anna"), try await server.person("Ben"))
      let trip = try await server.trip(host: anna, ben)
      for word in ["one", "two", "three"] {
        server.clock.advance(seconds: 1)
        try await say(server, word, to: trip, as: anna)
      }
      let page = try await server.expect(.get, "/v1/notices?count=2", as: ben, gives: 200)
      let next = try #require(page.text("next"))
      let last = try await server.expect(.get, "/v1/notices?count=2&before=\(next)", as: ben, gives: 200)
      let words = [page, last].map { $0.list("notices").map { $0.text("word") } }
      #expect(words == [["three", "two"], ["one"]])
      #expect(last.text("next") == nil)
      let mark = #"{"upTo":"\#(next)"}"#
      try await server.expect(.post, "/v1/notices/read", body: mark, as: ben, gives: 204)
      let after = try await server.expect(.get, "/v1/notices", as: ben, gives: 200)
      #expect(after.member("unread") == JSONTree.number("1"))
      for query in ["count=0", "count=101", "before=now", "after=1"] {
        try await server.expect(.get, "/v1/notices?" + query, as: ben, fails: .invalidArgument)
      }
    }
  }

  @Test func `marks that are not allowed are refused`() async throws {
    try await TripsFixture.with { server in
      let anna = try await server.person("Anna")
      let many = (0...500).map { "\"\($0)\"" }.joined(separator: ",")
      let refused: [(String, SkiError.Code)] = [
        ("{}", .invalidArgument), (#"{"notices":[],"upTo":"1-a"}"#, .invalidArgument),
        (#"{"upTo":"now"}"#, .invalidArgument), (#"{"notices":"a"}"#, .invalidArgument),
        (#"{"all":true}"#, .invalidArgument), (#"{"notices":["unknown"]}"#, .notFound),
        (#"{"notices":[\#(many)]}"#, .limitExceeded),
      ]
      for (text, code) in refused {
        try await server.expect(.post, "/v1/notices/read", body: text, as: anna, fails: code)
      }
    }
  }

  @Test func `a word that is not allowed is refused`() async throws {
    try await TripsFixture.with { server in
      let (anna, ben, stranger) = (
        try await server.person("Anna"), try await server.person("Ben"), try await server.person("Cleo")
      )
      let trip = try await server.trip(host: anna, ben)
      let path = "/v1/trips/\(trip)/notices"
      let long = String(repeating: "a", count: 501)
      let refused: [(String, SkiError.Code)] = [
        (#"{"word":"a"}"#, .invalidArgument), (#"{"id":"w"}"#, .invalidArgument),
        (#"{"id":"w","word":" "}"#, .invalidArgument), (#"{"id":"w","word":"a","to":"x"}"#, .invalidArgument),
        (#"{"id":"w","word":"\#(long)"}"#, .limitExceeded),
      ]
      for (text, code) in refused { try await server.expect(.post, path, body: text, as: anna, fails: code) }
      let body = #"{"id":"w","word":"a"}"#
      try await server.expect(.post, path, body: body, as: ben, fails: .notPermitted)
      try await server.expect(.post, path, body: body, as: stranger, fails: .notFound)
      for number in 0..<Quota.hostWordsADay.standard {
        try await say(server, "\(number)", to: trip, as: anna)
      }
      try await server.expect(.post, path, body: body, as: anna, fails: .rateLimited)
      server.clock.advance(seconds: 8 * 86_400)
      try await server.expect(.post, path, body: body, as: anna, fails: .conflict)
    }
  }

  @Test func `preferences are stored as a whole`() async throws {
    try await TripsFixture.with { server in
      let anna = try await server.person("Anna")
      try await server.expect(
        .get, "/v1/me/notices", as: anna, gives: 200, #"{"muted":[],"zone":"UTC"}"#)
      let preferences =
        #"{"muted":["message","rsvp"],"quiet":{"fromMinute":1320,"untilMinute":420},"#
        + #""zone":"Europe/Zurich","digestMinutes":60}"#
      try await server.expect(.put, "/v1/me/notices", body: preferences, as: anna, gives: 204)
      try await server.expect(.get, "/v1/me/notices", as: anna, gives: 200, preferences)
      for text in [
        "{}", #"{"zone":"Europe/Atlantis"}"#, #"{"zone":"UTC","muted":["news"]}"#,
        #"{"zone":"UTC","digestMinutes":4}"#, #"{"zone":"UTC","quiet":{"fromMinute":60,"untilMinute":60}}"#,
        #"{"zone":"UTC","quiet":{"fromMinute":60,"untilMinute":1440}}"#,
        #"{"zone":"UTC","quiet":{"fromMinute":60,"untilMinute":90,"day":1}}"#, #"{"zone":"UTC","loud":true}"#,
      ] {
        try await server.expect(.put, "/v1/me/notices", body: text, as: anna, fails: .invalidArgument)
      }
      try await server.expect(.get, "/v1/me/notices", as: anna, gives: 200, preferences)
    }
  }
}
