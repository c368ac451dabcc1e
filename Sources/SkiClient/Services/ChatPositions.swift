import SkiAPI
import SkiBase

/// The last positions of chats that a listener has received.
final class ChatPositions: Sendable {
  /// The only chat that is listened to; nil for all.
  let only: ChatID?
  private let positions: Locked<[ChatID: ChatMark]>

  /// The greatest number of chats that a request names; the others begin with what is new.
  static let greatestCount = 100

  /// Creates positions at the present ends of chats, or at those that the listener gives.
  init(_ chats: [Chat], after given: [ChatID: Int64], only: ChatID?) {
    var positions: [ChatID: ChatMark] = [:]
    for chat in chats {
      let position = min(given[chat.id] ?? chat.lastPosition, chat.lastPosition)
      positions[chat.id] = ChatMark(
        position, sent: chat.preview.flatMap { $0.position == position ? $0.sent : nil })
    }
    self.only = only
    self.positions = Locked(positions)
  }

  /// Adds chats that were made while there was no connection, from their first message on.
  func add(_ chats: [Chat]) {
    positions.withLock { positions in
      for chat in chats where positions[chat.id] == nil { positions[chat.id] = ChatMark(0) }
    }
  }

  /// The parameter `chats` of a request.
  var queryText: String {
    let known = positions.withLock { $0 }
    guard !known.isEmpty else { return "all" }
    // The order is arbitrary, but the same for the same positions.
    return known.sorted { $0.key < $1.key }.prefix(Self.greatestCount)
      .map { chat, mark in
        "\(chat.rawValue):\(mark.position)" + (mark.sent.map { "@\($0.milliseconds)" } ?? "")
      }.joined(separator: ",")
  }

  /// Returns the delivery of an event; nil for one of something else, and for a message that was received before.
  /// - Throws: `SkiError` with code `.malformedData` for an event that the contract does not have.
  func delivery(of event: ServerEvent) throws -> ChatDelivery? {
    guard ["message", "deleted", "restored"].contains(event.name) else { return nil }
    let document = try ClientReply(status: 200, body: Array(event.data.utf8)).document("event")
    return try ServerDocument.read { () throws(SkiError) -> ChatDelivery? in
      let chat = try document.require("chat", document.id("chat", ChatID.self))
      guard only == nil || only == chat else { return nil }
      if event.name == "restored" {
        positions.withLock { $0[chat] = ChatMark(0) }
        return ChatDelivery(chat: chat, messages: [], deleted: [], isRestored: true)
      }
      if event.name == "deleted" {
        let position = Int64(try document.require("position", document.integer("position")))
        return ChatDelivery(chat: chat, messages: [], deleted: [position])
      }
      let message = try document.require(
        "message", MemberType<ChatMessage>.document.read(document, "message"))
      let isNew = positions.withLock { positions in
        guard message.position > positions[chat]?.position ?? 0 else { return false }
        positions[chat] = ChatMark(message.position, sent: message.sent)
        return true
      }
      return isNew ? ChatDelivery(chat: chat, messages: [message], deleted: []) : nil
    }
  }
}
