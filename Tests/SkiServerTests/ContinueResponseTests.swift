import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import SkiServer

@Suite struct ContinueResponseTests {
  /// Returns a connection whose bodies have ten bytes at most.
  private func connection() throws -> EmbeddedChannel {
    let channel = EmbeddedChannel()
    try channel.pipeline.syncOperations.addHandler(ContinueResponse(limitBytes: 10))
    return channel
  }

  private func begin(_ channel: EmbeddedChannel, _ fields: HTTPFields) throws {
    let head = HTTPRequest(method: .put, scheme: "http", authority: "a", path: "/", headerFields: fields)
    try channel.writeInbound(HTTPRequestPart.head(head))
    #expect(try channel.readInbound(as: HTTPRequestPart.self) == .head(head))
  }

  /// Returns the statuses of the responses that were begun since the last call.
  private func statuses(_ channel: EmbeddedChannel) throws -> [HTTPResponse.Status] {
    var statuses: [HTTPResponse.Status] = []
    while let part = try channel.readOutbound(as: HTTPResponsePart.self) {
      if case .head(let head) = part { statuses.append(head.status) }
    }
    return statuses
  }

  private static let expect = HTTPField.Name("Expect")!

  @Test(
    arguments: [
      [.contentLength: "10", expect: "100-continue"], [expect: "100-Continue"],
      [.transferEncoding: "chunked", expect: "100-continue"],
    ] as [HTTPFields])
  func `a body that is held back is asked for`(fields: HTTPFields) throws {
    let channel = try connection()
    try begin(channel, fields)
    #expect(try statuses(channel) == [.continue])
  }

  @Test(
    arguments: [
      [:], [.contentLength: "10"], [.contentLength: "11", expect: "100-continue"],
      [.contentLength: "ten", expect: "100-continue"], [.contentLength: "10", expect: "200-ok"],
    ] as [HTTPFields])
  func `no other body is asked for, nor one that is too long`(fields: HTTPFields) throws {
    let channel = try connection()
    try begin(channel, fields)
    #expect(try statuses(channel).isEmpty)
  }

  @Test func `no body is asked for while the request before is being answered`() throws {
    let channel = try connection()
    for isAnswered in [true, false] {
      try begin(channel, [:])
      if isAnswered {
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
      }
      try begin(channel, [Self.expect: "100-continue"])
      #expect(try statuses(channel) == (isAnswered ? [.ok, .continue] : []))
      try channel.writeOutbound(HTTPResponsePart.end(nil))
    }
  }
}
