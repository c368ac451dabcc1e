package import SkiBase

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
