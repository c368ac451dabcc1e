import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// A channel handler that closes connections after a response which says so, without loss of that response.
///
/// A client whose request is refused may still send its body. Were the connection closed at once, the system would reset
/// it, and the client could lose the response before it is read. The rest of the body is received and discarded instead,
/// until it ends or exceeds a number of bytes; ``ConnectionGuard`` bounds the time.
///
/// A connection also ends with the last of too many refusals, for those who guess and try: a client that goes on connects again, and
/// meets the bound on connections of its address. Successes take nothing back, since a request that succeeds costs a guesser nothing; a
/// client that meets a refusal now and then loses no request. The connections of proxies carry many clients, and have no such bound.
///
/// **Source:** RFC 9112, section 9.6, "Tear-down".
final class LingeringClose: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// The statuses of refusals that count: of requests that are malformed, have no right, are too large or too many. Not those that
  /// honest clients meet while things change or people type: 404, 406, 409, 412, 416, 422.
  static let refusals: Set<Int> = [400, 401, 403, 405, 408, 411, 413, 414, 415, 417, 429, 431, 501]

  private let limitBytes: Int
  private let refusalLimit: Int
  private let addresses: ClientAddress
  private var isProxy = false
  private var refusalCount = 0
  /// Indicates that a request has begun, and not ended.
  private var isReadingRequest = false
  /// Indicates that the response being sent is the last.
  private var isLast = false
  /// The bytes discarded after the last response; nil before.
  private var discardedBytes: Int?

  /// Creates a handler.
  /// - Parameters:
  ///   - limitBytes: The greatest number of bytes of a body that are discarded.
  ///   - refusalLimit: The number of refusals with which a connection ends.
  ///   - addresses: The rule that knows the addresses of proxies.
  init(limitBytes: Int, refusalLimit: Int, addresses: ClientAddress) {
    (self.limitBytes, self.refusalLimit, self.addresses) = (limitBytes, refusalLimit, addresses)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    isProxy = addresses.isProxy(context.remoteAddress?.ipAddress ?? "")
  }

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
    case .head(let head):
      isLast = head.headerFields[.connection]?.lowercased() == "close"
      guard isLastRefusal(head.status), !isLast else { break }
      isLast = true
      var head = head
      head.headerFields[.connection] = "close"
      return context.write(wrapOutboundOut(.head(head)), promise: promise)
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

  /// Counts a response, and returns whether it is a refusal with which the connection ends.
  private func isLastRefusal(_ status: HTTPResponse.Status) -> Bool {
    guard status.code >= 400, !isProxy, Self.refusals.contains(status.code) else { return false }
    refusalCount += 1
    return refusalCount >= refusalLimit
  }

  /// Closes the connection; only its own side while a request is being received.
  private func end(_ context: ChannelHandlerContext) {
    guard isReadingRequest else { return context.close(promise: nil) }
    discardedBytes = 0
    context.close(mode: .output, promise: nil)
    context.read()
  }
}
