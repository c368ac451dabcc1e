package import HTTPTypes
package import NIOCore
import NIOHTTPTypes
import SkiSystem

/// A channel handler that answers requests whose responses are at hand on the event loop, and passes on all others.
///
/// A task for each request takes longer than finding and sending a small response. Responses keep the order of their
/// requests: while one that was passed on is not answered, all that follow are passed on, too.
final class ImmediateResponses: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// Returns the response to the head of a request without a body; nil where it is not at hand.
  typealias Responder = (HTTPRequest, ConnectionTable.Connection) -> ImmediateResponse?

  private let table: ConnectionTable
  private let responder: Responder
  private var connection: ConnectionTable.Connection?
  /// The requests that were passed on and are not answered.
  private var waitingCount = 0
  /// Indicates that the rest of a request whose response is sent is not passed on.
  private var skipsRest = false
  private var date = HTTPDate()

  init(table: ConnectionTable, responder: @escaping Responder) {
    (self.table, self.responder) = (table, responder)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    connection = table.connection(of: context.channel)
  }

  func handlerRemoved(context: ChannelHandlerContext) { connection = nil }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      if let response = response(to: head, context) {
        skipsRest = true
        return send(response, context)
      }
      waitingCount += 1
    case .body: if skipsRest { return }
    case .end:
      if skipsRest {
        skipsRest = false
        return
      }
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) { waitingCount -= 1 }
    context.write(data, promise: promise)
  }

  /// Returns the response to a request that comes after no unanswered one and without a body, on a connection that takes bytes.
  private func response(to head: HTTPRequest, _ context: ChannelHandlerContext) -> ImmediateResponse? {
    guard waitingCount <= 0, context.channel.isWritable, let connection,
      !Self.needsTask.contains(where: head.headerFields.contains), connection.beginResponseAtOnce()
    else { return nil }
    guard var response = responder(head, connection) else {
      connection.endResponse()
      return nil
    }
    response.headers.append(HTTPField(name: .date, value: date.text()))
    return response
  }

  /// The header fields of requests with a body, and of those after which the connection is closed or changed.
  private static let needsTask: [HTTPField.Name] = [
    .contentLength, .transferEncoding, .connection, .upgrade, .expect,
  ]

  private func send(_ response: ImmediateResponse, _ context: ChannelHandlerContext) {
    let head = HTTPResponse(status: response.status, headerFields: response.headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if let body = response.body { context.write(wrapOutboundOut(.body(body)), promise: nil) }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }
}

/// The current time for the header field `Date`, formatted once a second.
///
/// **Source:** RFC 9110, section 5.6.7, "Date/Time Formats".
private struct HTTPDate {
  private var second: time_t = -1
  private var formatted = ""

  mutating func text() -> String {
    var now = time(nil)
    guard now != second else { return formatted }
    var parts = tm()
    gmtime_r(&now, &parts)
    second = now
    // The locale of the process is never set, so that names are English.
    formatted = String(unsafeUninitializedCapacity: 40) { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        strftime($0.baseAddress!, 40, "%a, %d %b %Y %H:%M:%S GMT", &parts)
      }
    }
    return formatted
  }
}

/// A response whose whole content is at hand, so that it is sent without a task.
package struct ImmediateResponse: Sendable {
  /// The status.
  package var status: HTTPResponse.Status
  /// The header fields.
  package var headers: HTTPFields
  /// The body; nil without one.
  package var body: ByteBuffer?

  /// The greatest size of a body in bytes: larger ones are sent in pieces, by a task.
  package static let greatestBytes = 32 << 10

  /// Creates a response.
  package init(status: HTTPResponse.Status, headers: HTTPFields, body: ByteBuffer? = nil) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }
}
