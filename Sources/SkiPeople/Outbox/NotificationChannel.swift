package import SkiAPI
package import SkiBase

/// A way on which notices leave the server: an app's push, mail or chat, a webhook, a folder.
///
/// Delivery is at least once: a notice may come again after a lost connection or a worker that ended. Doubles have the same
/// recipient and the same key, by which receivers recognise them.
package protocol NotificationChannel: Sendable {
  /// The name in the store, 1 to 40 lower-case letters, digits and hyphens; another one for each channel.
  var name: String { get }

  /// Delivers notices to one person. A person without an address in the channel counts as delivered.
  /// - Returns: The outcome; notices of a channel that is busy are delivered later.
  /// - Throws: Any error for a delivery that failed; it is tried again with growing intervals. The store keeps the code of a
  ///   `SkiError`, never its text.
  func deliver(_ delivery: NoticeDelivery) async throws -> DeliveryOutcome
}

/// The outcome of a delivery that did not fail.
@nonexhaustive
package enum DeliveryOutcome: Sendable, Hashable {
  /// The channel has taken the notices over.
  case delivered
  /// The channel asks to rest for a number of seconds; this is no failed attempt.
  case busy(seconds: Double)
}

/// Notices for one person: a single one, or those of a digest.
package struct NoticeDelivery: Sendable, Hashable {
  /// The person.
  package var recipient: UserID
  /// The notices, the earliest first; at least one.
  package var notices: [Notice]

  /// Creates a delivery from its parts.
  package init(recipient: UserID, notices: [Notice]) { (self.recipient, self.notices) = (recipient, notices) }
}

extension NoticeDelivery {
  /// The delivery as JSON.
  package var json: JSONValue {
    .object([
      "recipient": .string(recipient.rawValue), "notices": .array(notices.map(\.json)),
    ])
  }
}
