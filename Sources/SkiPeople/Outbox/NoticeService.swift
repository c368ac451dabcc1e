package import SkiAPI
import SkiBase

/// The notices of the acting user, and a host's word to a trip.
///
/// Notices are enqueued by the services in whose transactions something happens. An `OutboxWorker` sends them.
package final class NoticeService: Sendable {
  private let store: TripsStore

  /// The greatest number of notices of a page.
  package static let greatestPageCount = 100
  /// The greatest number of notices that are marked at once.
  package static let greatestMarkCount = 500
  /// The number of days for which notices are kept.
  package static let keptDays = 90.0

  /// Creates the service over a store.
  package init(_ store: TripsStore) { self.store = store }

  // MARK: A host's word

  /// Sends a word of the hosts to all other members of a trip.
  ///
  /// See ``NoticeServing``.
  /// - Complexity: O(*n*) in the members; a number of statements that does not depend on them.
  @discardableResult
  package func announce(_ word: String, id: MessageID, to trip: TripID, as user: UserID) async throws -> Int {
    let word = try NoticePayload.wordLimit.checked(word)
    return try await store.write { transaction in
      try transaction.requireOpenHost(user, of: trip)
      guard try transaction.noteWord(id, in: trip) else { return 0 }
      return try transaction.enqueueForMembers(
        NoticeDraft(
          .hostWord, key: "word:\(trip):\(id)", trip: trip, actor: user, payload: NoticePayload(word: word)))
    }
  }

  // MARK: Reading

  /// Returns a page of the acting user's notices, the latest first.
  ///
  /// See ``NoticeServing``.
  /// - Complexity: O(*n*) in the page, whatever the position.
  package func list(before position: NoticePosition? = nil, count: Int = 50, as user: UserID) async throws
    -> NoticePage
  {
    try SkiError.require(
      (1...Self.greatestPageCount).contains(count),
      "a page has \(count) notices; give 1 to \(Self.greatestPageCount)")
    let now = store.now
    return try await store.read { connection in
      let found = try connection.notices(of: user, before: position, at: now, limit: count + 1)
      let page = Array(found.prefix(count))
      var places = PlaceNotices(connection)
      return NoticePage(
        notices: try places.readable(page, as: user), next: found.count > count ? page.last?.position : nil)
    }
  }

  /// Returns the number of the acting user's notices that are not read.
  ///
  /// See ``NoticeServing``.
  /// - Complexity: O(*n*) in the user's notices.
  package func unreadCount(as user: UserID) async throws -> Int {
    let now = store.now
    return try await store.read { connection in
      let row = try connection.row(
        "SELECT COUNT(*) FROM trips_notices WHERE recipient = $1 AND since_ms <= $2 AND read_ms IS NULL",
        [.id(user), .time(now)])
      var places = PlaceNotices(connection)
      return try Int(row?.integer(0) ?? 0) - places.hiddenUnreadCount(of: user, at: now)
    }
  }

  // MARK: Marks

  /// Marks notices of the acting user as read; those read before stay so.
  ///
  /// See ``NoticeServing``.
  package func markRead(_ notices: [NoticeID], as user: UserID) async throws {
    try SkiError.requireCount(notices.count, atMost: Self.greatestMarkCount, "notices")
    try await store.write { transaction in
      for notice in Set(notices).sorted() {
        let changed = try transaction.connection.change(
          "UPDATE trips_notices SET read_ms = COALESCE(read_ms, $1) WHERE id = $2 AND recipient = $3",
          [.time(transaction.now), .id(notice), .id(user)])
        guard changed == 1 else { throw SkiError.unknown(notice) }
      }
    }
  }

  /// Marks all notices of the acting user as read that are at a position or before it.
  ///
  /// See ``NoticeServing``.
  package func markAllRead(upTo position: NoticePosition, as user: UserID) async throws {
    try await store.write { transaction in
      try transaction.connection.change(
        """
        UPDATE trips_notices SET read_ms = $1 WHERE recipient = $2 AND read_ms IS NULL
          AND since_ms <= $1 AND (since_ms, id) <= ($3, $4)
        """,
        [
          .time(transaction.now), .id(user), .integer(position.milliseconds), .id(position.notice),
        ])
    }
  }

  // MARK: Preferences

  /// Returns the preferences of the acting user; ``NoticePreferences/standard`` when none are stored.
  ///
  /// See ``NoticeServing``.
  package func preferences(as user: UserID) async throws -> NoticePreferences {
    try await store.read { try $0.noticePreferences(of: user) } ?? .standard
  }

  /// Stores the preferences of the acting user; they hold for what is sent from now on.
  ///
  /// See ``NoticeServing``.
  package func setPreferences(_ preferences: NoticePreferences, as user: UserID) async throws {
    let preferences = try preferences.checked()
    try await store.write { transaction in
      try transaction.connection.lock(user)
      try transaction.connection.store(preferences, of: user)
    }
  }

  // MARK: Maintenance

  /// Forgets notices older than ``keptDays``, delivered or not; call it now and then.
  /// - Returns: The number of notices of single recipients.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be written now.
  @discardableResult
  package func forgetOld() async throws -> Int {
    let end = store.now.advanced(bySeconds: -Self.keptDays * 86_400)
    return try await store.write { transaction in
      try transaction.connection.change(
        """
        DELETE FROM trips_deliveries WHERE notice IN (
          SELECT n.id FROM trips_notices n WHERE n.since_ms < $1)
        """, [.time(end)])
      try transaction.connection.change("DELETE FROM trips_words WHERE said_ms < $1", [.time(end)])
      return try transaction.connection.change("DELETE FROM trips_notices WHERE since_ms < $1", [.time(end)])
    }
  }
}

extension TripsTransaction {
  /// Notes a word to a locked trip; returns whether it is new.
  fileprivate func noteWord(_ id: MessageID, in trip: TripID) throws -> Bool {
    let inserted = try connection.change(
      "INSERT INTO trips_words (trip, id, said_ms) VALUES ($1, $2, $3) ON CONFLICT (trip, id) DO NOTHING",
      [.id(trip), .id(id), .time(now)])
    guard inserted == 1 else { return false }
    try count(.hostWordsADay, of: trip)
    return true
  }
}
