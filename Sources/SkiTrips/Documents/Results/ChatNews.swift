package import SkiFormats
import SkiSharing

/// An event of the stream that tells of a chat.
package enum ChatNews: TripsDocument, Hashable {
  /// A new message, or a gap.
  case message(ChatID, ChatMessage)
  /// The message at a position was deleted.
  case deletion(ChatID, position: Int64)
  /// The store was restored from a copy, and the messages of the chat are to be forgotten; all of them follow.
  case restored(ChatID)

  /// The name of the event in the stream.
  package var name: String {
    switch self {
    case .message: "message"
    case .deletion: "deleted"
    case .restored: "restored"
    }
  }

  /// The data of the event as an object of JSON.
  package var json: JSONValue {
    switch self {
    case .message(let chat, let message):
      .object(["chat": .string(chat.rawValue), "message": message.json])
    case .deletion(let chat, let position):
      .object(["chat": .string(chat.rawValue), "position": .integer(Int(position))])
    case .restored(let chat): .object(["chat": .string(chat.rawValue)])
    }
  }

  /// Creates an event from its data: a message, a position, or the chat alone.
  package init(_ document: DocumentReader) throws {
    let chat: ChatID = try document.requiredID("chat")
    if let message: ChatMessage = try document.document("message") {
      self = .message(chat, message)
    } else if let position = try document.integer("position") {
      self = .deletion(chat, position: Int64(position))
    } else {
      self = .restored(chat)
    }
  }
}

extension ChatDelivery {
  /// The events of the stream: that the store was restored, the messages in the order of their positions, then the deletions.
  package var news: [ChatNews] {
    (isRestored ? [.restored(chat)] : []) + messages.map { ChatNews.message(chat, $0) }
      + deleted.map { ChatNews.deletion(chat, position: $0) }
  }
}
