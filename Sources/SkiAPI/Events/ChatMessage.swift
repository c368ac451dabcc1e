public import SkiBase

/// A message of a chat as one reader sees it: at a position that is the same for all readers and never changes.
public struct ChatMessage: Sendable, Hashable {
  /// The position in the chat; the first has 1, and there is a message at each.
  public var position: Int64
  /// The author; nil for a gap, and for one who is no member of the trip any more.
  public var author: UserID?
  /// The role that the author has in the trip of the chat; nil without an author, and in a chat of two people.
  public var role: TripRole?
  /// The identifier that the author's client chose; nil for the messages of others.
  public var id: MessageID?
  /// The content; nil for a gap: a message that was deleted, or whose author is removed, or not shown to the reader.
  public var content: ChatContent?
  /// The time at which it was received; the order is by position alone.
  public var sent: UniversalTime

  /// Creates a message from its parts.
  public init(
    position: Int64, author: UserID?, role: TripRole? = nil, id: MessageID?, content: ChatContent?,
    sent: UniversalTime
  ) {
    (self.position, self.author, self.role, self.id) = (position, author, role, id)
    (self.content, self.sent) = (content, sent)
  }
}

/// A part of a chat.
public struct ChatPage: Sendable, Hashable {
  /// The messages in ascending order of positions, without a position left out.
  public var messages: [ChatMessage]
  /// The position of the last message of the chat; 0 for an empty one.
  public var lastPosition: Int64

  /// Creates a page from its parts.
  public init(messages: [ChatMessage], lastPosition: Int64) {
    (self.messages, self.lastPosition) = (messages, lastPosition)
  }

  /// The range of the number of messages of a page.
  public static let countRange = 1...100
}

/// The end of a chat from which a page is taken.
public enum ChatSide: Sendable, Hashable {
  /// The last messages before a position; nil for the last of all.
  case before(Int64?)
  /// The first messages after a position, 0 for the first of all.
  case after(Int64)
}

/// News of one chat, as a listener receives it at once.
public struct ChatDelivery: Sendable, Hashable {
  /// The chat.
  public var chat: ChatID
  /// New messages in ascending order of positions; the first follows the last that was delivered, without a position left out.
  public var messages: [ChatMessage]
  /// The positions of messages that were deleted while the listener was there.
  public var deleted: [Int64]
  /// Indicates that the store was restored, so that what is known of the chat is to be forgotten: all its messages follow.
  public var isRestored: Bool

  /// Creates a delivery from its parts.
  public init(chat: ChatID, messages: [ChatMessage], deleted: [Int64], isRestored: Bool = false) {
    (self.chat, self.messages, self.deleted) = (chat, messages, deleted)
    self.isRestored = isRestored
  }
}

/// The last message of a chat that a client has received.
///
/// A store that was restored from an older copy gives the positions after the copy again, to other messages. The time of the
/// message tells which of them the client has: no two messages of a position have the same.
package struct ChatMark: Sendable, Hashable {
  /// The position; 0 for none.
  package var position: Int64
  /// The time of the message at the position; nil where the client does not tell it.
  package var sent: UniversalTime?

  /// Creates a mark.
  package init(_ position: Int64, sent: UniversalTime? = nil) {
    (self.position, self.sent) = (position, sent)
  }
}

/// The people and the purpose of a chat.
@nonexhaustive
public enum ChatSubject: Sendable, Hashable {
  /// The chat of all members of a trip.
  case trip(TripID)
  /// The chat of those who may know of an event.
  case event(EventID, TripID)
  /// The chat of the acting user and another person: of a common trip, or friends.
  case person(UserID)
}

/// A chat as one member sees it in a list.
public struct Chat: Sendable, Hashable {
  /// The identifier.
  public var id: ChatID
  /// The people and the purpose.
  public var subject: ChatSubject
  /// The position of the last message; 0 for an empty chat.
  public var lastPosition: Int64
  /// The position up to which the member has read; 0 for nothing.
  public var readPosition: Int64
  /// The number of messages of others after it that the member may see; ``greatestUnread`` stands for more, too.
  public var unread: Int
  /// The last message that the member may see; nil when there is none.
  public var preview: ChatMessage?

  /// Creates a chat from its parts.
  public init(
    id: ChatID, subject: ChatSubject, lastPosition: Int64, readPosition: Int64, unread: Int,
    preview: ChatMessage?
  ) {
    (self.id, self.subject, self.lastPosition) = (id, subject, lastPosition)
    (self.readPosition, self.unread, self.preview) = (readPosition, unread, preview)
  }

  /// The number up to which unread messages are counted.
  public static let greatestUnread = 1000
}
