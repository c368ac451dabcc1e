import HTTPTypes
import SkiAPI
import SkiBase
import SkiPeople
import Testing

@testable import SkiServer

/// The routes under `/v1/login`.
@Suite struct LoginRouteTests {
  /// The fields of the widget at the fixture's time, as Telegram sends them; the hash was computed apart from the code under test.
  private let widget = """
    {"id": 42, "first_name": "Anna", "auth_date": 1700000000, "username": "anna_k",
    "hash": "f0484f8683af246ef2d4560b02ba5cbb266dadfbfd200678f6c14c88c75c5cd8"}
    """

  /// Records a failure unless a document has the tokens of a session that begins at the fixture's first time; returns the user.
  private func expectTokens(_ document: JSONTree) throws -> UserID {
    let user = try #require(document.text("user"))
    let refresh = try #require(document.text("refresh"))
    #expect(refresh.utf8.count == 64)
    let expected = """
      {"user": "\(user)", "access": "user:\(user)", "accessExpires": "2023-11-14T22:28:20Z",
      "refresh": "\(refresh)", "refreshExpires": "2023-12-14T22:13:20Z"}
      """
    let tokens = try JSONTree.read(Array(expected.utf8), doubts: .refused)
    #expect(document == tokens)
    return try UserID(user)
  }

  /// Returns the body with the refresh token of a session.
  private func refresh(_ tokens: JSONTree) throws -> String {
    let refresh = try #require(tokens.text("refresh"))
    return #"{"refresh": "\#(refresh)"}"#
  }

  @Test func `the logins that are offered are listed`() async throws {
    try await TripsFixture.with { server in
      try await server.expect(
        .get, "/v1/login", gives: 200,
        #"{"telegram": {"bot": 1234567}, "openID": true, "development": true}"#)
    }
    let unnumbered = LoginMethods(telegram: TelegramLogin(botToken: "a-bot"))
    try await TripsFixture.with(methods: unnumbered) { server in
      try await server.expect(
        .get, "/v1/login", gives: 200, #"{"telegram": true, "openID": false, "development": false}"#)
    }
    try await TripsFixture.with(methods: LoginMethods()) { server in
      try await server.expect(
        .get, "/v1/login", gives: 200, #"{"telegram": false, "openID": false, "development": false}"#)
      for (path, body) in [
        ("telegram", widget), ("openid/begin", "{}"), ("openid", #"{"token": "x"}"#),
        ("development", #"{"name": "Anna"}"#),
      ] {
        let detail = try await server.expect(.post, "/v1/login/\(path)", body: body, fails: .notFound)
        #expect(detail.contains("is not offered here"))
      }
    }
  }

  @Test func `the fields of the widget log in once, as numbers or as texts`() async throws {
    try await TripsFixture.with { server in
      let user = try expectTokens(
        try await server.expect(.post, "/v1/login/telegram", body: widget, gives: 200))
      let me = try await server.expect(.get, "/v1/me", as: user, gives: 200)
      #expect(me.text("name") == "Anna")
      try await server.expect(.post, "/v1/login/telegram", body: widget, fails: .notPermitted)
    }
    try await TripsFixture.with { server in
      let texts = widget.replacing("42", with: #""42""#, maxReplacements: 1)
        .replacing("1700000000", with: #""1700000000""#)
      _ = try expectTokens(try await server.expect(.post, "/v1/login/telegram", body: texts, gives: 200))
    }
  }

  @Test func `a login that is not valid is 403, without a challenge`() async throws {
    try await TripsFixture.with { server in
      for forged in [
        widget.replacing("Anna", with: "Ben"), widget.replacing("f0484f", with: "f0484e"), "{}",
        widget.replacing("\"id\": 42", with: "\"id\": 42.0"),
      ] {
        try await server.expect(.post, "/v1/login/telegram", body: forged, fails: .notPermitted)
      }
      let response = try await server.response(.post, "/v1/login/telegram", bytes: Array("{}".utf8))
      #expect(response.status == 403)
      #expect(response.headers[.wwwAuthenticate] == nil)
      server.clock.advance(seconds: 601)
      let detail = try await server.expect(.post, "/v1/login/telegram", body: widget, fails: .notPermitted)
      #expect(detail.contains("another time"))
    }
  }

  @Test func `fields of another type, and too many or too long ones, are refused by name and limit`()
    async throws
  {
    try await TripsFixture.with { server in
      for value in ["true", "[1]", "null", "{}"] {
        let detail = try await server.expect(
          .post, "/v1/login/telegram", body: "{\"photo_url\": \(value)}", fails: .invalidArgument)
        #expect(detail == "field photo_url of the login must be a text or a number")
      }
      let many = (0..<21).map { "\"f\($0)\": 1" }.joined(separator: ",")
      let count = try await server.expect(
        .post, "/v1/login/telegram", body: "{\(many)}", fails: .limitExceeded)
      #expect(count.contains("21 fields") && count.contains("20 at most"))
      let long = String(repeating: "x", count: 1025)
      let length = try await server.expect(
        .post, "/v1/login/telegram", body: "{\"photo_url\": \"\(long)\"}", fails: .limitExceeded)
      #expect(length == "field photo_url of the login has 1025 bytes; send 1024 at most")
    }
  }

  @Test func `an id_token logs in with a nonce of the server, once and within ten minutes`() async throws {
    try await TripsFixture.with { server in
      func token() async throws -> String {
        let document = try await server.expect(.post, "/v1/login/openid/begin", body: "{}", gives: 200)
        let nonce = try #require(document.text("nonce"))
        #expect(document == .object(["nonce": .string(nonce)]) && nonce.utf8.count == 64)
        return #"{"token": "\#(nonce)"}"#
      }
      let used = try await token()
      let user = try expectTokens(try await server.expect(.post, "/v1/login/openid", body: used, gives: 200))
      let me = try await server.expect(.get, "/v1/me", as: user, gives: 200)
      #expect(me.text("name") == "Olga")
      for refused in [used, #"{"token": "forged"}"#, #"{"token": "another"}"#, #"{"token": ""}"#] {
        try await server.expect(.post, "/v1/login/openid", body: refused, fails: .notPermitted)
      }
      let late = try await token()
      server.clock.advance(seconds: 601)
      try await server.expect(.post, "/v1/login/openid", body: late, fails: .notPermitted)
      let detail = try await server.expect(.post, "/v1/login/openid", body: "{}", fails: .invalidArgument)
      #expect(detail == "login lacks token; send it")
      try await server.expect(.post, "/v1/login/openid", body: #"{"token": 1}"#, fails: .invalidArgument)
    }
  }

  @Test func `a name logs the same person in again`() async throws {
    try await TripsFixture.with { server in
      let body = #"{"name": "Anna"}"#
      let user = try expectTokens(
        try await server.expect(.post, "/v1/login/development", body: body, gives: 200))
      let again = try await server.expect(.post, "/v1/login/development", body: body, gives: 200)
      #expect(again.text("user") == user.rawValue)
      try await server.expect(.post, "/v1/login/development", body: "{}", fails: .invalidArgument)
      try await server.expect(
        .post, "/v1/login/development", body: #"{"name": " "}"#, fails: .invalidArgument)
      let long = String(repeating: "x", count: 41)
      try await server.expect(
        .post, "/v1/login/development", body: "{\"name\": \"\(long)\"}", fails: .limitExceeded)
    }
  }

  @Test func `a refresh token gives one successor; used again after a minute it ends the session`()
    async throws
  {
    try await TripsFixture.with { server in
      let body = #"{"name": "Anna"}"#
      let first = try await server.expect(.post, "/v1/login/development", body: body, gives: 200)
      let old = try refresh(first)
      let second = try await server.expect(.post, "/v1/login/refresh", body: old, gives: 200)
      _ = try expectTokens(second)
      #expect(second.text("user") == first.text("user"))
      #expect(second.text("refresh") != first.text("refresh"))
      let repeated = try await server.expect(.post, "/v1/login/refresh", body: old, gives: 200)
      #expect(repeated.text("refresh") == second.text("refresh"))
      server.clock.advance(seconds: 61)
      try await server.expect(.post, "/v1/login/refresh", body: old, fails: .notPermitted)
      let new = try refresh(second)
      try await server.expect(.post, "/v1/login/refresh", body: new, fails: .notPermitted)
      try await server.expect(.post, "/v1/login/refresh", body: #"{"refresh": "x"}"#, fails: .notPermitted)
      try await server.expect(.post, "/v1/login/refresh", body: "{}", fails: .invalidArgument)
      let response = try await server.response(.post, "/v1/login/refresh", bytes: Array(new.utf8))
      #expect(response.headers[.wwwAuthenticate] == nil)
    }
  }

  @Test func `a session ends by its refresh token, and an unknown one has ended`() async throws {
    try await TripsFixture.with { server in
      let tokens = try await server.expect(
        .post, "/v1/login/development", body: #"{"name": "Anna"}"#, gives: 200)
      let body = try refresh(tokens)
      for _ in 0..<2 { try await server.expect(.post, "/v1/login/end", body: body, gives: 204) }
      try await server.expect(.post, "/v1/login/refresh", body: body, fails: .notPermitted)
      try await server.expect(.post, "/v1/login/end", body: #"{"refresh": "unknown"}"#, gives: 204)
      try await server.expect(.post, "/v1/login/end", body: "{}", fails: .invalidArgument)
    }
  }

  @Test func `each login ends the session before it that it names`() async throws {
    try await TripsFixture.with { server in
      func token() async throws -> String {
        let begun = try await server.expect(.post, "/v1/login/openid/begin", body: "{}", gives: 200)
        return #"{"token": "\#(try #require(begun.text("nonce")))"}"#
      }
      let again = widget.replacing("1700000000", with: "1700000001").replacing(
        "f0484f8683af246ef2d4560b02ba5cbb266dadfbfd200678f6c14c88c75c5cd8",
        with: "f60a75c68b4be6dfd65dc9194047e0a45b1353ef53d3d0599fb768a8749ca521")
      let name = #"{"name": "Anna"}"#
      let logins = [
        ("telegram", widget, again), ("openid", try await token(), try await token()),
        ("development", name, name),
      ]
      for (path, first, second) in logins {
        let before = try await server.expect(.post, "/v1/login/\(path)", body: first, gives: 200)
        let used = try #require(before.text("refresh"))
        let named = second.dropLast() + #", "refresh": "\#(used)"}"#
        let tokens = try await server.expect(.post, "/v1/login/\(path)", body: String(named), gives: 200)
        #expect(tokens.text("user") == before.text("user") && tokens.text("refresh") != used)
        try await server.expect(
          .post, "/v1/login/refresh", body: try refresh(before), fails: .notPermitted)
        try await server.expect(.post, "/v1/login/refresh", body: try refresh(tokens), gives: 200)
      }
      for (path, body, _) in logins {
        let wrong = body.dropLast() + #", "refresh": 7}"#
        try await server.expect(.post, "/v1/login/\(path)", body: String(wrong), fails: .invalidArgument)
      }
    }
  }

  @Test func `the login for development is refused to what a proxy forwards`() async throws {
    for host in ["127.0.0.1", "127.9.8.7:80", "localhost:8080", "LOCALHOST", "[::1]:9", "[::1]"] {
      #expect(DevelopmentOrigin.isLoopback(host), "\(host)")
    }
    for host in [
      "", "ski.example", "127.0.0.1.example", "127.0.0.1:x", "localhost.example:80", "[::2]", "[::1",
      "[::1]x",
      "128.0.0.1", "127.0.0.256", "127.1", "::1",
    ] { #expect(!DevelopmentOrigin.isLoopback(host), "\(host)") }
    try await TripsFixture.with { server in
      func status(_ host: String?, _ headers: HTTPFields) async throws -> Int {
        try await server.response(
          .post, "/v1/login/development", bytes: Array(#"{"name": "Anna"}"#.utf8), host: host,
          headers: headers
        ).status
      }
      try await #expect(status("localhost:8080", [.origin: "http://localhost:8080"]) == 200)
      try await #expect(status(nil, [:]) == 403)
      try await #expect(status("ski.example", [:]) == 403)
      try await #expect(status("127.0.0.1", [.origin: "https://ski.example"]) == 403)
      for name in ["Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via"] {
        let field = try #require(HTTPField.Name(name))
        try await #expect(status("127.0.0.1", [field: "x"]) == 403, "\(name)")
      }
    }
  }

  @Test func `no cache keeps tokens`() async throws {
    try await TripsFixture.with { server in
      let body = Array(#"{"name": "Anna"}"#.utf8)
      let response = try await server.response(.post, "/v1/login/development", bytes: body)
      #expect(response.headers[.cacheControl] == "no-store")
    }
  }
}
