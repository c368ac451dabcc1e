package import SkiAPI
import SkiBase

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
