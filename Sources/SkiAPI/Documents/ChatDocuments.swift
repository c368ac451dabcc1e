package import SkiBase

// The documents of chats.

extension Chat: ContractDocument {
  package static let title = "Chat"
  package static let summary = "A chat as one member sees it in a list."

  package static func form(_ member: inout DocumentForm<Chat>) throws(SkiError) -> Chat {
    let id = try member("id", .id, "The identifier.") { $0.id }
    let subject = try ChatSubject.form(&member)
    return try Chat(
      id: id, subject: subject,
      lastPosition: member("lastPosition", .position, "The position of the last message; 0 for none.") {
        $0.lastPosition
      },
      readPosition: member("readPosition", .position, "The position up to which the user has read.") {
        $0.readPosition
      },
      unread: member("unread", .integer, "The unread messages of others; 1000 for more, too.") { $0.unread },
      preview: member.optional("preview", .document, "The last message that the user may see.") { $0.preview }
    )
  }
}

extension ChatSubject {
  /// The identifiers of a subject.
  private var parts: (word: String, trip: TripID?, event: EventID?, person: UserID?) {
    switch self {
    case .trip(let trip): ("trip", trip, nil, nil)
    case .event(let event, let trip): ("event", trip, event, nil)
    case .person(let person): ("person", nil, nil, person)
    }
  }

  /// Visits the members of a chat that tell the subject.
  fileprivate static func form(_ member: inout DocumentForm<Chat>) throws(SkiError) -> ChatSubject {
    let word = try member("subject", .word(of: ["trip", "event", "person"]), "What the chat is of.") {
      $0.subject.parts.word
    }
    let trip = try member.optional("trip", .id, "The trip; null for two people.") { $0.subject.parts.trip }
    let event = try member.optional("event", .id, "The event; null for others.") { $0.subject.parts.event }
    let person = try member.optional("person", .id, "The other of two people.") { $0.subject.parts.person }
    switch word {
    case "trip": return .trip(try member.require("trip", trip))
    case "event": return .event(try member.require("event", event), try member.require("trip", trip))
    case "person": return .person(try member.require("person", person))
    default: throw member.wrong("subject", "one of trip, event, person")
    }
  }
}

extension ChatMessage: ContractDocument {
  package static let title = "ChatMessage"
  package static let summary =
    "A message of a chat, or a gap, which has a position and a time alone."

  package static func form(_ member: inout DocumentForm<ChatMessage>) throws(SkiError) -> ChatMessage {
    let isGap: (ChatMessage) -> Bool = { $0.content == nil }
    let position = try member("position", .position, "The position in the chat, the same for all readers.") {
      $0.position
    }
    let author = try member.optional(
      "author", .id, "The author; null for one who is no member any more.", unless: isGap
    ) { $0.author }
    let role = try member.optional("role", .word, "The author's role in the trip.", unless: isGap) { $0.role }
    let id = try member.optional(
      "id", .id, "The identifier that the user's client chose; null for messages of others.", unless: isGap
    ) { $0.id }
    let kind = try member.given("kind", .word, "The kind of the content.") { $0.content?.kind }
    let body = try member.given("body", .text(like: "Where are you?"), "A text, or the JSON of a card.") {
      $0.content?.body
    }
    return try ChatMessage(
      position: position, author: author, role: role, id: id,
      content: kind.map { kind throws(SkiError) in ChatContent(kind, stored: try member.require("body", body))
      },
      sent: member("sent", .time, "When it was received.") { $0.sent })
  }
}

extension ChatPage: ContractDocument {
  package static let title = "ChatPage"
  package static let summary = "A part of a chat."

  package static func form(_ member: inout DocumentForm<ChatPage>) throws(SkiError) -> ChatPage {
    try ChatPage(
      messages: member("messages", .documents(), "The messages, none left out.", default: []) { $0.messages },
      lastPosition: member("lastPosition", .position, "The position of the chat's last message.") {
        $0.lastPosition
      })
  }
}

/// The values of a new message: its content, and the identifier that the client chose.
package struct MessageDraft: ContractDocument, Hashable {
  /// The identifier; sending again with the same one has no effect.
  package var id: MessageID
  /// The content, which `ChatService` checks.
  package var content: ChatContent

  /// Creates values.
  package init(id: MessageID, content: ChatContent) { (self.id, self.content) = (id, content) }

  package static let title = "MessageDraft"
  package static let summary = "A new message."

  package static func form(_ member: inout DocumentForm<MessageDraft>) throws(SkiError) -> MessageDraft {
    let id = try member("id", .id, "An identifier of the client; the same again is harmless.") { $0.id }
    let kind = try member("kind", .word, "The kind of the content.") { $0.content.kind }
    let body = try member("body", .text(like: "Where are you?"), "A text, or the JSON of a card.") {
      $0.content.body
    }
    return MessageDraft(id: id, content: ChatContent(kind, stored: body))
  }
}

/// An event of the stream that tells of a chat.
package enum ChatUpdate: ContractDocument, Hashable {
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

  private var parts: (chat: ChatID, message: ChatMessage?, position: Int64?) {
    switch self {
    case .message(let chat, let message): (chat, message, nil)
    case .deletion(let chat, let position): (chat, nil, position)
    case .restored(let chat): (chat, nil, nil)
    }
  }

  package static let title = "ChatUpdate"
  package static let summary =
    "An event of the stream: a message, the position of a deleted one, or the chat alone."

  package static func form(_ member: inout DocumentForm<ChatUpdate>) throws(SkiError) -> ChatUpdate {
    let chat = try member("chat", .id, "The chat.") { $0.parts.chat }
    let message = try member.given("message", .document, "A new message, or a gap.") { $0.parts.message }
    let position = try member.given("position", .position, "The position of a message that was deleted.") {
      $0.parts.position
    }
    if let message { return .message(chat, message) }
    return position.map { .deletion(chat, position: $0) } ?? .restored(chat)
  }
}

extension ChatDelivery {
  /// The events of the stream: that the store was restored, the messages in the order of their positions, then the deletions.
  package var news: [ChatUpdate] {
    (isRestored ? [.restored(chat)] : []) + messages.map { ChatUpdate.message(chat, $0) }
      + deleted.map { ChatUpdate.deletion(chat, position: $0) }
  }
}
