import Foundation
import SkiBase
import Testing

@testable import SkiPeople

/// Requests by libcurl to a server that answers by path.
struct CurlClientTests {
  private let server: FeedServer

  init() throws { server = try FeedServer.shared() }

  private func text(_ reply: HTTPReply) -> String { String(decoding: reply.body, as: UTF8.self) }

  @Test func `a document comes with its fields`() async throws {
    let reply = try await server.get("good")
    #expect(reply.status == 200)
    #expect(text(reply).hasPrefix("{\"version\": 1"))
    #expect(reply.field("etag") == "\"one\"")
    #expect(reply.mediaType == "application/json")
  }

  @Test func `a document that is known is not sent again`() async throws {
    let tagged = try await server.get("good", tag: "\"one\"")
    #expect(tagged.status == 304)
    #expect(tagged.body.isEmpty)
    #expect(try await server.get("good", tag: "\"other\"").status == 200)
    let modified = "Sun, 01 Feb 2026 09:00:00 GMT"
    #expect(try await server.get("modified").field("last-modified") == modified)
    #expect(try await server.get("modified", modified: modified).status == 304)
  }

  @Test func `a compressed document is decompressed`() async throws {
    #expect(try await server.get("gzip").body == server.get("good").body)
  }

  @Test func `a document of the greatest size is received as a whole`() async throws {
    #expect(try await server.get("limit").body.count == 16 << 20)
  }

  @Test func `three redirects are followed, four are not`() async throws {
    #expect(try await server.get("hop3").status == 200)
    await expectError(.limitExceeded) { _ = try await server.get("hop4") }
  }

  @Test func `a status without a document is returned without its body`() async throws {
    let reply = try await server.get("status404")
    #expect(reply.status == 404)
    #expect(reply.body.isEmpty)
  }

  @Test func `a cancelled request ends as cancelled, before its time is over`() async throws {
    let request = HTTPGet(
      try server.address("silent"), accepts: "*/*",
      limits: HTTPLimits(headMilliseconds: 120_000, wholeMilliseconds: 120_000))
    let client = try CurlClient()
    let task = Task { try await client.get(request) }
    try await Task.sleep(for: .milliseconds(100))
    task.cancel()
    await expectError(.cancelled) { _ = try await task.value }
    let early = Task { try await client.get(request) }
    early.cancel()
    await expectError(.cancelled) { _ = try await early.value }
  }

  @Test func `a request tells nothing but what it asks for`() async throws {
    _ = try await server.get("good2", tag: "\"one\"")
    let fields = text(try await server.get("fields/good2"))
    let found = try #require(JSONSerialization.jsonObject(with: Data(fields.utf8)) as? [[String: String]])
    let last = try #require(found.last)
    #expect(
      last.filter { $0.key != "host" } == [
        "accept": "application/json", "accept-encoding": "gzip, deflate", "if-none-match": "\"one\"",
        "user-agent": "SkiRoute",
      ])
  }

  private func post(_ behaviour: String, _ body: [UInt8]) async throws -> Int {
    try await CurlClient().post(
      HTTPPost(
        try server.address(behaviour),
        fields: ["content-type": "application/json", "skiroute-time": "7", "bad": "a\r\ninjected: 1"],
        body: body, limits: FeedServer.limits(for: behaviour)))
  }

  @Test func `a body is sent whole, with its fields`() async throws {
    for (number, count) in [0, 1, 100_000, 3_000_000].enumerated() {
      let body = (0..<count).map { UInt8(truncatingIfNeeded: $0 % 94 + 33) }
      #expect(try await post("good/\(number)", body) == 200)
      let found = try #require(
        JSONSerialization.jsonObject(with: Data(try await server.get("bodies/good/\(number)").body))
          as? [String])
      #expect(found.last.map { Array($0.utf8) } == body)
    }
    let fields = try #require(
      JSONSerialization.jsonObject(with: Data(try await server.get("fields/good/1").body))
        as? [[String: String]])
    #expect(
      fields.last?.filter { $0.key != "host" } == [
        "accept": "*/*", "accept-encoding": "gzip, deflate", "content-length": "1",
        "content-type": "application/json", "skiroute-time": "7", "user-agent": "SkiRoute",
      ])
  }

  @Test func `a sent body is answered by a status, whatever comes with it`() async throws {
    for (behaviour, status) in [
      ("good", 200), ("huge", 200), ("unending", 200), ("cut", 200), ("status204", 204), ("status500", 500),
      ("busy", 429), ("loop", 302), ("elsewhere", 302),
    ] {
      #expect(try await post(behaviour, [1, 2]) == status, "\(behaviour)")
    }
    await expectError(.timedOut) { _ = try await post("silent", [1]) }
    await expectError(.inputOutput) { _ = try await post("head-end", [1]) }
    await expectError(.unavailable) {
      _ = try await CurlClient().post(HTTPPost(try server.closedAddress(), fields: [:], body: [1]))
    }
  }

  @Test func `many requests at the same time end, whatever each gets`() async throws {
    let behaviours = ["good", "status500", "cut", "silent", "bomb-zlib", "head-end", "unending", "reset"]
    let ended = await withTaskGroup(of: Int.self) { group in
      for number in 0..<32 {
        group.addTask {
          _ = try? await server.get(behaviours[number % behaviours.count])
          return 1
        }
      }
      return await group.reduce(0, +)
    }
    #expect(ended == 32)
  }
}
