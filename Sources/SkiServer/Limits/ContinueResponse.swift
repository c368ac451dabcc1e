import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// A channel handler that answers the expectation 100-continue, so that a client sends the body that it holds back.
///
/// A body that is announced as longer than any may be is not asked for: its refusal follows. Nor is one behind a request
/// that is still being answered, whose response the client could not tell from this one.
///
/// **Source:** RFC 9110, section 10.1.1, "Expect".
final class ContinueResponse: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private static let expectation = HTTPField.Name("Expect")!

  private let limitBytes: Int
  /// The requests whose responses have not been sent.
  private var unansweredCount = 0

  /// Creates a handler.
  /// - Parameter limitBytes: The greatest number of bytes of a body.
  init(limitBytes: Int) { self.limitBytes = limitBytes }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let head) = unwrapInboundIn(data) {
      unansweredCount += 1
      if unansweredCount == 1, isExpecting(head.headerFields) {
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
      }
    }
    context.fireChannelRead(data)
  }

  private func isExpecting(_ fields: HTTPFields) -> Bool {
    guard fields[Self.expectation]?.lowercased() == "100-continue" else { return false }
    guard let length = fields[.contentLength] else { return true }
    return Int(length).map { $0 <= limitBytes } ?? false
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) { unansweredCount -= 1 }
    context.write(data, promise: promise)
  }
}
