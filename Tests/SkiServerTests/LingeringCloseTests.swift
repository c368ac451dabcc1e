import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import SkiServer

/// A connection whose own side can be closed, which an embedded channel does not support.
private final class OutputCloses: ChannelOutboundHandler {
  typealias OutboundIn = HTTPResponsePart
  var count = 0

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard mode == .output else { return context.close(mode: mode, promise: promise) }
    count += 1
    promise?.succeed()
  }
}

/// A connection with a request whose body has begun.
private struct Upload {
  let channel = EmbeddedChannel()
  let closes = OutputCloses()

  init(limitBytes: Int = 10) throws {
    try channel.pipeline.syncOperations.addHandlers(
      closes, LingeringClose(limitBytes: limitBytes, refusalLimit: 20, addresses: ClientAddress(proxies: [])))
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    let head = HTTPRequest(method: .put, scheme: "http", authority: "a", path: "/")
    try channel.writeInbound(HTTPRequestPart.head(head))
    try send("abc")
    #expect(try passedCount() == 2)
  }

  func send(_ text: String) throws {
    try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: text)))
  }

  func end() throws { try channel.writeInbound(HTTPRequestPart.end(nil)) }

  func respond(_ status: HTTPResponse.Status, _ fields: HTTPFields) throws {
    try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: status, headerFields: fields)))
    try channel.writeOutbound(HTTPResponsePart.end(nil))
    channel.embeddedEventLoop.run()
  }

  /// Returns the number of parts that were passed on since the last call.
  func passedCount() throws -> Int {
    var count = 0
    while try channel.readInbound(as: HTTPRequestPart.self) != nil { count += 1 }
    return count
  }
}

@Suite struct LingeringCloseTests {
  @Test func `the rest of a refused body is discarded, and the connection closed at its end`() throws {
    let upload = try Upload()
    try upload.respond(.contentTooLarge, [.connection: "close"])
    #expect(upload.channel.isActive)
    #expect(upload.closes.count == 1)
    try upload.send("0123456789")
    #expect(upload.channel.isActive)
    try upload.end()
    #expect(!upload.channel.isActive)
    #expect(try upload.passedCount() == 0)
  }

  @Test func `a refused body that is too long is cut off`() throws {
    let upload = try Upload()
    try upload.respond(.contentTooLarge, [.connection: "close"])
    try upload.send("0123456789")
    try upload.send("a")
    #expect(!upload.channel.isActive)
  }

  @Test func `the connection is closed at once when nothing is left of the request`() throws {
    let upload = try Upload()
    try upload.end()
    #expect(try upload.passedCount() == 1)
    try upload.respond(.badRequest, [.connection: "Close"])
    #expect(!upload.channel.isActive)
    #expect(upload.closes.count == 0)
  }

  @Test func `a response that does not end the connection leaves it open`() throws {
    let upload = try Upload(limitBytes: 0)
    try upload.respond(.ok, [:])
    try upload.send("0123456789")
    try upload.end()
    #expect(try upload.passedCount() == 2)
    #expect(upload.channel.isActive)
  }
}
