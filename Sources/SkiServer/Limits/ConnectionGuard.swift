import HTTPTypes
import NIOCore
import NIOHTTPTypes
import SkiBase
import SkiSystem

/// A channel handler that closes connections which cost more than ``ServerLimits`` allow.
///
/// It closes a connection of an address that has too many, one whose body does not arrive in time as a whole, and one
/// whose client takes no bytes; streams of events have bounds of their own for what waits to be sent. A connection for which
/// there was no room is answered by 503. Idle connections are closed by the library, and by ``ConnectionTable`` when there
/// are too many.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart
  private typealias SocketOptionValue = ChannelOptions.Types.SocketOption.Value

  /// The media type of server-sent events, whose responses have bounds of their own.
  static let eventStream = "text/event-stream"

  private let limits: ServerLimits
  private let table: ConnectionTable
  private var connection: ConnectionTable.Connection?
  private var body: Scheduled<Void>?
  private var stall: Scheduled<Void>?
  private var isReadingBody = false
  /// The requests that are received or answered.
  private var unanswered = 0
  /// Indicates that the client sends no more; it may still wait for the answer to what it has sent.
  private var isInputClosed = false
  /// Closes a refused connection whose client sends nothing.
  private var refusal: Scheduled<Void>?
  /// Indicates that the response has a part of a body.
  private var hasBody = false
  private var isStream = false
  private var unwritten = 0
  private var wroteAt = NIODeadline.now()
  private var stalledSeconds: Int

  init(limits: ServerLimits, table: ConnectionTable) {
    (self.limits, self.table) = (limits, table)
    stalledSeconds = limits.stalledSeconds
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let address = context.remoteAddress?.ipAddress ?? ""
    connection = table.open(context.channel, address: address)
    guard let connection else { return context.close(promise: nil) }
    if connection.isRefused { closeSoon(context) }
    limitWaiting(
      context.channel, outboundBytes: limits.outboundBytes, socketBytes: limits.socketBytes)
    limitUnconfirmedTime(of: context.channel)
  }

  /// Bounds what waits to be sent in the process and in the system, whose buffer would grow to megabytes otherwise.
  private func limitWaiting(_ channel: any Channel, outboundBytes: Int, socketBytes: Int) {
    let mark = ChannelOptions.Types.WriteBufferWaterMark(low: outboundBytes / 2, high: outboundBytes)
    channel.setOption(.writeBufferWaterMark, value: mark).whenFailure { _ in }
    channel.setOption(.socketOption(.so_sndbuf), value: SocketOptionValue(socketBytes)).whenFailure { _ in }
  }

  /// Lets the system disconnect a client that confirms nothing of what was sent, or keeps its window closed.
  ///
  /// The process does not see that: the system takes bytes until its buffer is full.
  ///
  /// **Source:** RFC 5482, "TCP User Timeout Option"; tcp(7), `TCP_USER_TIMEOUT`.
  private func limitUnconfirmedTime(of channel: any Channel) {
    #if os(Linux)
      let option = ChannelOptions.Types.SocketOption(
        level: .tcp, name: NIOBSDSocket.Option(rawValue: TCP_USER_TIMEOUT))
      channel.setOption(option, value: SocketOptionValue(stalledSeconds * 1000)).whenFailure { _ in }
    #endif
  }

  func handlerRemoved(context: ChannelHandlerContext) { end(context) }

  func channelInactive(context: ChannelHandlerContext) {
    end(context)
    context.fireChannelInactive()
  }

  private func end(_ context: ChannelHandlerContext) {
    connection?.leave()
    if connection != nil { table.close(context.channel) }
    connection = nil
    for task in [body, stall, refusal] { task?.cancel() }
    (body, stall, refusal) = (nil, nil, nil)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .inputClosed? = event as? ChannelEvent {
      isInputClosed = true
      // The client of a stream, which has no end to wait for, has left.
      if isStream { connection?.leave() }
    }
    context.fireUserInboundEventTriggered(event)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    if connection?.isRefused == true { return refuse(part, context) }
    switch part {
    case .head:
      isReadingBody = true
      if unanswered == 0 { connection?.noteRequest() }
      unanswered += 1
    case .body: break
    case .end:
      isReadingBody = false
      body?.cancel()
      body = nil
    }
    context.fireChannelRead(data)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    // Most requests have no body, and need no timer.
    if isReadingBody, body == nil {
      let loop = context.loopBound
      body = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(Int64(ServerLimits.bodySeconds))) {
        loop.value.close(promise: nil)
      }
    }
    context.fireChannelReadComplete()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let part = unwrapOutboundIn(data)
    if case .head(let head) = part {
      let isStream = head.headerFields.first(.contentType) == Self.eventStream
      if isStream { beginStream(context.channel) }
      // Of a stream no part need follow the first.
      hasBody = isStream
      return context.write(data, promise: promise)
    }
    // After a part that leaves the channel writable, another part or the end follows at once, and is watched.
    if case .body(let bytes) = part, !hasBody, bytes.readableBytes <= limits.outboundBytes / 2 {
      hasBody = true
      return context.write(data, promise: promise)
    }
    let written = promise ?? context.eventLoop.makePromise(of: Void.self)
    if unwritten == 0 { wroteAt = .now() }
    unwritten += 1
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    let isLast = if case .end = part { true } else { false }
    written.futureResult.whenComplete { _ in
      bound.value.unwritten -= 1
      bound.value.wroteAt = .now()
      if isLast { bound.value.noteAnswer() }
    }
    if stall == nil { watch(context) }
    context.write(data, promise: written)
  }

  private func noteAnswer() {
    connection?.endResponse()
    unanswered -= 1
    if unanswered == 0 { connection?.noteIdle() }
  }

  /// The time in which a refused connection must send its request, in seconds: it holds a descriptor of the reserve.
  private static let refusedSeconds: Int64 = 1

  private func closeSoon(_ context: ChannelHandlerContext) {
    let loop = context.loopBound
    refusal = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(Self.refusedSeconds)) {
      loop.value.close(promise: nil)
    }
  }

  /// Answers a request for which there is no room, and closes the connection; what the client sends besides is not read.
  private func refuse(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
    guard case .head = part else { return }
    let response = Problem(SkiError(.unavailable, "the server has too many connections; ask again")).whole
    context.write(wrapOutboundOut(.head(response.head)), promise: nil)
    context.write(wrapOutboundOut(.body(response.body)), promise: nil)
    let loop = context.loopBound
    context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
      loop.value.close(promise: nil)
    }
  }

  private func beginStream(_ channel: any Channel) {
    isStream = true
    if isInputClosed { connection?.leave() }
    stalledSeconds = ServerLimits.streamStalledSeconds
    limitWaiting(
      channel, outboundBytes: ServerLimits.streamOutboundBytes, socketBytes: ServerLimits.streamSocketBytes)
    limitUnconfirmedTime(of: channel)
  }

  /// Looks after a while whether bytes were taken meanwhile.
  private func watch(_ context: ChannelHandlerContext) {
    let patience = TimeAmount.seconds(Int64(stalledSeconds))
    let loop = context.loopBound
    stall = context.eventLoop.assumeIsolated().scheduleTask(deadline: wroteAt + patience) { [self] in
      stall = nil
      guard unwritten > 0 else { return }
      if .now() - wroteAt >= patience { loop.value.close(promise: nil) } else { watch(loop.value) }
    }
  }
}

extension ChannelHandlerContext {
  /// The context, for use on its event loop.
  fileprivate var loopBound: NIOLoopBound<ChannelHandlerContext> { NIOLoopBound(self, eventLoop: eventLoop) }
}
