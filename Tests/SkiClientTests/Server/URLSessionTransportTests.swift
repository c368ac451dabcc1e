import SkiAPI
import SkiBase
import SkiPeople
import Testing

@testable import SkiClient

/// The transport over `URLSession`, against a server on this machine that sends given bytes.
@Suite struct URLSessionTransportTests {
  private let transport = URLSessionTransport()

  private func reply(_ fields: [String], _ body: String = "", status: String = "200 OK") -> [UInt8] {
    let head =
      ["HTTP/1.1 \(status)"] + fields + ["Content-Length: \(body.utf8.count)", "Connection: close", "", ""]
    return Array((head.joined(separator: "\r\n") + body).utf8)
  }

  @Test func `a request is sent with its fields and body, and the reply read with its fields`() async throws {
    let server = try LoopbackServer([
      reply(["X-Kind: one", "Content-Type: text/plain"], "hello", status: "404 Not Found")
    ])
    let request = ClientRequest(
      method: "POST", address: server.address + "/v1/x?y=1", fields: ["authorization": "Bearer t"],
      body: [1, 2, 3])
    let found = try await transport.send(request)
    #expect(found.status == 404)
    #expect(found.fields["x-kind"] == "one")
    #expect(found.body == Array("hello".utf8))
    let head = try #require(server.heads.first).lowercased()
    #expect(head.hasPrefix("post /v1/x?y=1 http/1.1"))
    #expect(head.contains("authorization: bearer t"))
    #expect(head.contains("content-length: 3"))
  }

  @Test func `a redirect is not followed, so that no token reaches another host`() async throws {
    let other = try LoopbackServer([reply([], "{}")])
    let server = try LoopbackServer([reply(["Location: \(other.address)/v1/login"], status: "302 Found")])
    let login = ServerLogin(at: ServerConnection(to: try ServerAddress(server.address), by: transport))
    await expectError(.notPermitted) { _ = try await login.offer() }
    #expect(other.heads.isEmpty)
  }

  @Test func `a cookie is not sent back`() async throws {
    let server = try LoopbackServer([reply(["Set-Cookie: a=b"]), reply([])])
    for _ in 0..<2 {
      _ = try await transport.send(ClientRequest(method: "GET", address: server.address + "/"))
    }
    #expect(server.heads.count == 2)
    #expect(server.heads.allSatisfy { !$0.lowercased().contains("\r\ncookie:") })
  }

  @Test func `a body beyond the limit is refused`() async throws {
    let count = ClientReply.greatestByteCount + 1
    let head = Array("HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\nConnection: close\r\n\r\n".utf8)
    let server = try LoopbackServer([head + [UInt8](repeating: 120, count: count)])
    await expectError(.limitExceeded) {
      _ = try await transport.send(ClientRequest(method: "GET", address: server.address + "/"))
    }
  }

  @Test func `a stream is read until its end`() async throws {
    let text =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n:\n\ndata: x\n\n"
    let server = try LoopbackServer([Array(text.utf8)])
    let stream = try await transport.open(
      ClientRequest(method: "GET", address: server.address + "/v1/stream"))
    #expect(stream.status == 200)
    #expect(stream.fields["content-type"] == "text/event-stream")
    var bytes: [UInt8] = []
    for try await piece in stream.pieces { bytes += piece }
    #expect(String(decoding: bytes, as: UTF8.self) == ":\n\ndata: x\n\n")
  }

  @Test func `a body that is cut is unavailable`() async throws {
    let text = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\nConnection: close\r\n\r\nhello"
    let server = try LoopbackServer([Array(text.utf8)])
    await expectError(.unavailable) {
      _ = try await transport.send(ClientRequest(method: "GET", address: server.address + "/"))
    }
  }

  @Test func `an address that is none is refused`() async {
    await expectError(.invalidArgument) {
      _ = try await transport.send(ClientRequest(method: "GET", address: ""))
    }
  }
}
