import SkiAPI
import SkiBase

/// New messages of a chat, with the people who may read them: read once for all listeners of a server.
struct ChatBatch: Sendable {
  /// A message with its author, before it is shown to a reader.
  struct Message: Sendable {
    /// The author; nil for a gap.
    var author: UserID?
    /// The message as its author sees it.
    var own: ChatMessage
  }

  /// The people who may read the chat.
  var readers: Set<UserID>
  /// The messages in ascending order of positions.
  var messages: [Message]
  /// By author the people with a block between them.
  var hidden: [UserID: Set<UserID>]

  /// The greatest number of messages of a batch.
  static let limit = 200

  /// Makes the messages at positions gaps.
  mutating func makeGaps(at positions: Set<Int64>) {
    for place in messages.indices where positions.contains(messages[place].own.position) {
      let (position, sent) = (messages[place].own.position, messages[place].own.sent)
      messages[place] = Message(
        author: nil, own: ChatMessage(position: position, author: nil, id: nil, content: nil, sent: sent))
    }
  }

  /// Returns the messages as a reader sees them.
  func messages(seenBy user: UserID) -> [ChatMessage] {
    messages.map { message in
      var seen = message.own
      guard let author = message.author, author != user else { return seen }
      seen.id = nil
      if hidden[author]?.contains(user) == true {
        (seen.author, seen.role, seen.content) = (nil, nil, nil)
      }
      return seen
    }
  }
}

extension SQLConnection {
  /// Returns the messages of a chat after a position with its readers; without readers for an unknown one.
  /// - Complexity: O(*n*) in the people of the chat and the messages.
  func batch(of chat: ChatID, after position: Int64) throws -> ChatBatch {
    let readers = Set(try readers(of: chat))
    guard !readers.isEmpty else { return ChatBatch(readers: [], messages: [], hidden: [:]) }
    let messages = try rows(
      """
      SELECT m.position, CASE WHEN c.trip IS NULL OR am.person IS NOT NULL THEN m.author ELSE NULL END, m.client,
        m.kind, m.body, m.sent_ms, 0, am.role, m.author
      FROM trips_messages m JOIN trips_chats c ON c.id = m.chat
      LEFT JOIN trips_members am ON am.trip = c.trip AND am.person = m.author
      WHERE m.chat = $1 AND m.position > $2 ORDER BY m.position LIMIT $3
      """, [.id(chat), .integer(position), .integer(Int64(ChatBatch.limit))]
    ).map { row in
      ChatBatch.Message(author: try row.optionalText(8).map { try UserID($0) }, own: try row.message(from: 0))
    }
    var hidden: [UserID: Set<UserID>] = [:]
    for author in Set(messages.compactMap(\.author)) { hidden[author] = try peopleHidden(from: author) }
    return ChatBatch(readers: readers, messages: messages, hidden: hidden)
  }

  /// Returns the part of a chat that a listener has not received: after a position, or after what was read where the
  /// listener has received nothing, with that position.
  /// - Throws: `SkiError` with code `.notFound` for a chat the user may not read.
  func missed(of chat: ChatID, after position: Int64?, by user: UserID) throws -> (
    start: Int64, messages: [ChatMessage]
  ) {
    _ = try requireChat(chat, readBy: user)
    let start =
      try position
      ?? row(
        "SELECT position FROM trips_chat_reads WHERE chat = $1 AND person = $2", [.id(chat), .id(user)]
      )?.integer(0) ?? 0
    let messages = try messages(
      of: chat, .after(start), atMost: ChatPage.countRange.upperBound, seenBy: user)
    return (start, messages)
  }
}
