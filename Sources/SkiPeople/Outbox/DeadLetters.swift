package import SkiAPI
package import SkiBase

/// A notice whose delivery through a channel failed too often.
package struct DeadLetter: Sendable, Hashable {
  /// The channel.
  package var channel: String
  /// The notice.
  package var notice: NoticeID
  /// The person.
  package var recipient: UserID
  /// The kind of the notice.
  package var kind: NoticeKind
  /// The number of attempts.
  package var attemptCount: Int
  /// The code of the last failure.
  package var failure: String
  /// The time of the last attempt.
  package var since: UniversalTime

  /// Creates a dead letter from its parts.
  package init(
    channel: String, notice: NoticeID, recipient: UserID, kind: NoticeKind, attemptCount: Int,
    failure: String, since: UniversalTime
  ) {
    (self.channel, self.notice, self.recipient, self.kind) = (channel, notice, recipient, kind)
    (self.attemptCount, self.failure, self.since) = (attemptCount, failure, since)
  }
}

/// The notices that channels did not take: for the operator of a store, not for its users.
package final class DeadLetters: Sendable {
  private let store: TripsStore

  /// Creates the list over a store.
  package init(_ store: TripsStore) { self.store = store }

  /// Returns the channels that have dead letters, in ascending order.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be read now.
  package func channels() async throws -> [String] {
    try await store.read { connection in
      try connection.rows(
        "SELECT DISTINCT channel FROM trips_deliveries WHERE due_ms = $1 AND dead_ms IS NOT NULL ORDER BY channel",
        [.integer(.max)]
      ).map { try $0.text(0) }
    }
  }

  /// Returns dead letters of a channel, the earliest first.
  /// - Parameters:
  ///   - channel: The name of the channel.
  ///   - letter: The last one of the page before; nil for the first page.
  ///   - count: The greatest number, 1 to 500.
  /// - Throws: `SkiError` with code `.invalidArgument` for another number, `.unavailable` when the store can't be read now.
  package func list(_ channel: String, after letter: DeadLetter? = nil, count: Int = 100) async throws
    -> [DeadLetter]
  {
    try SkiError.require((1...500).contains(count), "a page has \(count) dead letters; give 1 to 500")
    return try await store.read { connection in
      try connection.rows(
        """
        SELECT d.notice, d.recipient, n.kind, d.attempts, d.failure, d.dead_ms FROM trips_deliveries d
        JOIN trips_notices n ON n.id = d.notice AND n.recipient = d.recipient
        WHERE d.channel = $1 AND d.due_ms = $2 AND d.dead_ms IS NOT NULL
          AND (d.dead_ms, d.notice, d.recipient) > ($3, $4, $5)
        ORDER BY d.dead_ms, d.notice, d.recipient LIMIT $6
        """,
        [
          .text(channel), .integer(.max), .integer(letter?.since.milliseconds ?? .min),
          .text(letter?.notice.rawValue ?? ""), .text(letter?.recipient.rawValue ?? ""),
          .integer(Int64(count)),
        ]
      ).map { row in
        DeadLetter(
          channel: channel, notice: try row.id(0), recipient: try row.id(1), kind: try row.word(2),
          attemptCount: Int(try row.integer(3)), failure: try row.optionalText(4) ?? "",
          since: try row.time(5))
      }
    }
  }

  /// Puts a dead letter into the outbox again, with all attempts.
  /// - Throws: `SkiError` with code `.notFound` for one that is not there, `.unavailable` when the store can't be written now.
  package func resend(_ notice: NoticeID, to recipient: UserID, through channel: String) async throws {
    let changed = try await store.write { transaction in
      try transaction.connection.change(
        """
        UPDATE trips_deliveries SET due_ms = $1, attempts = 0, dead_ms = NULL
        WHERE channel = $2 AND notice = $3 AND recipient = $4 AND dead_ms IS NOT NULL
        """,
        [.integer(try transaction.connection.nowMilliseconds()), .text(channel), .id(notice), .id(recipient)])
    }
    guard changed == 1 else { throw SkiError.unknown(notice) }
  }

  /// Puts all dead letters of a channel into the outbox again.
  /// - Returns: Their number.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be written now.
  @discardableResult
  package func resendAll(through channel: String) async throws -> Int {
    try await store.write { transaction in
      try transaction.connection.change(
        """
        UPDATE trips_deliveries SET due_ms = $1, attempts = 0, dead_ms = NULL
        WHERE channel = $2 AND due_ms = $3 AND dead_ms IS NOT NULL
        """, [.integer(try transaction.connection.nowMilliseconds()), .text(channel), .integer(.max)])
    }
  }

  /// Ends a channel: its notices that are not delivered are dropped, and it receives no others.
  ///
  /// End its workers before; one of them would make it known again.
  /// - Returns: The number of notices that were dropped.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be written now.
  @discardableResult
  package func retire(_ channel: String) async throws -> Int {
    try await store.write { transaction in
      try transaction.connection.change("DELETE FROM trips_channels WHERE name = $1", [.text(channel)])
      return try transaction.connection.change(
        "DELETE FROM trips_deliveries WHERE channel = $1", [.text(channel)])
    }
  }
}
