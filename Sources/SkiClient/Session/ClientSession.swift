public import SkiAPI
import SkiBase

/// The session of one user at a server: the tokens, and their renewal.
///
/// The access token is renewed a minute before it expires, and after the server refused it once. However many requests wait,
/// one renewal is sent. When the server refuses the refresh token, the session has ended: every request throws
/// `SkiError` with code `.notPermitted`, and the user logs in again.
public actor ClientSession {
  /// The user.
  public nonisolated let user: UserID
  /// The server.
  public nonisolated let server: ServerConnection

  /// The time before its end from which an access token is renewed, in seconds.
  public static let marginSeconds = 60.0

  private var tokens: SessionTokens
  private var renewal: Task<String, any Error>?
  private var failure: SkiError?
  private let onChange: @Sendable (SessionTokens?) async -> Void

  /// Creates a session of tokens, of a login or stored by the app.
  /// - Parameters:
  ///   - tokens: The tokens.
  ///   - server: The server that gave them.
  ///   - onChange: Stores the tokens that replace these, before they are used; nil when the session has ended. A refresh
  ///     token is good for one use, so that an app that does not store the new one must log in again.
  public init(
    _ tokens: SessionTokens, at server: ServerConnection,
    onChange: @escaping @Sendable (SessionTokens?) async -> Void = { _ in }
  ) {
    (self.tokens, self.server, self.onChange) = (tokens, server, onChange)
    user = tokens.user
  }

  /// The present tokens.
  /// - Throws: `SkiError` with code `.notPermitted` when the session has ended.
  public func currentTokens() throws -> SessionTokens {
    if let failure { throw failure }
    return tokens
  }

  /// Ends the session at the server and here.
  /// - Throws: `SkiError` with code `.unavailable` or `.timedOut` when the server can't be reached; the session goes on then.
  public func end() async throws {
    try await ClientSessions(self).end(tokens.refresh)
    await stop(Self.ended)
  }

  /// Sends a request as the user; one refused for its access token is repeated once with another.
  /// - Returns: The reply with success.
  /// - Throws: `SkiError` of a problem, `.notPermitted` when the session has ended, and as ``ClientTransport/send(_:)``.
  nonisolated func send(_ call: ServerCall) async throws -> ClientReply {
    let access = try await self.access()
    let reply = try await server.reply(to: call, access: access)
    guard reply.status == 401 else { return try reply.requireSuccess() }
    let other = try await self.access(replacing: access)
    return try await server.reply(to: call, access: other).requireSuccess()
  }

  /// Returns an access token.
  /// - Parameter refused: The token that the server refused; nil for the first try.
  /// - Throws: `SkiError` with code `.notPermitted` when the session has ended, and errors of the renewal.
  func access(replacing refused: String? = nil) async throws -> String {
    if let failure { throw failure }
    let end = tokens.accessExpires.advanced(bySeconds: -Self.marginSeconds)
    if tokens.access != refused, server.clock.now() < end { return tokens.access }
    if let renewal { return try await renewal.value }
    // A task of its own, so that the cancellation of one request does not lose the tokens of all.
    let task = Task { try await self.renew() }
    renewal = task
    return try await task.value
  }

  private func renew() async throws -> String {
    defer { renewal = nil }
    do {
      let turned = try await ClientSessions(self).refresh(tokens.refresh)
      guard turned.user == user else {
        throw SkiError(.notPermitted, "the server gave the tokens of another user; log in again")
      }
      await onChange(turned)
      tokens = turned
      return turned.access
    } catch let error as SkiError where error.code == .notPermitted {
      await stop(Self.ended)
      throw Self.ended
    }
  }

  private func stop(_ reason: SkiError) async {
    guard failure == nil else { return }
    failure = reason
    await onChange(nil)
  }

  private static let ended = SkiError(.notPermitted, "the session has ended; log in again")
}

/// The sessions of users at a server.
///
/// Apps use ``ClientSession``, which renews itself.
package struct ClientSessions: SessionServing {
  private let source: any SessionSource

  /// Creates the service of the users of a source.
  package init(_ source: any SessionSource) { self.source = source }

  /// Turns a refresh token; see `SessionServing`.
  package func refresh(_ token: RefreshToken) async throws -> SessionTokens {
    let document = try await source.server.document(
      .post("login", "refresh", body: .object(["refresh": .string(token.text)])), "tokens")
    return try ServerDocument.read { try SessionTokens(document) }
  }

  /// Ends the session of a refresh token; see `SessionServing`.
  package func end(_ token: RefreshToken) async throws {
    let call = ServerCall.post("login", "end", body: .object(["refresh": .string(token.text)]))
    _ = try await source.server.reply(to: call).requireSuccess()
  }

  /// Returns the sessions of the acting user; see `SessionServing`.
  package func list(as user: UserID) async throws -> [OwnSession] {
    try await source.values(.get("me", "sessions"), "sessions", as: user)
  }

  /// Ends a session of the acting user; see `SessionServing`.
  package func end(_ session: SessionID, as user: UserID) async throws {
    try await source.act(.delete("me", "sessions", session.rawValue), as: user)
  }

  /// Ends all sessions of the acting user; see `SessionServing`.
  package func endAll(as user: UserID) async throws {
    try await source.act(.delete("me", "sessions"), as: user)
  }
}
