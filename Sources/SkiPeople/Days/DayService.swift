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

/// The sharing of days with trips, on purpose.
extension DayService {
  /// The greatest number of days of a page.
  package static let greatestPageCount = 200

  /// Shares a day of the acting user with a trip: its members see totals, laps that count, the corrected recording and the
  /// picture without the ends outside of the ski area. A day that is shared already stays so.
  ///
  /// See ``DayServing``.
  package func share(_ day: DayID, with trip: TripID, as user: UserID) async throws {
    try await store.write { transaction in
      let connection = transaction.connection
      _ = try connection.lockAsMember(user, of: trip)
      try connection.requireOwner(user, of: day)
      let state = try connection.row("SELECT state FROM trips_days WHERE id = $1", [.id(day)])
      guard try state?.word(0, DayState.self) == .matched else {
        throw SkiError(.conflict, "day \(day.rawValue) is not matched; wait, or upload it again")
      }
      try connection.change(
        """
        INSERT INTO trips_shared_days (trip, day, person, shared_ms) VALUES ($1, $2, $3, $4)
        ON CONFLICT (trip, day) DO NOTHING
        """, [.id(trip), .id(day), .id(user), .time(transaction.now)])
    }
  }

  /// Ends the sharing of a day with a trip.
  ///
  /// See ``DayServing``.
  package func unshare(_ day: DayID, from trip: TripID, as user: UserID) async throws {
    let removed = try await store.write { transaction in
      try transaction.connection.change(
        "DELETE FROM trips_shared_days WHERE trip = $1 AND day = $2 AND person = $3",
        [.id(trip), .id(day), .id(user)])
    }
    guard removed == 1 else { throw SkiError.unknown(day) }
  }

  /// Returns the days that are shared with a trip by members whom the acting user may know of, the latest first.
  ///
  /// See ``DayServing``.
  /// - Complexity: O(*n* log *n*) in the shared days; one query besides those of the permission and the position.
  package func shared(with trip: TripID, after last: DayID? = nil, count: Int = 50, as user: UserID)
    async throws
    -> [RecordedDay]
  {
    try SkiError.require(
      (1...Self.greatestPageCount).contains(count),
      "a page has \(count) days; give 1 to \(Self.greatestPageCount)")
    return try await store.read { connection in
      _ = try connection.requireMember(user, of: trip)
      let position = try last.map { (from: try connection.start(of: $0, sharedWith: trip), id: $0) }
      return try connection.sharedDays(in: trip, visibleTo: user, after: position, limit: count)
    }
  }
}

extension SQLConnection {
  /// Returns the start of a day that is shared with a trip.
  /// - Throws: `SkiError` with code `.notFound` for another day.
  fileprivate func start(of day: DayID, sharedWith trip: TripID) throws -> UniversalTime {
    let found = try row(
      """
      SELECT d.from_ms FROM trips_shared_days s JOIN trips_days d ON d.id = s.day WHERE s.trip = $1 AND s.day = $2
      """, [.id(trip), .id(day)])
    guard let time = try found?.optionalTime(0) else { throw SkiError.unknown(day) }
    return time
  }
}

/// The reading of days, their laps, achievements and files.
extension DayService {
  /// Returns the days of the acting user, the latest received first.
  ///
  /// See ``DayServing``.
  /// - Complexity: O(*n* log *n*) in the user's laps; two queries.
  package func list(as user: UserID) async throws -> [RecordedDay] {
    try await store.read { try $0.ownDays(of: user) }
  }

  /// Returns a day of the acting user, or one that is shared with a trip of theirs.
  ///
  /// See ``DayServing``.
  package func get(_ day: DayID, as user: UserID) async throws -> RecordedDay {
    try await store.read { connection in
      let found =
        switch try connection.requireAccess(user, to: day) {
        case .owner: try connection.ownDays(of: user, only: day).first
        case .shared: try connection.dayForOthers(day)
        }
      guard let found else { throw SkiError.unknown(day) }
      return found
    }
  }

  /// Returns the laps of a day in order of time; for others than the owner those that count.
  ///
  /// See ``DayServing``.
  package func laps(of day: DayID, as user: UserID) async throws -> [DayLap] {
    try await store.read { connection in
      let access = try connection.requireAccess(user, to: day)
      let laps = try connection.laps(of: day)
      return access == .owner ? laps : laps.filter { $0.fault == nil }
    }
  }

  /// Returns the achievements of a day of the acting user, compared with the user's days before it.
  ///
  /// See ``DayServing``.
  /// - Complexity: O(*n*) in the user's laps; two queries besides that of the permission.
  package func achievements(of day: DayID, as user: UserID) async throws -> [DayAchievement] {
    let days = try await store.read { connection in
      guard try connection.requireAccess(user, to: day) == .owner else { throw SkiError.unknown(day) }
      return try connection.countedDays(of: user)
    }
    guard let index = days.firstIndex(where: { $0.id == day }) else { return [] }
    return DayAchievement.of(days[index], after: Array(days[..<index]))
  }

  // MARK: Files

  /// Returns a link to a file of a day, valid for ``DayLink/validSeconds``.
  ///
  /// See ``DayServing``.
  package func link(to kind: DayFileKind, of day: DayID, as user: UserID) async throws -> DayLink {
    let keys = try await secret.keys()
    let expires = store.now.advanced(bySeconds: DayLink.validSeconds)
    try await store.read { connection in
      guard try connection.hasFile(kind, of: day, as: user) else {
        throw SkiError(.conflict, "day \(day.rawValue) has no \(kind.rawValue) yet; wait until it is matched")
      }
    }
    return try DayLink(day: day, kind: kind, viewer: user, expires: expires, keys)
  }

  /// Returns the file of a link, when the person who asked for the link may still see it.
  /// - Throws: `SkiError` with code `.notFound` for a link that is forged or expired, and for a file that is gone or no longer
  ///   shown to that person; `.unavailable` when the store can't be read now.
  package func file(_ link: String) async throws -> DayFile {
    let link = try DayLink(link, try await secret.keys(), now: store.now)
    let bytes = try await store.read { connection in
      try connection.file(link.kind, of: link.day, as: link.viewer)
    }
    guard let bytes else { throw DayLink.refused }
    return DayFile(kind: link.kind, bytes: bytes)
  }
}

extension SQLConnection {
  /// Returns whether a file that a user may see is there.
  fileprivate func hasFile(_ kind: DayFileKind, of day: DayID, as user: UserID) throws -> Bool {
    let (table, name) = try place(of: kind, of: day, as: user)
    return try row("SELECT 1 FROM \(table)", [.id(day)] + name) != nil
  }

  /// Returns the content of a file that a user may see; nil when it is not there.
  fileprivate func file(_ kind: DayFileKind, of day: DayID, as user: UserID) throws -> [UInt8]? {
    let (table, name) = try place(of: kind, of: day, as: user)
    return try row("SELECT content FROM \(table)", [.id(day)] + name)?.blob(0)
  }

  /// Returns the table with the condition of a file, and the value of `$2`.
  /// - Throws: `SkiError` with code `.notFound` for a file the user may not see.
  private func place(of kind: DayFileKind, of day: DayID, as user: UserID) throws -> (String, [SQLValue]) {
    let access = try requireAccess(user, to: day)
    guard kind != .recording else {
      guard access == .owner else { throw SkiError.unknown(day) }
      return ("trips_recordings WHERE day = $1", [])
    }
    let name = access == .owner ? kind.rawValue : kind.sharedName
    return ("trips_day_files WHERE day = $1 AND file = $2", [.text(name)])
  }
}

extension DayFileKind {
  /// The name in the store of the file for others than the owner.
  var sharedName: String { "shared-" + rawValue }
}
