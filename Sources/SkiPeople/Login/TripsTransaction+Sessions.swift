import SkiAPI
import SkiBase

/// The changes of sessions.
extension TripsTransaction {
  /// Begins a session of a locked user with a secret, and forgets what has expired; of too many sessions those end that were used
  /// longest ago.
  /// - Parameters:
  ///   - user: The user.
  ///   - secret: The secret.
  ///   - before: A token of the session in whose place the new one comes, which ends if it is the same user's; nil for none.
  func beginSession(
    of user: UserID, _ secret: RefreshToken, inPlaceOf before: RefreshToken?
  ) throws -> SessionService.Turn {
    try connection.forgetExpired(at: now)
    if let before, let found = try connection.session(ofToken: before.digest), found.person == user {
      try connection.endSession(found.session, at: now)
    }
    let session: SessionID = try newID()
    let expires = expires(begun: now)
    try connection.change(
      "INSERT INTO trips_sessions (id, person, begun_ms, used_ms, expires_ms) VALUES ($1, $2, $3, $3, $4)",
      [.id(session), .id(user), .time(now), .time(expires)])
    try insert(secret, of: session, user, until: expires)
    try endSessionsBeyondQuota(of: user, but: session)
    return SessionService.Turn(user: user, session: session, secret: secret, expires: expires)
  }

  private func endSessionsBeyondQuota(of user: UserID, but session: SessionID) throws {
    let used = try connection.rows(
      """
      SELECT id FROM trips_sessions WHERE person = $1 AND id <> $2
      ORDER BY \(LoginTables.lastUse) DESC, begun_ms DESC, id
      """, [.id(user), .id(session)])
    for row in used.dropFirst(quotas[.sessions] - 1) { try connection.endSession(row.id(0), at: now) }
  }

  /// Turns a token into its successor, the same for ``SessionService/graceSeconds`` after its first use; nil for one that is
  /// unknown or expired. One used before that, and one of a session of ``SessionService/longestSeconds``, ends its session.
  func turn(_ digest: SecretDigest, into secret: RefreshToken) throws -> SessionService.Turn? {
    guard let session = try connection.session(ofToken: digest)?.session else { return nil }
    // The lock of the session comes first, so that no other turn adds a token while the session ends.
    guard
      let held = try connection.row(
        "SELECT begun_ms FROM trips_sessions WHERE id = $1 {lock}", [.id(session)]),
      let token = try connection.row(
        "SELECT person, expires_ms, used_ms FROM trips_tokens WHERE digest = $1", [.text(digest.text)])
    else { return nil }
    let (user, expires): (UserID, UniversalTime) = (try token.id(0), expires(begun: try held.time(0)))
    guard now < expires else {
      try connection.endSession(session, at: now)
      return nil
    }
    if let used = try token.optionalTime(2) {
      let isRepeated = now.secondsSince1970 - used.secondsSince1970 <= SessionService.graceSeconds
      // With another key the successor is another one, which is not in the store.
      if isRepeated, let given = try connection.end(ofToken: secret.digest, of: session) {
        return SessionService.Turn(user: user, session: session, secret: secret, expires: given)
      }
      try connection.endSession(session, at: now)
      return nil
    }
    guard try token.time(1) > now else { return nil }
    try count(.refreshesADay, of: user)
    try connection.change(
      "UPDATE trips_tokens SET used_ms = $1 WHERE digest = $2", [.time(now), .text(digest.text)])
    try connection.change(
      "UPDATE trips_sessions SET used_ms = $1, expires_ms = $2 WHERE id = $3",
      [.time(now), .time(expires), .id(session)])
    try insert(secret, of: session, user, until: expires)
    return SessionService.Turn(user: user, session: session, secret: secret, expires: expires)
  }

  /// Returns the end of a session that is used now.
  private func expires(begun: UniversalTime) -> UniversalTime {
    min(
      now.advanced(bySeconds: SessionService.refreshSeconds),
      begun.advanced(bySeconds: SessionService.longestSeconds))
  }

  private func insert(
    _ secret: RefreshToken, of session: SessionID, _ user: UserID, until expires: UniversalTime
  ) throws {
    try connection.change(
      "INSERT INTO trips_tokens (digest, session, person, expires_ms) VALUES ($1, $2, $3, $4)",
      [.text(secret.digest.text), .id(session), .id(user), .time(expires)])
  }
}

extension SQLConnection {
  /// Returns the end of a token of a session; nil for one that is not in the store.
  fileprivate func end(ofToken digest: SecretDigest, of session: SessionID) throws -> UniversalTime? {
    try row(
      "SELECT expires_ms FROM trips_tokens WHERE digest = $1 AND session = $2",
      [.text(digest.text), .id(session)]
    ).map { try $0.time(0) }
  }

  /// Returns the session of a refresh token and its person; nil for an unknown token.
  func session(ofToken digest: SecretDigest) throws -> (session: SessionID, person: UserID)? {
    try row("SELECT session, person FROM trips_tokens WHERE digest = $1", [.text(digest.text)])
      .map { (try $0.id(0), try $0.id(1)) }
  }

  /// Returns the sessions of a user that have not ended, those used last first; the one whose access token asks is marked.
  func sessions(of user: UserID, asking: SessionID?, at now: UniversalTime) throws -> [OwnSession] {
    try rows(
      """
      SELECT id, begun_ms, \(LoginTables.lastUse), expires_ms FROM trips_sessions
      WHERE person = $1 AND expires_ms > $2 ORDER BY 3 DESC, 2 DESC, 1
      """, [.id(user), .time(now)]
    ).map { row in
      let (id, begun): (SessionID, UniversalTime) = (try row.id(0), try row.time(1))
      return OwnSession(
        id: id, begun: begun, used: try row.time(2),
        expires: min(try row.time(3), begun.advanced(bySeconds: SessionService.longestSeconds)),
        isAsking: id == asking)
    }.filter { $0.expires > now }
  }

  /// Ends a session with all its tokens; servers refuse its access tokens from then on.
  func endSession(_ session: SessionID, at now: UniversalTime) throws {
    try change(
      "INSERT INTO trips_ended (session, expires_ms) VALUES ($1, $2) ON CONFLICT (session) DO NOTHING",
      [.id(session), .time(now.advanced(bySeconds: SessionService.endedSeconds))])
    try change("DELETE FROM trips_sessions WHERE id = $1", [.id(session)])
    try change("DELETE FROM trips_tokens WHERE session = $1", [.id(session)])
  }

  /// Notes that sessions end, before they are removed.
  /// - Parameters:
  ///   - user: The user whose sessions end; nil for those of all.
  ///   - now: The current time.
  func noteEnds(of user: UserID?, at now: UniversalTime) throws {
    let (condition, values) = Self.ofPerson(user)
    try change(
      """
      INSERT INTO trips_ended (session, expires_ms)
      SELECT id, $1 FROM trips_sessions WHERE \(condition) ON CONFLICT (session) DO NOTHING
      """, [.time(now.advanced(bySeconds: SessionService.endedSeconds))] + values)
  }

  /// Ends all sessions of a user, or of all users for nil, and returns their number; one that begins meanwhile goes on.
  func endSessions(of user: UserID?, at now: UniversalTime) throws -> Int {
    try forgetExpired(at: now)
    try noteEnds(of: user, at: now)
    // Only those that were noted, so that the access tokens of all that are removed end, too.
    let (condition, values) = Self.ofPerson(user)
    let ended = "IN (SELECT session FROM trips_ended WHERE expires_ms > $1) AND \(condition)"
    let count = try change("DELETE FROM trips_sessions WHERE id \(ended)", [.time(now)] + values)
    try change("DELETE FROM trips_tokens WHERE session \(ended)", [.time(now)] + values)
    return count
  }

  /// Returns a condition on the column `person`, with its value as second parameter.
  private static func ofPerson(_ user: UserID?) -> (condition: String, values: [SQLValue]) {
    user.map { ("person = $2", [.id($0)]) } ?? ("1 = 1", [])
  }

  /// Forgets what has expired: tokens, sessions, the ends of sessions, nonces and what was used once.
  func forgetExpired(at now: UniversalTime) throws {
    for statement in LoginTables.expired { try change(statement, [.time(now)]) }
  }
}

/// The statements of identities and of what is used once.
extension SQLConnection {
  /// Uses a digest up; returns `false` when it was used before.
  func use(_ digest: SecretDigest, until expires: UniversalTime) throws -> Bool {
    try change(
      "INSERT INTO trips_used (digest, expires_ms) VALUES ($1, $2) ON CONFLICT (digest) DO NOTHING",
      [.text(digest.text), .time(expires)]) == 1
  }

  /// Stores the digest of a nonce that may be used until a time.
  func insertNonce(_ digest: SecretDigest, until expires: UniversalTime) throws {
    try change(
      "INSERT INTO trips_nonces (digest, expires_ms) VALUES ($1, $2)", [.text(digest.text), .time(expires)])
  }

  /// Uses a nonce up; returns `false` for one that was not issued, has expired, or was used before.
  func useNonce(_ digest: SecretDigest, at now: UniversalTime) throws -> Bool {
    try change(
      "DELETE FROM trips_nonces WHERE digest = $1 AND expires_ms > $2", [.text(digest.text), .time(now)]) == 1
  }

  /// Returns the user of an identity; nil for a new one.
  func user(of identity: LoginIdentity) throws -> UserID? {
    try row(
      "SELECT person FROM trips_identities WHERE provider = $1 AND subject = $2",
      [.text(identity.provider), .text(identity.subject)]
    ).map { try $0.id(0) }
  }

  /// Stores the identity of a user; returns `false` when it is another's.
  func insert(_ identity: LoginIdentity, of user: UserID) throws -> Bool {
    try change(
      """
      INSERT INTO trips_identities (provider, subject, person) VALUES ($1, $2, $3)
      ON CONFLICT (provider, subject) DO NOTHING
      """, [.text(identity.provider), .text(identity.subject), .id(user)]) == 1
  }

  /// Returns the identities of a user for an export.
  func identityRecords(of user: UserID) throws -> [JSONValue] {
    try rows(
      "SELECT provider, subject FROM trips_identities WHERE person = $1 ORDER BY provider, subject",
      [.id(user)]
    ).map { .object(["provider": .string(try $0.text(0)), "subject": .string(try $0.text(1))]) }
  }

  /// Returns the sessions of a user for an export, without their secrets.
  func sessionRecords(of user: UserID) throws -> [JSONValue] {
    try rows(
      """
      SELECT begun_ms, \(LoginTables.lastUse), expires_ms FROM trips_sessions WHERE person = $1
      ORDER BY begun_ms, id
      """, [.id(user)]
    )
    .map { row in
      .object([
        "begun": .time(try row.time(0)), "used": .time(try row.time(1)), "expires": .time(try row.time(2)),
      ])
    }
  }
}
