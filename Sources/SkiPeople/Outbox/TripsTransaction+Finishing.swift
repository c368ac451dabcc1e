import SkiAPI
import SkiBase

/// The ends of deliveries that a worker holds.
///
/// A worker whose lease another has taken over changes nothing, but for what it has delivered.
extension TripsTransaction {
  /// Removes the work of notices that are delivered.
  func finish(_ channel: String, _ taken: TakenDelivery) throws {
    for notice in taken.delivery.notices {
      try connection.change(
        "DELETE FROM trips_deliveries WHERE channel = $1 AND notice = $2 AND recipient = $3",
        [.text(channel), .id(notice.id), .id(taken.delivery.recipient)])
    }
  }

  /// Lets a channel rest, and its notices wait for the end of the rest.
  func rest(_ channel: String, _ taken: TakenDelivery, _ lease: String, seconds: Double) throws {
    let end = try connection.nowMilliseconds() + Int64(min(max(seconds, 1), 86_400) * 1000)
    try connection.change(
      "UPDATE trips_channels SET paused_ms = $2 WHERE name = $1 AND paused_ms < $2",
      [.text(channel), .integer(end)])
    try connection.change(
      """
      UPDATE trips_deliveries SET due_ms = $4, lease = NULL WHERE channel = $1 AND lease = $2 AND recipient = $3
      """,
      [.text(channel), .text(lease), .id(taken.delivery.recipient), .integer(end)])
  }

  /// Counts a failed attempt: the notices are tried again after an interval, or set aside after too many.
  /// - Parameters:
  ///   - channel: The channel.
  ///   - taken: The delivery.
  ///   - lease: The mark of the lease.
  ///   - failure: The code of the failure, never a text of the channel.
  ///   - options: The intervals and the number of attempts.
  ///   - jitter: A random number, 0 to 1.
  func fail(
    _ channel: String, _ taken: TakenDelivery, _ lease: String, _ failure: SkiError.Code,
    _ options: OutboxOptions, jitter: Double
  ) throws {
    let now = try connection.nowMilliseconds()
    for (notice, count) in zip(taken.delivery.notices, taken.failureCounts) {
      let failures = count + 1
      let isDead = failures >= options.greatestAttemptCount
      let wait = options.backoff.seconds(after: failures, jitter: jitter)
      try connection.change(
        """
        UPDATE trips_deliveries SET due_ms = $5, attempts = $6, failure = $7, dead_ms = $8, lease = NULL
        WHERE channel = $1 AND notice = $2 AND recipient = $3 AND lease = $4
        """,
        [
          .text(channel), .id(notice.id), .id(taken.delivery.recipient), .text(lease),
          .integer(isDead ? .max : now + Int64(wait * 1000)), .integer(Int64(failures)),
          .text(failure.rawValue), .optional(isDead ? now : nil),
        ])
    }
  }
}

/// A delivery that a worker holds until the end of its lease.
struct TakenDelivery: Sendable {
  /// The notices with their recipient.
  var delivery: NoticeDelivery
  /// The number of failed attempts of each notice, in the order of the notices.
  var failureCounts: [Int]
}

/// The deliveries that a worker took at once.
struct TakenDeliveries: Sendable {
  /// The mark of the lease.
  var lease: String
  /// The deliveries.
  var deliveries: [TakenDelivery] = []
  /// The number of notices that were postponed or dropped by their recipients' preferences, or dropped since the reader may
  /// not see their place any more.
  var movedCount = 0
}

/// A delivery that is due, with what decides about it.
struct DueDelivery: Sendable {
  /// The person.
  var recipient: UserID
  /// The notice.
  var notice: Notice
  /// The number of failed attempts.
  var failureCount: Int
  /// The person's preferences.
  var preferences: NoticePreferences
}
