package import SkiAPI
import SkiBase

/// The sessions: refresh tokens that are turned at each use, and the access tokens that they give.
///
/// A session is the family of tokens that descend from one login. A refresh token has one successor, derived from it by the
/// server's key, so that an answer that was lost can be asked for again, and two tabs that ask at the same time get the same.
/// One used again later than ``graceSeconds`` after its first use was stolen, from the user or by them: the whole family ends.
///
/// A session ends ``refreshSeconds`` after its last use, ``longestSeconds`` after its login however often it is used, or when it is ended.
/// An ended session takes its access tokens along: each server knows the sessions that ended while one of their access tokens
/// may be valid, and reads them from the store again after ``watchSeconds``.
package final class SessionService: Sendable {
  private let store: TripsStore
  private let signer: any AccessTokenSigner
  private let watched = Locked(WatchedSessions())

  /// The sessions that ended, as they were read last.
  private struct WatchedSessions {
    var ended: Set<SessionID> = []
    /// The number of readings that found others.
    var version = 0
    var readAtMilliseconds: Int64?
  }

  /// The time for which an access token is valid, in seconds.
  package static let accessSeconds = 900.0
  /// The time for which a refresh token may be used, in seconds.
  package static let refreshSeconds = 30 * 86_400.0
  /// The longest time of a session, in seconds: a season.
  package static let longestSeconds = 180 * 86_400.0
  /// The time after the first use of a refresh token for which it gives its successor again, in seconds.
  package static let graceSeconds = 60.0
  /// The time after which the sessions that ended are read again, in seconds.
  package static let watchSeconds = 1.0
  /// The difference in seconds that the clocks of servers may have.
  private static let toleranceSeconds = 60.0
  /// The time for which an ended session is remembered, in seconds: until no access token of it is valid anywhere.
  static let endedSeconds = accessSeconds + toleranceSeconds

  /// Creates the service over a store, with the issuer of access tokens.
  package init(_ store: TripsStore, signer: any AccessTokenSigner) {
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
    /// The end of the secret.
    var expires: UniversalTime
  }

  /// Returns a new secret; a transaction stores its digest.
  func newSecret() -> RefreshToken { RefreshToken(store.random.hexadecimal(bytes: 32)) }

  /// Returns the tokens of a committed turn.
  /// - Throws: `SkiError` with code `.unavailable` when the access token can't be signed now.
  func tokens(of turn: Turn) async throws -> SessionTokens {
    let now = store.now
    let expires = min(now.advanced(bySeconds: Self.accessSeconds), turn.expires)
    let access = try await signer.sign(
      AccessClaims(user: turn.user, session: turn.session, issued: now, expires: expires))
    return SessionTokens(
      user: turn.user, access: access, accessExpires: expires, refresh: turn.secret,
      refreshExpires: turn.expires)
  }

  /// Turns a refresh token into an access token and another refresh token.
  ///
  /// See ``SessionServing``.
  package func refresh(_ token: RefreshToken) async throws -> SessionTokens {
    let (digest, secret) = (token.digest, RefreshToken(try await signer.successor(of: token.text)))
    let turn = try await store.write { transaction in try transaction.turn(digest, into: secret) }
    guard let turn else {
      try await readEnded()
      throw SkiError.refusedSession
    }
    return try await tokens(of: turn)
  }

  /// Ends the session of a refresh token, used or not; an unknown one has ended.
  ///
  /// See ``SessionServing``.
  package func end(_ token: RefreshToken) async throws {
    let digest = token.digest
    try await store.write { transaction in
      if let session = try transaction.connection.session(ofToken: digest)?.session {
        try transaction.connection.endSession(session, at: transaction.now)
      }
    }
    try await readEnded()
  }

  /// Ends all sessions of the acting user with their access tokens.
  ///
  /// See ``SessionServing``.
  package func endAll(as user: UserID) async throws {
    try await store.write { try $0.connection.endSessions(of: user, at: $0.now) }
    try await readEnded()
  }

  /// Ends sessions for the operator of a store; servers over it refuse their access tokens within ``watchSeconds``.
  /// - Parameters:
  ///   - user: The user whose sessions end; nil for those of all users.
  ///   - store: The store.
  /// - Returns: The number of sessions.
  /// - Throws: `SkiError` with code `.notFound` for an unknown user, `.unavailable` when the store can't be written now.
  package static func end(of user: UserID?, in store: TripsStore) async throws -> Int {
    try await store.write { transaction in
      if let user, try transaction.connection.user(user) == nil { throw SkiError.unknown(user) }
      return try transaction.connection.endSessions(of: user, at: transaction.now)
    }
  }

  // MARK: Sessions of a user

  /// Returns the sessions of the acting user, none of them marked.
  ///
  /// See ``SessionServing``.
  package func list(as user: UserID) async throws -> [OwnSession] { try await list(as: user, asking: nil) }

  /// Returns the sessions of the acting user that have not ended, those used last first.
  /// - Parameters:
  ///   - user: The acting user.
  ///   - asking: The session whose access token asks, which is marked; nil for none.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be read now.
  package func list(as user: UserID, asking: SessionID?) async throws -> [OwnSession] {
    let now = store.now
    return try await store.read { try $0.sessions(of: user, asking: asking, at: now) }
  }

  /// Ends a session of the acting user with its access tokens.
  ///
  /// See ``SessionServing``.
  package func end(_ session: SessionID, as user: UserID) async throws {
    try await store.write { transaction in
      let found = try transaction.connection.row(
        "SELECT 1 FROM trips_sessions WHERE id = $1 AND person = $2", [.id(session), .id(user)])
      guard found != nil else { throw SkiError.unknown(session) }
      try transaction.connection.endSession(session, at: transaction.now)
    }
    try await readEnded()
  }

  // MARK: Ended sessions

  /// The number of times that other ended sessions were read, for those who watch them.
  package var endedVersion: Int { watched.withLock { $0.version } }

  /// Returns whether a session has ended, as it was read last.
  package func isEnded(_ session: SessionID) -> Bool { watched.withLock { $0.ended.contains(session) } }

  /// Refuses the access tokens of a session that has ended on any server.
  /// - Throws: `SkiError` with code `.notPermitted` for an ended session, `.unavailable` when the store can't be read now.
  /// - Complexity: O(1), and a query after ``watchSeconds``.
  package func requireCurrent(_ session: SessionID) async throws {
    let readAt = watched.withLock { $0.readAtMilliseconds }
    let age = readAt.map { store.monotonicMilliseconds - $0 }
    if age.map({ Double($0) >= Self.watchSeconds * 1000 }) ?? true { try await readEnded() }
    guard !isEnded(session) else { throw SkiError.refusedSession }
  }

  /// Reads the sessions that ended, of all servers.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be read now.
  package func readEnded() async throws {
    let (now, milliseconds) = (store.now, store.monotonicMilliseconds)
    let ended = try await store.read { connection in
      Set(
        try connection.rows("SELECT session FROM trips_ended WHERE expires_ms > $1", [.time(now)])
          .map { row -> SessionID in try row.id(0) })
    }
    watched.withLock { watched in
      // Of two readings at the same time the one that began later stays.
      if let known = watched.readAtMilliseconds, known > milliseconds { return }
      if !ended.isSubset(of: watched.ended) { watched.version += 1 }
      (watched.ended, watched.readAtMilliseconds) = (ended, milliseconds)
    }
  }
}

extension SkiError {
  /// The error for a refresh token that gives nothing, for any reason.
  fileprivate static var refusedSession: SkiError {
    SkiError(.notPermitted, "the session is unknown or has ended; log in again")
  }
}
