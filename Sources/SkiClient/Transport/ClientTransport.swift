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
