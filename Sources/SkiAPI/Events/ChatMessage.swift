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
