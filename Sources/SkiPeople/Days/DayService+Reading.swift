package import SkiAPI
import SkiBase

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
