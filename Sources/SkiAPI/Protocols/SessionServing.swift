/// The sessions: refresh tokens that are turned at each use, and the access tokens that they give.
///
/// `TripServices` has it over a store, SkiClient over HTTP. Each method takes the acting user.
public protocol SessionServing: Sendable {
  /// Turns a refresh token into an access token and its successor, the same for a minute after its first use.
  /// - Throws: `SkiError` with code `.notPermitted` for a token that is unknown, expired, or was used before that, which ends
  ///   its session; `.unavailable` when the store can't be written or the access token can't be signed now.
  func refresh(_ token: RefreshToken) async throws -> SessionTokens

  /// Ends the session of a refresh token, used or not; an unknown one has ended.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be written now.
  func end(_ token: RefreshToken) async throws

  /// Returns the sessions of the acting user that have not ended, those used last first.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be read now.
  func list(as user: UserID) async throws -> [OwnSession]

  /// Ends a session of the acting user; its access tokens and streams end with it.
  /// - Throws: `SkiError` with code `.notFound` for an unknown session and another's, `.unavailable` when the store can't be
  ///   written now.
  func end(_ session: SessionID, as user: UserID) async throws

  /// Ends all sessions of the acting user; their access tokens and streams end with them.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be written now.
  func endAll(as user: UserID) async throws
}
