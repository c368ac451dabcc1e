import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// A channel handler that lets a connection end with the last of too many refusals, for those who guess and try.
///
/// The last refusal says `Connection: close`, and ``LingeringClose``, which comes before this one in the pipeline, closes the
/// connection after it: a client that goes on connects again, and meets the bound on connections of its address. Successes take
/// nothing back, since a request that succeeds costs a guesser nothing; a client that meets a refusal now and then loses no request.
/// The connections of proxies carry many clients, and have no such bound.
final class RefusalLimit: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// The statuses that count: of requests that are malformed, have no right, are too large or too many. Not those that honest clients
  /// meet while things change or people type: 404, 406, 409, 412, 416, 422.
  static let statuses: Set<Int> = [400, 401, 403, 405, 408, 411, 413, 414, 415, 417, 429, 431, 501]

  private let limit: Int
  private let addresses: ClientAddress
  private var isProxy = false
  private var count = 0

  /// Creates a handler.
  /// - Parameters:
  ///   - limit: The number of refusals with which a connection ends.
  ///   - addresses: The rule that knows the addresses of proxies.
  init(limit: Int, addresses: ClientAddress) { (self.limit, self.addresses) = (limit, addresses) }

  func handlerAdded(context: ChannelHandlerContext) {
    isProxy = addresses.isProxy(context.remoteAddress?.ipAddress ?? "")
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .head(var head) = unwrapOutboundIn(data), !isProxy, Self.statuses.contains(head.status.code)
    else { return context.write(data, promise: promise) }
    count += 1
    guard count >= limit else { return context.write(data, promise: promise) }
    head.headerFields[.connection] = "close"
    context.write(wrapOutboundOut(.head(head)), promise: promise)
  }
}
