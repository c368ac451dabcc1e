package import SkiAPI
package import SkiBase

/// The notices of what happens to events and in chats, enqueued in the transaction of what happened.
///
/// Texts and places stay out: a notice names the event or the chat, which its reader asks for.
package enum NoticeProducers {
  /// The notices of events: invitations, changes, answers, progress on the way, and ends.
  ///
  /// An arrival is reported once for an event, a way that is left once in ten minutes.
  package static let events = EventFollower { happening, transaction in
    try follow(happening, transaction)
  }

  /// The notices of messages: a reader has one for a chat until they read it.
  package static let chats = ChatFollower { happening, transaction in
    try transaction.enqueueUnread(
      NoticeDraft(
        .message, key: "message:\(happening.chat)", trip: happening.trip, actor: happening.author,
        payload: NoticePayload(event: happening.event, chat: happening.chat)),
      of: happening.chat, to: happening.readers)
  }

  /// The part of the store that tells guests of events that end with the leaving of their author. It has no tables.
  package static let part = TripsPart(
    "producers", migrations: [],
    handler: { happening, transaction in
      guard case .memberLeft(let trip, let user) = happening else { return }
      let now = transaction.now
      for ending in try transaction.connection.cancellations(byLeaving: trip, user, at: now) {
        try follow(ending, transaction)
      }
    })

  /// The time of the store's clock in which one person's left ways to an event are one notice: ten minutes.
  private static let offRouteMilliseconds: Int64 = 600_000

  private static func follow(_ happening: EventChange, _ transaction: TripsTransaction) throws {
    let event = happening.event
    let invitation = "invitation:\(event)"
    let actor = happening.actor.map { "\($0)" } ?? ""
    switch happening.kind {
    case .created: try enqueue(.invitation, invitation, happening, transaction)
    case .changed:
      try enqueue(.eventChanged, "changed:\(event):\(transaction.now.milliseconds)", happening, transaction)
    case .cancelled:
      try transaction.withdrawNotices(key: invitation)
      try enqueue(.eventCancelled, "cancelled:\(event)", happening, transaction)
    case .answered(let answer):
      try enqueue(
        .rsvp, "rsvp:\(event):\(actor):\(transaction.now.milliseconds)", happening, transaction,
        answer: answer.rawValue)
    case .progressed(.arrived):
      try enqueue(.arrived, "arrived:\(event):\(actor)", happening, transaction)
    case .progressed(.offRoute):
      let part = transaction.now.milliseconds / offRouteMilliseconds
      try enqueue(.offRoute, "offRoute:\(event):\(actor):\(part)", happening, transaction)
    case .placeGone: try enqueue(.placeGone, "gone:\(event)", happening, transaction)
    }
  }

  private static func enqueue(
    _ kind: NoticeKind, _ key: String, _ happening: EventChange, _ transaction: TripsTransaction,
    answer: String? = nil
  ) throws {
    try transaction.enqueue(
      NoticeDraft(
        kind, key: key, trip: happening.trip, actor: happening.actor,
        payload: NoticePayload(event: happening.event, answer: answer)),
      to: happening.people)
  }
}

/// A notice that is about to be enqueued, without its recipients.
package struct NoticeDraft: Sendable, Hashable {
  /// The kind.
  package var kind: NoticeKind
  /// The trip; nil outside of trips. The notice goes with the membership of its recipient.
  package var trip: TripID?
  /// The person whose act it is; the notice goes with the person, and does not reach those with a block between.
  package var actor: UserID?
  /// The key by which doubles are recognised, such as the kind with the identifier of what happened.
  package var key: String
  /// The particulars.
  package var payload: NoticePayload
  /// The time before which it is neither shown nor sent; nil for at once.
  package var notBefore: UniversalTime?

  /// The greatest length of a key in bytes of UTF-8.
  package static let greatestKeyByteCount = 400

  /// Creates a notice without its recipients.
  package init(
    _ kind: NoticeKind, key: String, trip: TripID? = nil, actor: UserID? = nil,
    payload: NoticePayload = NoticePayload(), notBefore: UniversalTime? = nil
  ) {
    (self.kind, self.key, self.trip) = (kind, key, trip)
    (self.actor, self.payload, self.notBefore) = (actor, payload, notBefore)
  }

  /// Returns the notice when its key and texts are within the limits.
  /// - Throws: `SkiError` with code `.invalidArgument` or `.limitExceeded`, naming the field.
  func checked() throws -> NoticeDraft {
    try SkiError.require(
      (1...Self.greatestKeyByteCount).contains(key.utf8.count),
      "key of the notice has \(key.utf8.count) bytes; give 1 to \(Self.greatestKeyByteCount)")
    _ = try payload.checked()
    return self
  }
}
