package import SkiAPI
import SkiBase

/// The recorded days: uploaded by a permission, matched in the background, private unless shared with a trip on purpose.
///
/// A day that the acting user may not know of is `.notFound`, as an unknown one.
package final class DayService: Sendable {
  /// The store.
  let store: TripsStore
  /// The secret of permissions and links.
  let secret: DaySecret
  private let greatestByteCount: Int

  /// Creates the service over a store.
  /// - Parameters:
  ///   - store: The store.
  ///   - greatestByteCount: The greatest size of a recording in bytes.
  package init(_ store: TripsStore, greatestByteCount: Int = 20 << 20) {
    (self.store, self.greatestByteCount) = (store, greatestByteCount)
    secret = DaySecret(store)
  }

  // MARK: Uploads

  /// Returns the permission to upload one recording within ``UploadPermission/validSeconds``.
  ///
  /// See ``DayServing``.
  package func permitUpload(byteCount: Int, sha256: String, as user: UserID) async throws -> UploadPermission
  {
    try SkiError.require(byteCount > 0, "the recording has \(byteCount) bytes; give a size above 0")
    try SkiError.requireCount(byteCount, atMost: greatestByteCount, "bytes of a recording")
    try SkiError.require(
      HexadecimalBytes.of(sha256, count: 32) != nil,
      "sha256 has \(sha256.utf8.count) bytes or others than 0–9 and a–f; give 64 digits")
    let keys = try await secret.keys()
    return try await store.write { transaction in
      try transaction.connection.lock(user)
      let expires = transaction.now.advanced(bySeconds: UploadPermission.validSeconds)
      let day: DayID = try transaction.newID()
      try transaction.noteUpload(day, of: user, byteCount: byteCount, until: expires)
      return UploadPermission(
        day: day, greatestByteCount: byteCount, digest: sha256, expires: expires, keys)
    }
  }

  /// Returns the greatest size in bytes of the recording of a permission, so that a server reads no more of it, and nothing
  /// for a forged one.
  /// - Parameter upload: The text of the permission.
  /// - Throws: `SkiError` with code `.notPermitted` for a permission that is forged or expired, `.unavailable` when the store
  ///   can't be used now.
  package func greatestByteCount(of upload: String) async throws -> Int {
    try UploadPermission(upload, try await secret.keys(), now: store.now).greatestByteCount
  }

  /// Receives a recording by its permission, which is used up; it waits for the map then.
  ///
  /// See ``DayServing``.
  /// - Complexity: O(*n*) in the bytes. A forged permission does not reach the store.
  package func receive(_ upload: String, _ bytes: [UInt8]) async throws -> DayID {
    let permission = try UploadPermission(upload, try await secret.keys(), now: store.now)
    // The digest of megabytes would delay the other connections of a server's event loop.
    try await BlockingWork.run { try permission.check(bytes) }
    return try await store.write { transaction in
      let connection = transaction.connection
      guard
        let row = try connection.row("SELECT person FROM trips_uploads WHERE id = $1", [.id(permission.day)])
      else { throw UploadPermission.refused }
      let user: UserID = try row.id(0)
      // A user who is removed at the same time has no uploads afterwards.
      guard try connection.row("SELECT 1 FROM trips_users WHERE id = $1 {lock}", [.id(user)]) != nil,
        try connection.change("DELETE FROM trips_uploads WHERE id = $1", [.id(permission.day)]) == 1
      else { throw UploadPermission.refused }
      return try transaction.insert(permission, of: user, bytes)
    }
  }

  /// Puts a day that failed back to those that wait for the map.
  ///
  /// See ``DayServing``.
  package func retry(_ day: DayID, as user: UserID) async throws {
    try await store.write { transaction in
      try transaction.connection.requireOwner(user, of: day)
      let changed = try transaction.connection.change(
        """
        UPDATE trips_days SET state = 'waiting', failure = NULL, due_ms = $1, attempts = 0, lease = NULL
        WHERE id = $2 AND state = 'failed'
        """, [.integer(try transaction.connection.nowMilliseconds()), .id(day)])
      guard changed == 1 else {
        throw SkiError(.conflict, "day \(day.rawValue) has not failed; wait until it is matched")
      }
    }
  }

  /// Removes a day with its recording, laps, files and shares; other days of the user may count instead.
  ///
  /// See ``DayServing``.
  package func delete(_ day: DayID, as user: UserID) async throws {
    try await store.write { transaction in
      try transaction.connection.requireOwner(user, of: day)
      try transaction.remove(day)
      try transaction.judgeOverlaps(of: user)
    }
  }
}

extension TripsTransaction {
  /// Notes the permission of a locked user, and forgets those that have expired.
  fileprivate func noteUpload(
    _ day: DayID, of user: UserID, byteCount: Int, until expires: UniversalTime
  ) throws {
    try connection.change("DELETE FROM trips_uploads WHERE expires_ms <= $1", [.time(now)])
    let count = try connection.count("trips_uploads WHERE person = $1", user)
    guard count < quotas[.openUploads] else {
      throw SkiError(
        .rateLimited, "\(count) upload permissions are open; use them, or wait a minute")
    }
    try quotas.require(
      try connection.count("trips_days WHERE person = $1", user) + count + 1, of: .recordedDays)
    try self.count(.uploadsADay, of: user)
    try quotas.require(try connection.recordedBytes(of: user) + byteCount, of: .recordedBytes)
    try connection.change(
      "INSERT INTO trips_uploads (id, person, expires_ms) VALUES ($1, $2, $3)",
      [.id(day), .id(user), .time(expires)])
  }

  /// Stores a recording of a locked user, unless they have it already; returns its day.
  fileprivate func insert(_ permission: UploadPermission, of user: UserID, _ bytes: [UInt8]) throws -> DayID {
    let inserted = try connection.change(
      """
      INSERT INTO trips_days (id, person, digest, received_ms, state, due_ms, attempts)
      VALUES ($1, $2, $3, $4, 'waiting', $5, 0) ON CONFLICT (person, digest) DO NOTHING
      """,
      [
        .id(permission.day), .id(user), .text(permission.digest), .time(now),
        .integer(try connection.nowMilliseconds()),
      ])
    guard inserted == 1 else {
      let known = try connection.row(
        "SELECT id FROM trips_days WHERE person = $1 AND digest = $2", [.id(user), .text(permission.digest)])
      guard let known else { throw SkiError.unknown(permission.day) }
      return try known.id(0)
    }
    try connection.change(
      "INSERT INTO trips_recordings (day, content) VALUES ($1, $2)", [.id(permission.day), .blob(bytes)])
    // Other uploads may have been stored since the permission.
    try quotas.require(try connection.recordedBytes(of: user), of: .recordedBytes)
    return permission.day
  }

  /// Removes all rows of a locked day.
  fileprivate func remove(_ day: DayID) throws {
    for statement in [
      "DELETE FROM trips_recordings WHERE day = $1", "DELETE FROM trips_day_files WHERE day = $1",
      "DELETE FROM trips_shared_days WHERE day = $1", "DELETE FROM trips_days WHERE id = $1",
      "DELETE FROM trips_laps WHERE day = $1",
    ] {
      try connection.change(statement, [.id(day)])
    }
  }
}

extension SQLConnection {
  /// Returns the bytes of the recordings of a user.
  fileprivate func recordedBytes(of user: UserID) throws -> Int {
    let sum = try row(
      """
      SELECT COALESCE(SUM(LENGTH(r.content)), 0) FROM trips_days d JOIN trips_recordings r ON r.day = d.id
      WHERE d.person = $1
      """, [.id(user)])
    return Int(try sum?.integer(0) ?? 0)
  }
}
