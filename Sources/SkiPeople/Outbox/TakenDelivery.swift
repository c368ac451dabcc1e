import SkiAPI
import SkiBase

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
