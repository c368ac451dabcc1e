import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// A channel handler that closes connections after a response which says so, without loss of that response.
///
/// A client whose request is refused may still send its body. Were the connection closed at once, the system would reset
/// it, and the client could lose the response before it is read. The rest of the body is received and discarded instead,
/// until it ends or exceeds a number of bytes; ``ConnectionGuard`` bounds the time.
///
/// **Source:** RFC 9112, section 9.6, "Tear-down".
final class LingeringClose: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let limitBytes: Int
  /// Indicates that a request has begun, and not ended.
  private var isReadingRequest = false
  /// Indicates that the response being sent is the last.
  private var isLast = false
  /// The bytes discarded after the last response; nil before.
  private var discardedBytes: Int?

  /// Creates a handler.
  /// - Parameter limitBytes: The greatest number of bytes of a body that are discarded.
  init(limitBytes: Int) { self.limitBytes = limitBytes }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    switch part {
    case .head: isReadingRequest = true
    case .body: break
    case .end: isReadingRequest = false
    }
    guard var discarded = discardedBytes else { return context.fireChannelRead(data) }
    if case .body(let bytes) = part { discarded += bytes.readableBytes }
    discardedBytes = discarded
    if !isReadingRequest || discarded > limitBytes { context.close(promise: nil) }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    context.fireChannelReadComplete()
    // The handlers behind this one may ask for no more.
    if discardedBytes != nil { context.read() }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head): isLast = head.headerFields[.connection]?.lowercased() == "close"
    case .body: break
    case .end where isLast:
      let written = promise ?? context.eventLoop.makePromise(of: Void.self)
      let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      written.futureResult.whenSuccess { bound.value.0.end(bound.value.1) }
      return context.write(data, promise: written)
    case .end: break
    }
    context.write(data, promise: promise)
  }

  /// Closes the connection; only its own side while a request is being received.
  private func end(_ context: ChannelHandlerContext) {
    guard isReadingRequest else { return context.close(promise: nil) }
    discardedBytes = 0
    context.close(mode: .output, promise: nil)
    context.read()
  }
}
