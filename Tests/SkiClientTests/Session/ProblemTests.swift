import SkiAPI
import SkiBase
import SkiPeople
import Testing

@testable import SkiClient

/// Problems of the server, and replies that are none, become errors of one code.
@Suite struct ProblemTests {
  private func error(_ reply: ClientReply) async throws -> SkiError? {
    let world = try World(ScriptedTransport { _ in reply })
    do {
      // No request of this kind is repeated.
      try await world.client.trips.choose(nil, as: world.user)
      return nil
    } catch let error as SkiError {
      return error
    }
  }

  @Test(arguments: SkiError.Code.allCases)
  func `a problem has the code that it names, whatever its status`(code: SkiError.Code) async throws {
    let found = try #require(try await error(.problem(400, code.rawValue)))
    #expect(found.code == code)
    #expect(found.message == "it fails; mend it")
  }

  @Test(arguments: [
    (301, SkiError.Code.notPermitted), (400, .invalidArgument), (402, .invalidArgument), (403, .notPermitted),
    (404, .notFound), (405, .invalidArgument), (408, .timedOut), (409, .conflict), (410, .notFound),
    (413, .limitExceeded), (415, .unsupportedFormat), (418, .invalidArgument), (422, .invalidArgument),
    (429, .rateLimited), (500, .internalInconsistency), (502, .unavailable), (503, .unavailable),
    (504, .timedOut), (599, .internalInconsistency), (600, .malformedData), (100, .malformedData),
  ])
  func `a status decides for an unknown code and without a problem`(status: Int, code: SkiError.Code)
    async throws
  {
    let found = try #require(try await error(ClientReply(status: status, body: Array("<html>".utf8))))
    #expect(found.code == code)
    #expect(found.message.contains("\(status)"))
    let unknown = try #require(try await error(.problem(status, "teapot")))
    #expect(unknown.code == code)
  }

  @Test func `a long detail is shortened`() async throws {
    let text = #"{"code":"conflict","detail":"\#(String(repeating: "x", count: 5000))"}"#
    let reply = ClientReply(
      status: 409, fields: ["content-type": "application/problem+json; charset=utf-8"], body: Array(text.utf8)
    )
    let found = try #require(try await error(reply))
    #expect(found.code == .conflict)
    #expect(found.message.count < 1100)
  }

  @Test(arguments: [429, 503])
  func `a reading request waits once when the server says for how long`(status: Int) async throws {
    let count = Locked(0)
    let world = try World(
      ScriptedTransport { _ in
        let number = count.withLock { count -> Int in
          count += 1
          return count
        }
        return number == 1
          ? .problem(status, "unavailable", fields: ["retry-after": "2"]) : .json(#"{"trips":[]}"#)
      })
    try await #expect(world.client.trips.list(as: world.user).isEmpty)
    #expect(world.waited == [2000])
    #expect(world.transport.requests.count == 2)
  }

  @Test func `a second refusal, a long wait and another method fail at once`() async throws {
    func world(_ wait: String) throws -> World {
      try World(ScriptedTransport { _ in .problem(503, "unavailable", fields: ["retry-after": wait]) })
    }
    let again = try world("0")
    await expectError(.unavailable) { _ = try await again.client.trips.list(as: again.user) }
    #expect(again.transport.requests.count == 2)
    for wait in ["6", "-1", "soon", "9999999999999999999"] {
      let long = try world(wait)
      await expectError(.unavailable) { _ = try await long.client.trips.list(as: long.user) }
      #expect(long.transport.requests.count == 1)
    }
    let writing = try world("1")
    await expectError(.unavailable) { try await writing.client.trips.choose(nil, as: writing.user) }
    #expect(writing.transport.requests.count == 1)
  }

  @Test(arguments: ["", "<html>", "[]", "{}", #"{"id":7}"#, #"{"id":"t","id":"u"}"#])
  func `a result that the contract does not have is malformed`(body: String) async throws {
    let world = try World(ScriptedTransport { _ in .json(body) })
    await expectError(.malformedData) { _ = try await world.client.trips.get(TripID("t"), as: world.user) }
  }

  @Test func `descriptions hold neither tokens nor addresses`() {
    let request = ClientRequest(
      method: "GET", address: "https://ski.test/v1/files/secret", fields: ["authorization": "Bearer secret"])
    #expect(!"\(request)".contains("secret"))
    #expect(!String(reflecting: request).contains("secret"))
  }
}

/// Addresses of servers, and the paths of requests.
@Suite struct AddressTests {
  @Test(arguments: [
    "https://ski.example", "https://ski.example:8443/app", "http://127.0.0.1:8080", "http://localhost",
  ])
  func `an address with TLS or of this machine is taken`(text: String) throws {
    try #expect(ServerAddress(text).text == text)
    try #expect(ServerAddress(text + "/").text == text)
  }

  @Test(arguments: [
    "", "ski.example", "http://ski.example", "ftp://ski.example", "https://", "https://a:b@ski.example",
    "https://ski.example?x=1", "https://ski.example#x",
  ])
  func `another address is refused`(text: String) async {
    await expectError(.invalidArgument) { _ = try ServerAddress(text) }
  }

  @Test func `an address without TLS must be asked for`() throws {
    try #expect(ServerAddress("http://ski.example", allowsPlainHTTP: true).text == "http://ski.example")
  }

  @Test func `identifiers are encoded, so that none reaches another route`() {
    #expect(ServerCall.get("trips", "a/b?c#d e").target == "/v1/trips/a%2Fb%3Fc%23d%20e")
    #expect(ServerCall.get("trips", "..", "members").target == "/v1/trips/%2E%2E/members")
    #expect(ServerCall.get("trips", "ä.1").target == "/v1/trips/%C3%A4.1")
    #expect(
      ServerCall.get("notices", query: ["before": nil, "count": "5", "x": "a&b=c"]).target
        == "/v1/notices?count=5&x=a%26b%3Dc")
  }
}
