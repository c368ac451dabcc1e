import SkiGeo
public import SkiSharing
import SkiStore

/// The sessions: refresh tokens that are turned at each use, and the access tokens that they give.
///
/// A session is the family of tokens that descend from one login. A token used twice was stolen, from the user or by them:
/// the whole family ends.
public final class SessionService: Sendable {
  private let store: TripsStore
  private let signer: any AccessTokenSigner

  /// The time for which an access token is valid, in seconds.
  public static let accessSeconds = 900.0
  /// The time for which a refresh token may be used, in seconds.
  public static let refreshSeconds = 30 * 86_400.0

  /// Creates the service over a store, with the issuer of access tokens.
  public init(_ store: TripsStore, signer: any AccessTokenSigner) {
    (self.store, self.signer) = (store, signer)
  }

  /// A turn of a session that is committed, with the secret that the client receives.
  struct Turn: Sendable {
    /// The user.
    var user: UserID
    /// The session.
    var session: SessionID
    /// The secret.
    var secret: RefreshToken
  }

  /// Returns a new secret; a transaction stores its digest.
  func newSecret() -> RefreshToken { RefreshToken(store.random.hexadecimal(bytes: 32)) }

  /// Returns the tokens of a committed turn.
  /// - Throws: `SkiError` with code `.unavailable` when the access token can't be signed now.
  func tokens(of turn: Turn) async throws -> SessionTokens {
    let now = store.now
    let expires = now.advanced(bySeconds: Self.accessSeconds)
    let access = try await signer.sign(
      AccessClaims(user: turn.user, session: turn.session, issued: now, expires: expires))
    return SessionTokens(
      user: turn.user, access: access, accessExpires: expires, refresh: turn.secret,
      refreshExpires: now.advanced(bySeconds: Self.refreshSeconds))
  }

  /// Turns a refresh token into an access token and another refresh token.
  ///
  /// See ``SessionServing``.
  public func refresh(_ token: RefreshToken) async throws -> SessionTokens {
    let (digest, secret) = (token.digest, newSecret())
    let turn = try await store.write { transaction in try transaction.turn(digest, into: secret) }
    guard let turn else { throw SkiError.refusedSession }
    return try await tokens(of: turn)
  }

  /// Ends the session of a refresh token, used or not; an unknown one has ended.
  ///
  /// See ``SessionServing``.
  public func end(_ token: RefreshToken) async throws {
    let digest = token.digest
    try await store.write { transaction in
      let found = try transaction.connection.row(
        "SELECT session FROM trips_tokens WHERE digest = $1", [.text(digest.text)])
      if let session: SessionID = try found?.id(0) { try transaction.connection.endSession(session) }
    }
  }

  /// Ends all sessions of the acting user; access tokens end within 15 minutes.
  ///
  /// See ``SessionServing``.
  public func endAll(as user: UserID) async throws {
    try await store.write { transaction in
      try transaction.connection.change("DELETE FROM trips_sessions WHERE person = $1", [.id(user)])
      try transaction.connection.change("DELETE FROM trips_tokens WHERE person = $1", [.id(user)])
    }
  }
}

extension SkiError {
  /// The error for a refresh token that gives nothing, for any reason.
  fileprivate static var refusedSession: SkiError {
    SkiError(.notPermitted, "the session is unknown or has ended; log in again")
  }
}
