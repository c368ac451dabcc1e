import SkiAPI
import SkiBase

/// A chat that a user may read, with what permissions in it depend on.
struct ChatAccess: Sendable, Hashable {
  /// The chat.
  let chat: ChatID
  /// The trip; nil for a chat of two people.
  let trip: TripID?
  /// The event, if it is one's.
  let event: EventID?
  /// The two people of a chat of two.
  let pair: [UserID]
  /// The position of the last message.
  let lastPosition: Int64
  /// The user's standing in the trip; nil for a chat of two people.
  let standing: MemberStatus?

  /// Indicates whether the user may delete messages of others.
  var isHost: Bool { standing?.role == .host }

  /// Refuses messages in the chat of a trip that is over.
  /// - Throws: `SkiError` with code `.conflict`.
  func requireOpen(at now: UniversalTime) throws { try standing?.requireOpen(at: now) }
}

/// The conditions that people may read chats, for statements with the table `trips_chats` as `c`.
enum ChatCondition {
  /// The SQL that holds where the two people of a chat are friends or on a common trip, without a block between them.
  static let isPairOpen = """
    \(BlockCondition.none(between: "c.lesser", and: "c.greater"))
    AND (EXISTS (SELECT 1 FROM trips_friends pf
        WHERE pf.lesser = c.lesser AND pf.greater = c.greater AND pf.since_ms IS NOT NULL)
      OR EXISTS (SELECT 1 FROM trips_members p1 JOIN trips_members p2 ON p2.trip = p1.trip
        WHERE p1.person = c.lesser AND p2.person = c.greater))
    """
}

extension SQLConnection {
  /// Returns a chat that a user may read.
  /// - Parameters:
  ///   - chat: The chat.
  ///   - user: The user.
  ///   - isLocked: Locks the chat until the end of the transaction, so that its last position stays.
  /// - Throws: `SkiError` with code `.notFound` for an unknown chat, and one the user may not read.
  func requireChat(_ chat: ChatID, readBy user: UserID, isLocked: Bool = false) throws -> ChatAccess {
    let sql = """
      SELECT trip, of_event, lesser, greater, last_position FROM trips_chats WHERE id = $1
      """
    guard let row = try row(isLocked ? sql + " {lock}" : sql, [.id(chat)]) else {
      throw SkiError.unknown(chat)
    }
    let trip = try row.optionalText(0).map { try TripID($0) }
    let event = try row.optionalText(1).map { try EventID($0) }
    let pair = try [row.optionalText(2), row.optionalText(3)].compactMap(\.self).map { try UserID($0) }
    let standing = try trip.flatMap { try self.standing(of: user, in: $0) }
    let mayRead: Bool
    if let event {
      mayRead = try self.event(event, seenBy: user) != nil
    } else {
      mayRead = try trip == nil ? pair.contains(user) && isPairOpen(chat) : standing != nil
    }
    guard mayRead else { throw SkiError.unknown(chat) }
    return ChatAccess(
      chat: chat, trip: trip, event: event, pair: pair, lastPosition: try row.integer(4), standing: standing)
  }

  private func isPairOpen(_ chat: ChatID) throws -> Bool {
    try row("SELECT 1 FROM trips_chats c WHERE c.id = $1 AND \(ChatCondition.isPairOpen)", [.id(chat)]) != nil
  }

  /// Returns the people who may read a chat, in ascending order; empty for an unknown one.
  ///
  /// Complexity: O(*n*) in the people; one query besides that of the chat.
  func readers(of chat: ChatID) throws -> [UserID] {
    let kind = try row("SELECT trip, of_event FROM trips_chats WHERE id = $1", [.id(chat)])
    guard let kind else { return [] }
    if try kind.optionalText(1) != nil {
      return try rows(
        """
        SELECT m.person FROM trips_chats c JOIN trips_events e ON e.id = c.of_event
        JOIN trips_members m ON m.trip = e.trip
        WHERE c.id = $1 AND \(EventCondition.isVisible(to: "m.person")) ORDER BY m.person
        """, [.id(chat)]
      ).map { try $0.id(0) }
    }
    if try kind.optionalText(0) != nil {
      return try rows(
        """
        SELECT m.person FROM trips_chats c JOIN trips_members m ON m.trip = c.of_trip WHERE c.id = $1
        ORDER BY m.person
        """, [.id(chat)]
      ).map { try $0.id(0) }
    }
    return try rows(
      "SELECT c.lesser, c.greater FROM trips_chats c WHERE c.id = $1 AND \(ChatCondition.isPairOpen)",
      [.id(chat)]
    ).flatMap { [try $0.id(0), try $0.id(1)] }
  }
}
