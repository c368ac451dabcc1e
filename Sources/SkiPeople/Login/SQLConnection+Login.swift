import SkiAPI
import SkiBase

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
