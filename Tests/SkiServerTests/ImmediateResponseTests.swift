import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import SkiServer

/// A handler of responses at hand in a pipeline of its own: those to `/known` are at hand.
private struct Pipeline {
  let channel = EmbeddedChannel()
  let table = ConnectionTable(limit: 100, limitPerAddress: 10, addresses: ClientAddress(proxies: []))
  let connection: ConnectionTable.Connection

  init() throws {
    connection = try #require(table.open(channel, address: "1.2.3.4"))
    let handler = ImmediateResponses(table: table) { head, _ in
      guard head.path == "/known" else { return nil }
      return ImmediateResponse(status: .ok, headers: [.eTag: "\"a\""], body: ByteBuffer(string: "known"))
    }
    try channel.pipeline.syncOperations.addHandler(handler)
  }

  /// Sends a request; returns whether it was answered at once.
  func isAnswered(_ path: String, _ fields: HTTPFields = [:], body: String? = nil) throws -> Bool {
    let head = HTTPRequest(method: .get, scheme: "http", authority: "a", path: path, headerFields: fields)
    try channel.writeInbound(HTTPRequestPart.head(head))
    if let body { try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: body))) }
    try channel.writeInbound(HTTPRequestPart.end(nil))
    var passed: [HTTPRequestPart] = []
    while let part = try channel.readInbound(as: HTTPRequestPart.self) { passed.append(part) }
    let sent = try response()
    #expect(sent.isEmpty != passed.isEmpty, "\(path) is answered or passed on")
    #expect(passed.isEmpty || passed.count == (body == nil ? 2 : 3), "\(path) is passed on whole")
    return !sent.isEmpty
  }

  /// Returns the parts sent since the last call.
  func response() throws -> [HTTPResponsePart] {
    var parts: [HTTPResponsePart] = []
    while let part = try channel.readOutbound(as: HTTPResponsePart.self) { parts.append(part) }
    return parts
  }

  /// Sends the response to a request that was passed on.
  func answer() throws {
    try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
    try channel.writeOutbound(HTTPResponsePart.end(nil))
    _ = try response()
  }
}

@Suite struct ImmediateResponseTests {
  @Test func `a response at hand is sent whole, with the time, and its request is not passed on`() throws {
    let pipeline = try Pipeline()
    let head = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/known")
    try pipeline.channel.writeInbound(HTTPRequestPart.head(head))
    let sent = try pipeline.response()
    try #require(sent.count == 3)
    guard case .head(let response) = sent[0], case .body(let body) = sent[1], case .end(nil) = sent[2] else {
      Issue.record("\(sent)")
      return
    }
    #expect(response.status == .ok)
    #expect(response.headerFields[.eTag] == "\"a\"")
    let date = try #require(response.headerFields[.date])
    #expect(
      date.wholeMatch(of: /[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} 20\d\d \d\d:\d\d:\d\d GMT/) != nil, "\(date)")
    #expect(String(buffer: body) == "known")
    try pipeline.channel.writeInbound(HTTPRequestPart.end(nil))
    #expect(try pipeline.channel.readInbound(as: HTTPRequestPart.self) == nil)
  }

  @Test func `a response at hand waits for those before it`() throws {
    let pipeline = try Pipeline()
    #expect(try !pipeline.isAnswered("/other"))
    #expect(try !pipeline.isAnswered("/known"))
    try pipeline.answer()
    #expect(try !pipeline.isAnswered("/known"))
    try pipeline.answer()
    try pipeline.answer()
    #expect(try pipeline.isAnswered("/known"))
  }

  @Test func `requests with a body, and those that change the connection, are passed on`() throws {
    let pipeline = try Pipeline()
    let fields: [(HTTPField.Name, String)] = [
      (.contentLength, "3"), (.transferEncoding, "chunked"), (.connection, "close"), (.upgrade, "h2c"),
      (.expect, "100-continue"),
    ]
    for (name, value) in fields {
      #expect(try !pipeline.isAnswered("/known", [name: value], body: "abc"), "\(name)")
      try pipeline.answer()
    }
    #expect(try pipeline.isAnswered("/known"))
  }

  @Test func `a client that does not read gets no more at once`() throws {
    let pipeline = try Pipeline()
    #expect(try pipeline.isAnswered("/known"))
    #expect(try pipeline.isAnswered("/known"))
    // Neither is sent, as the guard of the connection would notice.
    #expect(try !pipeline.isAnswered("/known"))
    try pipeline.answer()
    pipeline.connection.endResponse()
    #expect(try pipeline.isAnswered("/known"))
    pipeline.connection.endResponse()
    pipeline.channel.isWritable = false
    #expect(try !pipeline.isAnswered("/known"))
  }
}
