import SkiAPI
import SkiBase

/// The events of the server's stream for one user, across connections.
///
/// A connection that breaks is opened again with the last positions, after waits that grow. One task reads.
actor EventStream {
  /// An entry that a reader receives.
  enum Item: Sendable {
    /// A connection begins; what was received in part before is to be dropped.
    case opened
    /// An event.
    case event(ServerEvent)
  }

  private let session: ClientSession
  private let options: StreamOptions
  private let call: @Sendable (_ isFirst: Bool) async throws -> (call: ServerCall, lastEventID: String?)
  private var pieces: BytePieces?
  private var parser = EventParser()
  private var items: [Item] = []
  private var failures = 0
  private var isFirst = true

  /// Creates a stream; the first reading opens it.
  /// - Parameters:
  ///   - session: The session of the reader.
  ///   - options: The waits.
  ///   - call: Returns the request of a connection with the last positions, given whether it is the first.
  init(
    _ session: ClientSession, options: StreamOptions,
    call: @escaping @Sendable (_ isFirst: Bool) async throws -> (call: ServerCall, lastEventID: String?)
  ) {
    (self.session, self.options, self.call) = (session, options, call)
  }

  deinit { pieces?.cancel() }

  /// Returns what comes next; nil when the task is cancelled.
  /// - Throws: `SkiError` with a code that another try does not mend: `.notFound`, `.notPermitted`, `.invalidArgument`.
  func next() async throws -> Item? {
    while true {
      if Task.isCancelled {
        close()
        return nil
      }
      if !items.isEmpty { return items.removeFirst() }
      do {
        try await advance()
      } catch let error as SkiError where error.code.isPassing {
        close()
        guard !Task.isCancelled else { return nil }
        ErrorReporter.report(error, in: "reading the stream of events")
        failures += 1
        let wait = options.wait(after: failures, asked: parser.retryMilliseconds)
        guard (try? await session.server.clock.sleep(wait)) != nil else { return nil }
      } catch is CancellationError {
        close()
        return nil
      } catch {
        close()
        throw error
      }
    }
  }

  /// Reads the next piece of the connection, which is opened when there is none.
  private func advance() async throws {
    guard let pieces else { return try await open() }
    guard let bytes = try await pieces.next() else {
      throw SkiError(.unavailable, "the server ended the stream; it is opened again")
    }
    let events = try parser.take(bytes)
    if !events.isEmpty { failures = 0 }
    items += events.map(Item.event)
  }

  private func open() async throws {
    let (request, lastEventID) = try await call(isFirst)
    let access = try await session.access()
    var reply = try await open(request, lastEventID, access: access, isLast: false)
    if reply == nil {
      let other = try await session.access(replacing: access)
      reply = try await open(request, lastEventID, access: other, isLast: true)
    }
    guard let reply else { return }
    isFirst = false
    parser = EventParser(lastEventID: lastEventID ?? "")
    (pieces, items) = (reply.pieces, [.opened])
  }

  /// Opens a connection; nil when the access token was refused and this is not the last try.
  private func open(
    _ call: ServerCall, _ lastEventID: String?, access: String, isLast: Bool
  ) async throws -> ClientStreamReply? {
    var request = session.server.request(call, access: access)
    request.fields["accept"] = "text/event-stream"
    if let lastEventID { request.fields["last-event-id"] = lastEventID }
    let reply = try await session.server.transport.open(request)
    if reply.status == 401, !isLast {
      reply.pieces.cancel()
      return nil
    }
    guard reply.status == 200 else { throw try await Self.problem(of: reply) }
    guard reply.fields["content-type"]?.hasPrefix("text/event-stream") == true else {
      reply.pieces.cancel()
      throw SkiError(.unsupportedFormat, "the reply is no stream of events; check the server's address")
    }
    return reply
  }

  /// Returns the error of a reply without success, of whose body the first 64 KiB are read.
  private static func problem(of reply: ClientStreamReply) async throws -> SkiError {
    var body: [UInt8] = []
    while body.count < 1 << 16, let piece = try await reply.pieces.next() { body += piece }
    reply.pieces.cancel()
    do {
      let whole = ClientReply(status: reply.status, fields: reply.fields, body: body)
      _ = try whole.requireSuccess()
      return SkiError(
        .malformedData, "the stream begins with status \(reply.status); check the server's address")
    } catch {
      return error
    }
  }

  private func close() {
    pieces?.cancel()
    (pieces, items) = (nil, [])
  }
}

extension SkiError.Code {
  /// Indicates that another try may succeed without a change.
  fileprivate var isPassing: Bool {
    switch self {
    case .unavailable, .timedOut, .rateLimited, .cancelled, .inputOutput, .internalInconsistency,
      .limitExceeded:
      true
    default: false
    }
  }
}

/// The waits before a stream is opened again.
package struct StreamOptions: Sendable {
  /// The wait after the first failure, in milliseconds; doubled with each further one.
  package static let firstMilliseconds: Int64 = 500
  /// The greatest wait, in milliseconds.
  package var greatestMilliseconds: Int64 = 30_000
  /// Returns a number of 0..<1 by which up to a fifth is added to a wait, so that clients don't come back at once.
  package var jitter: @Sendable () -> Double = { Double.random(in: 0..<1) }

  /// Creates the usual waits.
  package init() {}

  /// Returns the wait after a number of failures in a row, in milliseconds.
  /// - Parameters:
  ///   - failures: The number, at least 1.
  ///   - asked: The least wait for which the server asked; nil for none.
  func wait(after failures: Int, asked: Int?) -> Int64 {
    let doublings = Int64(1) << Int64(min(max(failures - 1, 0), 16))
    let (product, overflows) = Self.firstMilliseconds.multipliedReportingOverflow(by: doublings)
    let base = max(overflows ? greatestMilliseconds : product, Int64(clamping: asked ?? 0))
    let bounded = min(base, greatestMilliseconds)
    return bounded + Int64(Double(bounded) * 0.2 * min(max(jitter(), 0), 1))
  }
}
