import SkiAPI
import SkiBase

/// The statements of chats: making, listing and reading up to a position.
extension SQLConnection {
  /// Returns the chats that a user may read with unread messages and previews, those with the latest messages first.
  ///
  /// The order between chats is by the store's clock; that of messages never is. One query.
  /// - Parameters:
  ///   - user: The user.
  ///   - chat: The only chat that is wanted; nil for all.
  func chats(of user: UserID, only chat: ChatID? = nil) throws -> [Chat] {
    var values: [SQLValue] = [.id(user), .integer(Int64(Chat.greatestUnread))]
    if let chat { values.append(.id(chat)) }
    return try rows(
      """
      WITH \(ChatStatement.readable)
      SELECT c.id, c.trip, c.of_event, CASE WHEN c.lesser = $1 THEN c.greater ELSE c.lesser END,
        c.last_position, COALESCE(r.position, 0),
        (SELECT COUNT(*) FROM (
          SELECT 1 FROM trips_messages n WHERE n.chat = c.id AND n.position > COALESCE(r.position, 0)
            AND n.body IS NOT NULL AND n.author <> $1 AND \(BlockCondition.none(between: "$1", and: "n.author"))
          LIMIT $2) AS unread),
        \(MessageStatement.columns)
      FROM readable x JOIN trips_chats c ON c.id = x.chat
      LEFT JOIN trips_chat_reads r ON r.chat = c.id AND r.person = $1
      LEFT JOIN trips_messages m ON m.chat = c.id AND m.position = (
        SELECT p.position FROM trips_messages p WHERE p.chat = c.id AND p.body IS NOT NULL
          AND \(BlockCondition.none(between: "$1", and: "p.author"))
        ORDER BY p.position DESC LIMIT 1)
      LEFT JOIN trips_members am ON am.trip = c.trip AND am.person = m.author
      \(chat == nil ? "" : "WHERE c.id = $3")
      ORDER BY c.last_ms DESC, c.id
      """, values
    ).map { try $0.chat() }
  }

  /// Returns the last position of each chat that a user may read.
  func lastPositions(of user: UserID) throws -> [ChatID: Int64] {
    let found = try rows(
      """
      WITH \(ChatStatement.readable)
      SELECT c.id, c.last_position FROM readable x JOIN trips_chats c ON c.id = x.chat
      """, [.id(user)])
    return try found.reduce(into: [:]) { positions, row in
      positions[try row.id(0)] = try row.integer(1)
    }
  }

  /// Returns the chats with messages since a time of the store's clock, with their last positions.
  func chats(changedSince milliseconds: Int64) throws -> [ChatID: Int64] {
    let found = try rows(
      "SELECT id, last_position FROM trips_chats WHERE last_ms >= $1 AND last_position > 0",
      [.integer(milliseconds)])
    return try found.reduce(into: [:]) { positions, row in
      positions[try row.id(0)] = try row.integer(1)
    }
  }

  /// Returns the chats of a trip.
  func chats(in trip: TripID) throws -> [ChatID] {
    try rows("SELECT id FROM trips_chats WHERE trip = $1 ORDER BY id", [.id(trip)]).map { try $0.id(0) }
  }

  /// Stores that a member has read up to a position; an earlier position than before changes nothing.
  func setRead(_ position: Int64, of chat: ChatID, by user: UserID) throws {
    try change(
      """
      INSERT INTO trips_chat_reads (chat, person, position) VALUES ($1, $2, $3)
      ON CONFLICT (chat, person) DO UPDATE SET position = excluded.position
      WHERE trips_chat_reads.position < excluded.position
      """, [.id(chat), .id(user), .integer(position)])
  }

  /// Lets a new member of a trip begin with what comes: all before counts as read.
  func beginReading(of trip: TripID, by user: UserID) throws {
    try change(
      """
      INSERT INTO trips_chat_reads (chat, person, position)
      SELECT c.id, CAST($2 AS TEXT), c.last_position FROM trips_chats c WHERE c.trip = $1
      ON CONFLICT (chat, person) DO NOTHING
      """, [.id(trip), .id(user)])
  }
}

/// Parts of the statements of chats.
enum ChatStatement {
  /// The table expression `readable` with the chats that the user `$1` may read.
  static let readable = """
    readable (chat) AS (
      SELECT c.id FROM trips_members rm JOIN trips_chats c ON c.of_trip = rm.trip WHERE rm.person = $1
      UNION ALL
      SELECT c.id FROM trips_members rm JOIN trips_chats c ON c.trip = rm.trip
      JOIN trips_events e ON e.id = c.of_event
      WHERE rm.person = $1 AND \(EventCondition.isVisible(to: "$1"))
      UNION ALL
      SELECT c.id FROM trips_chats c WHERE c.lesser = $1 AND \(ChatCondition.isPairOpen)
      UNION ALL
      SELECT c.id FROM trips_chats c WHERE c.greater = $1 AND \(ChatCondition.isPairOpen))
    """
}

extension SQLRow {
  /// The chat of a row of the list.
  fileprivate func chat() throws -> Chat {
    let trip = try optionalText(1).map { try TripID($0) }
    let event = try optionalText(2).map { try EventID($0) }
    let subject: ChatSubject =
      if let trip, let event { .event(event, trip) } else if let trip { .trip(trip) } else {
        .person(try id(3))
      }
    return Chat(
      id: try id(0), subject: subject, lastPosition: try integer(4), readPosition: try integer(5),
      unread: Int(try integer(6)), preview: try optionalInteger(7) == nil ? nil : try message(from: 7))
  }
}
