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
