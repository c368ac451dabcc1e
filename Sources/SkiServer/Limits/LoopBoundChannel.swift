import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// An HTTP/1.1 channel whose requests are handled on the event loop of their connection.
///
/// Reading, answering and writing need no change of threads, which costs more than a small answer. Handlers never block:
/// searches and files have lanes of their own.
struct LoopBoundChannel: ServerChildChannel {
  /// The channel of the library.
  let base: HTTP1Channel
  /// Returns the handler of the responses that need no task.
  let immediateResponses: @Sendable () -> ImmediateResponses

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
    base.setup(channel: channel, logger: logger).flatMapThrowing { value in
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.context(handlerType: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandler(HostCheck(), position: .after(decoder.handler))
      // Behind the library's handler of idle connections, which must see all requests.
      let state = try pipeline.context(handlerType: HTTPConnectionStateHandler.self)
      try pipeline.addHandler(immediateResponses(), position: .after(state.handler))
      return value
    }
  }

  func handle(value: HTTP1Channel.Value, logger: Logger) async {
    let loop = EventLoopTaskExecutor(value.channel.eventLoop)
    await withTaskExecutorPreference(loop) { await base.handle(value: value, logger: logger) }
  }
}

/// A channel handler that marks requests without exactly one field `Host`, before its value becomes the authority.
///
/// They are refused in their order, as other bad requests. HTTP/1.0 does not require the field.
///
/// **Source:** RFC 9112, section 3.2, "Request Target".
final class HostCheck: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  /// The field that marks a request; those of clients are removed.
  static let field = HTTPField.Name("SkiRoute-Host-Fault")!

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(let received) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    let name = Self.field.rawName
    var (count, isMarked) = (0, false)
    for field in received.headers {
      if Self.isHost(field.name) { count += 1 }
      if field.name.utf8.count == name.utf8.count {
        isMarked = isMarked || field.name.lowercased() == Self.field.canonicalName
      }
    }
    let isRight = count == 1 || count == 0 && received.version == .http1_0
    guard !isRight || isMarked else { return context.fireChannelRead(data) }
    var head = received
    head.headers.remove(name: name)
    if !isRight { head.headers.add(name: name, value: "\(count)") }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  private static func isHost(_ name: String) -> Bool {
    name.utf8.count == 4 && name.utf8.elementsEqual("host".utf8) { $0 | 0x20 == $1 }
  }
}

/// An executor that runs the jobs of tasks on an event loop.
///
/// **Source:** Swift Evolution SE-0417, "Task executor preference".
final class EventLoopTaskExecutor: TaskExecutor {
  private let loop: any EventLoop

  init(_ loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let unowned = UnownedJob(job)
    loop.execute { unowned.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
