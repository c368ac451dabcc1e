/// News of one chat, as a listener receives it at once.
public struct ChatDelivery: Sendable, Hashable {
  /// The chat.
  public var chat: ChatID
  /// New messages in ascending order of positions; the first follows the last that was delivered, without a position left out.
  public var messages: [ChatMessage]
  /// The positions of messages that were deleted while the listener was there.
  public var deleted: [Int64]

  /// Creates a delivery from its parts.
  public init(chat: ChatID, messages: [ChatMessage], deleted: [Int64]) {
    (self.chat, self.messages, self.deleted) = (chat, messages, deleted)
  }
}
