import Foundation
import SkiBase

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A transport over Foundation's `URLSession`, for the app's own server.
///
/// It follows no redirects, keeps no cookies and no credentials, and caches nothing. On Linux `URLSession` has faults that
/// a hostile server can use; see the README of this module.
public final class URLSessionTransport: ClientTransport {
  /// The limits of time.
  public struct Options: Sendable, Hashable {
    /// The greatest time without a byte of a reply, in seconds.
    public var idleSeconds = 30.0
    /// The greatest time for a reply as a whole, in seconds.
    public var totalSeconds = 120.0
    /// The greatest time without a byte of a stream, in seconds; the server sends one each 15 s.
    public var streamIdleSeconds = 45.0

    /// Creates the usual limits.
    public init() {}
  }

  private let replies: TransferSession
  private let streams: TransferSession

  /// Creates a transport with limits of time.
  public init(options: Options = Options()) {
    replies = TransferSession(idleSeconds: options.idleSeconds, totalSeconds: options.totalSeconds)
    streams = TransferSession(idleSeconds: options.streamIdleSeconds, totalSeconds: nil)
  }

  deinit {
    replies.end()
    streams.end()
  }

  /// Sends a request and returns the reply with its whole body.
  /// - Throws: `SkiError`, see ``ClientTransport/send(_:)``.
  public func send(_ request: ClientRequest) async throws -> ClientReply {
    let reply = try await replies.open(request)
    var body: [UInt8] = []
    while let piece = try await reply.pieces.next() {
      guard body.count + piece.count <= ClientReply.greatestByteCount else {
        reply.pieces.cancel()
        throw SkiError(
          .limitExceeded,
          "the body of the reply has more than \(ClientReply.greatestByteCount) bytes; ask for less at once")
      }
      body += piece
    }
    return ClientReply(status: reply.status, fields: reply.fields, body: body)
  }

  /// Sends a request and returns as soon as the head of the reply is there.
  /// - Throws: `SkiError`, see ``ClientTransport/send(_:)``.
  public func open(_ request: ClientRequest) async throws -> ClientStreamReply {
    try await streams.open(request)
  }
}

/// A `URLSession` with the delegate that hands its transfers on.
private final class TransferSession: Sendable {
  private let delegate = TransferDelegate()
  private let session: URLSession
  private let idleSeconds: Double

  init(idleSeconds: Double, totalSeconds: Double?) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCredentialStorage = nil
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.timeoutIntervalForRequest = idleSeconds
    if let totalSeconds { configuration.timeoutIntervalForResource = totalSeconds }
    configuration.httpMaximumConnectionsPerHost = 16
    self.idleSeconds = idleSeconds
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
  }

  /// Ends all transfers, and the session's hold on its delegate.
  func end() { session.invalidateAndCancel() }

  func open(_ request: ClientRequest) async throws -> ClientStreamReply {
    guard let url = URL(string: request.address) else {
      throw SkiError(.invalidArgument, "the address of the request can't be read; give an absolute one")
    }
    var message = URLRequest(url: url)
    message.httpMethod = request.method
    message.httpBody = request.body.map { Data($0) }
    message.timeoutInterval = idleSeconds
    for (name, value) in request.fields { message.setValue(value, forHTTPHeaderField: name) }
    let task = session.dataTask(with: message)
    let mailbox = PieceMailbox()
    delegate.add(mailbox, of: task.taskIdentifier)
    let end: @Sendable () -> Void = {
      mailbox.finish(SkiError(.cancelled, "the request was cancelled; send it again"))
      task.cancel()
    }
    return try await withTaskCancellationHandler {
      task.resume()
      let head = try await mailbox.head()
      let pieces = BytePieces(
        {
          try await withTaskCancellationHandler {
            try await mailbox.next()
          } onCancel: {
            end()
          }
        }, end: end)
      return ClientStreamReply(status: head.status, fields: head.fields, pieces: pieces)
    } onCancel: {
      end()
    }
  }
}

/// The delegate of a session, which puts what comes into the mailbox of its transfer.
///
/// `@unchecked Sendable`: its only member is immutable and `Sendable`; its superclass has no state.
private final class TransferDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private let mailboxes = Locked<[Int: PieceMailbox]>([:])

  func add(_ mailbox: PieceMailbox, of task: Int) { mailboxes.withLock { $0[task] = mailbox } }

  private func mailbox(of task: URLSessionTask) -> PieceMailbox? {
    let identifier = task.taskIdentifier
    return mailboxes.withLock { $0[identifier] }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    putHead(response, of: task)
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    putHead(response, of: dataTask)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard let mailbox = mailbox(of: dataTask), !data.isEmpty else { return }
    // The head may have come without a message of its own.
    putHead(dataTask.response, of: dataTask)
    if !mailbox.put([UInt8](data)) { dataTask.cancel() }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let identifier = task.taskIdentifier
    guard let mailbox = mailboxes.withLock({ $0.removeValue(forKey: identifier) }) else { return }
    if error == nil { putHead(task.response, into: mailbox) }
    mailbox.finish(error.map(Self.failure))
  }

  private func putHead(_ response: URLResponse?, of task: URLSessionTask) {
    if let mailbox = mailbox(of: task) { putHead(response, into: mailbox) }
  }

  private func putHead(_ response: URLResponse?, into mailbox: PieceMailbox) {
    guard let response = response as? HTTPURLResponse else { return }
    var fields: [String: String] = [:]
    for (name, value) in response.allHeaderFields { fields["\(name)".lowercased()] = "\(value)" }
    mailbox.put(PieceMailbox.Head(status: response.statusCode, fields: fields))
  }

  /// Returns the error for one of the system, whose text may hold addresses.
  private static func failure(_ error: any Error) -> SkiError {
    let unreachable = SkiError(.unavailable, "the server can't be reached; try again")
    guard let error = error as? URLError else { return unreachable }
    switch error.code {
    case .timedOut: return SkiError(.timedOut, "the server did not answer in time; try again")
    case .cancelled: return SkiError(.cancelled, "the request was cancelled; send it again")
    default: return unreachable
    }
  }
}

/// The sending of requests over HTTP; an app may give its own.
///
/// A transport follows no redirects, keeps no cookies and caches nothing.
public protocol ClientTransport: Sendable {
  /// Sends a request and returns the reply with its whole body.
  /// - Throws: `SkiError` with code `.invalidArgument` for an address that is none, `.unavailable` when the server can't be
  ///   reached or the connection broke, `.timedOut` when it took too long, `.limitExceeded` for a body beyond
  ///   ``ClientReply/greatestByteCount``, `.cancelled` when the task was cancelled.
  func send(_ request: ClientRequest) async throws -> ClientReply

  /// Sends a request and returns as soon as the head of the reply is there.
  /// - Throws: `SkiError` as ``send(_:)``.
  func open(_ request: ClientRequest) async throws -> ClientStreamReply
}
