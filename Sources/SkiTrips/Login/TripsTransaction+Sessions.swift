import SkiGeo
import SkiSharing
import SkiStore

/// The changes of sessions.
extension TripsTransaction {
  /// Begins a session of a locked user with a secret, and forgets what has expired; of too many sessions those end that were used
  /// longest ago.
  func beginSession(of user: UserID, _ secret: RefreshToken) throws -> SessionService.Turn {
    try connection.forgetExpired(at: now)
    let session: SessionID = try newID()
    try connection.change(
      "INSERT INTO trips_sessions (id, person, begun_ms, expires_ms) VALUES ($1, $2, $3, $4)",
      [.id(session), .id(user), .time(now), .time(refreshExpires)])
    try insert(secret, of: session, user)
    try endSessionsBeyondQuota(of: user, but: session)
    return SessionService.Turn(user: user, session: session, secret: secret)
  }

  private func endSessionsBeyondQuota(of user: UserID, but session: SessionID) throws {
    // Each use renews the end.
    let used = try connection.rows(
      "SELECT id FROM trips_sessions WHERE person = $1 AND id <> $2 ORDER BY expires_ms DESC, begun_ms DESC, id",
      [.id(user), .id(session)])
    for row in used.dropFirst(quotas[.sessions] - 1) { try connection.endSession(row.id(0), at: now) }
  }

  /// Turns a token into its successor, the same for ``SessionService/graceSeconds`` after its first use; nil for one that is
  /// unknown or expired. One used before that ends its session.
  func turn(_ digest: SecretDigest, into secret: RefreshToken) throws -> SessionService.Turn? {
    guard
      let found = try connection.row(
        "SELECT session FROM trips_tokens WHERE digest = $1", [.text(digest.text)])
    else { return nil }
    let session: SessionID = try found.id(0)
    // The lock of the session comes first, so that no other turn adds a token while the session ends.
    guard try connection.row("SELECT 1 FROM trips_sessions WHERE id = $1 {lock}", [.id(session)]) != nil,
      let token = try connection.row(
        "SELECT person, expires_ms, used_ms FROM trips_tokens WHERE digest = $1", [.text(digest.text)])
    else { return nil }
    let user: UserID = try token.id(0)
    if let used = try token.optionalTime(2) {
      let isRepeated = now.secondsSince1970 - used.secondsSince1970 <= SessionService.graceSeconds
      // With another key the successor is another one, which is not in the store.
      if isRepeated, try connection.hasToken(secret.digest, of: session) {
        return SessionService.Turn(user: user, session: session, secret: secret)
      }
      try connection.endSession(session, at: now)
      return nil
    }
    guard try token.time(1) > now else { return nil }
    try count(.refreshesADay, of: user)
    try connection.change(
      "UPDATE trips_tokens SET used_ms = $1 WHERE digest = $2", [.time(now), .text(digest.text)])
    try connection.change(
      "UPDATE trips_sessions SET expires_ms = $1 WHERE id = $2", [.time(refreshExpires), .id(session)])
    try insert(secret, of: session, user)
    return SessionService.Turn(user: user, session: session, secret: secret)
  }

  private var refreshExpires: UniversalTime { now.advanced(bySeconds: SessionService.refreshSeconds) }

  private func insert(_ secret: RefreshToken, of session: SessionID, _ user: UserID) throws {
    try connection.change(
      "INSERT INTO trips_tokens (digest, session, person, expires_ms) VALUES ($1, $2, $3, $4)",
      [.text(secret.digest.text), .id(session), .id(user), .time(refreshExpires)])
  }
}

extension SQLConnection {
  fileprivate func hasToken(_ digest: SecretDigest, of session: SessionID) throws -> Bool {
    try row(
      "SELECT 1 FROM trips_tokens WHERE digest = $1 AND session = $2", [.text(digest.text), .id(session)])
      != nil
  }

  /// Ends a session with all its tokens; servers refuse its access tokens from then on.
  func endSession(_ session: SessionID, at now: UniversalTime) throws {
    try change(
      "INSERT INTO trips_ended (session, expires_ms) VALUES ($1, $2) ON CONFLICT (session) DO NOTHING",
      [.id(session), .time(now.advanced(bySeconds: SessionService.endedSeconds))])
    try change("DELETE FROM trips_sessions WHERE id = $1", [.id(session)])
    try change("DELETE FROM trips_tokens WHERE session = $1", [.id(session)])
  }

  /// Notes that all sessions of a user end, before they are removed.
  func noteEnds(of user: UserID, at now: UniversalTime) throws {
    try change(
      """
      INSERT INTO trips_ended (session, expires_ms)
      SELECT id, $2 FROM trips_sessions WHERE person = $1 ON CONFLICT (session) DO NOTHING
      """, [.id(user), .time(now.advanced(bySeconds: SessionService.endedSeconds))])
  }

  /// Forgets what has expired: tokens, sessions, the ends of sessions, nonces and what was used once.
  func forgetExpired(at now: UniversalTime) throws {
    for statement in LoginTables.expired { try change(statement, [.time(now)]) }
  }
}
