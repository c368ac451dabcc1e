import SkiAPI
import SkiBase

/// The statements of messages.
extension SQLConnection {
  /// Returns a part of a chat as a user sees it, in ascending order of positions.
  /// - Complexity: O(log *n* + count).
  func messages(of chat: ChatID, _ side: ChatSide, atMost count: Int, seenBy user: UserID) throws
    -> [ChatMessage]
  {
    let (comparison, order, bound): (String, String, Int64) =
      switch side {
      case .before(let position): ("<", "DESC", position ?? .max)
      case .after(let position): (">", "ASC", position)
      }
    let found = try rows(
      """
      SELECT \(MessageStatement.columns) FROM trips_messages m JOIN trips_chats c ON c.id = m.chat
      LEFT JOIN trips_members am ON am.trip = c.trip AND am.person = m.author
      WHERE m.chat = $2 AND m.position \(comparison) $3 ORDER BY m.position \(order) LIMIT $4
      """, [.id(user), .id(chat), .integer(bound), .integer(Int64(count))]
    ).map { try $0.message(from: 0) }
    return order == "ASC" ? found : found.reversed()
  }

  /// Returns whether a mark is of the store's history: the message at its position is the one of its time.
  func holds(_ mark: ChatMark, of chat: ChatID) throws -> Bool {
    guard mark.position > 0 else { return true }
    let sent = try row(
      "SELECT sent_ms FROM trips_messages WHERE chat = $1 AND position = $2",
      [.id(chat), .integer(mark.position)]
    )?.integer(0)
    guard let sent else { return false }
    return mark.sent.map { $0.milliseconds == sent } ?? true
  }

  /// Returns the message at a position as a user sees it; nil where there is none.
  func message(at position: Int64, of chat: ChatID, seenBy user: UserID) throws -> ChatMessage? {
    guard position > 0 else { return nil }
    return try messages(of: chat, .after(position - 1), atMost: 1, seenBy: user)
      .first { $0.position == position }
  }

  /// Returns the position of a message that was sent before, also of one that was deleted; nil for a new one.
  func position(of sending: SecretDigest, in chat: ChatID) throws -> Int64? {
    try row(
      "SELECT position FROM trips_messages WHERE chat = $1 AND sending = $2",
      [.id(chat), .text(sending.text)]
    ).map { try $0.integer(0) }
  }

  /// Makes the message at a position a gap.
  func makeGap(at position: Int64, of chat: ChatID) throws {
    try change(
      """
      UPDATE trips_messages SET author = NULL, client = NULL, kind = NULL, body = NULL
      WHERE chat = $1 AND position = $2
      """, [.id(chat), .integer(position)])
  }

  /// Removes all chats of a trip. They are locked first, so that a message that is being sent is removed, too.
  func removeChats(of trip: TripID) throws {
    try removeChats(rows("SELECT id FROM trips_chats WHERE trip = $1 ORDER BY id {lock}", [.id(trip)]))
  }

  /// Removes the chats of two people one of whom is removed, and those of the person's events.
  func removeChats(ofRemoved user: UserID) throws {
    try removeChats(
      rows(
        """
        SELECT id FROM trips_chats WHERE lesser = $1 OR greater = $1
          OR of_event IN (SELECT e.id FROM trips_events e WHERE e.author = $1) ORDER BY id {lock}
        """, [.id(user)]))
  }

  private func removeChats(_ chats: [SQLRow]) throws {
    for row in chats {
      let chat: ChatID = try row.id(0)
      try change("DELETE FROM trips_messages WHERE chat = $1", [.id(chat)])
      try change("DELETE FROM trips_chat_reads WHERE chat = $1", [.id(chat)])
      try change("DELETE FROM trips_chats WHERE id = $1", [.id(chat)])
      try notify(.readers(chat))
    }
  }

  /// Returns the messages that a user wrote, for an export.
  func messageRecords(of user: UserID) throws -> [JSONValue] {
    try rows(
      """
      SELECT chat, position, kind, body, sent_ms FROM trips_messages WHERE author = $1 ORDER BY chat, position
      """, [.id(user)]
    ).map { row in
      .object([
        "chat": .string(try row.text(0)), "position": .integer(Int(try row.integer(1))),
        "kind": .optional(try row.optionalText(2)), "body": .optional(try row.optionalText(3)),
        "sent": .time(try row.time(4)),
      ])
    }
  }
}

/// Parts of the statements of messages.
enum MessageStatement {
  /// The columns that ``SQLRow/message(from:)`` reads, of a message `m` in a chat `c` for the user `$1`; `am` is the author's
  /// membership in the trip of the chat.
  static let columns = """
    m.position, CASE WHEN c.trip IS NULL OR am.person IS NOT NULL THEN m.author ELSE NULL END,
    CASE WHEN m.author = $1 THEN m.client ELSE NULL END, m.kind, m.body, m.sent_ms,
    CASE WHEN \(BlockCondition.none(between: "$1", and: "m.author")) THEN 0 ELSE 1 END, am.role
    """
}

extension SQLRow {
  /// The message of eight columns of ``MessageStatement``, as a gap when its author is hidden.
  func message(from column: Int) throws -> ChatMessage {
    let position = try integer(column)
    let sent = try time(column + 5)
    guard let body = try optionalText(column + 4), try !boolean(column + 6) else {
      return ChatMessage(position: position, author: nil, id: nil, content: nil, sent: sent)
    }
    return ChatMessage(
      position: position, author: try optionalText(column + 1).map { try UserID($0) },
      role: try optionalText(column + 7).flatMap(TripRole.init),
      id: try optionalText(column + 2).map { try MessageID($0) },
      content: ChatContent(try word(column + 3), stored: body), sent: sent)
  }
}
