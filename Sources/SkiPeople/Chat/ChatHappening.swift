package import SkiAPI

/// A message of which others must know, raised in its transaction.
package struct ChatHappening: Sendable, Hashable {
  /// The chat.
  package var chat: ChatID
  /// The trip of the chat; nil for a chat of two people.
  package var trip: TripID?
  /// The event of the chat, if it is one's.
  package var event: EventID?
  /// The position of the message, which is stored already.
  package var position: Int64
  /// The author.
  package var author: UserID
  /// The readers without the author, in ascending order; each may see the message.
  package var readers: [UserID]

  /// Creates a message's news from its parts.
  package init(
    chat: ChatID, trip: TripID?, event: EventID?, position: Int64, author: UserID, readers: [UserID]
  ) {
    (self.chat, self.trip, self.event) = (chat, trip, event)
    (self.position, self.author, self.readers) = (position, author, readers)
  }
}

/// The work that follows a new message in the same transaction, such as the notices of an outbox.
///
/// The work may run again with its transaction, and fails it by throwing. A message that is sent again is not new.
package struct ChatFollower: Sendable {
  /// The work; nil for none, so that readers need not be read.
  let follow: (@Sendable (ChatHappening, TripsTransaction) throws -> Void)?

  /// Creates a follower from its work.
  package init(_ follow: @escaping @Sendable (ChatHappening, TripsTransaction) throws -> Void) {
    self.follow = follow
  }

  private init() { follow = nil }

  /// No work.
  package static let none = ChatFollower()
}
