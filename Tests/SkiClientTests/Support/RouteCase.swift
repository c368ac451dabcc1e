import SkiAPI
import SkiBase
import SkiPeople
import Testing

@testable import SkiClient

/// A method of the client with the request that it sends, and a reply.
struct RouteCase: Sendable, CustomTestStringConvertible {
  /// The method and the target.
  let line: String
  /// The body as JSON; empty for none.
  let body: String
  /// The reply of the server.
  let reply: @Sendable () throws -> ClientReply
  /// Calls the method; returns whether the result is that of the reply.
  let act: @Sendable (SkiClient, UserID) async throws -> Bool

  init(
    _ line: String, sends body: String = "",
    _ reply: @autoclosure @escaping @Sendable () throws -> ClientReply,
    _ act: @escaping @Sendable (SkiClient, UserID) async throws -> Bool
  ) {
    (self.line, self.body, self.reply, self.act) = (line, body, reply, act)
  }

  /// A method without a result.
  static func act(
    _ line: String, _ body: String = "", _ act: @escaping @Sendable (SkiClient, UserID) async throws -> Void
  ) -> RouteCase {
    RouteCase(line, sends: body, .done) { client, user in
      try await act(client, user)
      return true
    }
  }

  var testDescription: String { line }

  /// Sends the request and compares it with the contract.
  func check() async throws {
    let scripted = try self.reply()
    let world = try World(ScriptedTransport { _ in scripted })
    let isRight = try await act(world.client, world.user)
    #expect(isRight, "the result differs from the reply")
    let request = try #require(world.transport.requests.last)
    #expect(request.line == line)
    guard !body.isEmpty else {
      #expect(request.body == nil)
      return
    }
    let sent = try JSONTree.read(request.body ?? [], doubts: .refused)
    try #expect(sent == JSONTree.read(Array(body.utf8), doubts: .refused))
    #expect(request.fields["content-type"] == "application/json")
  }
}
