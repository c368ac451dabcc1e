package import SkiAPI
import SkiBase

/// The entry of the outbox: notices are enqueued in the transaction of what happened.
///
/// The caller has locked the trip of the notice, or its recipients, so that a member or a user who is removed at the same
/// time leaves no notice behind. A number of statements that does not depend on the recipients.
extension TripsTransaction {
  /// Enqueues a notice for people, without its actor and those who have a block between them and the actor.
  ///
  /// A recipient who has a notice of the same key receives no other. The caller resolves who may know of what happened.
  /// - Parameters:
  ///   - draft: The notice.
  ///   - recipients: Users, at most 1,000; unknown ones are left out.
  /// - Returns: The number of recipients for whom it is new.
  /// - Throws: `SkiError` with code `.invalidArgument` or `.limitExceeded` for a key, text or number of recipients that is not
  ///   allowed; besides, see `SQLDriver`.
  @discardableResult
  package func enqueue(_ draft: NoticeDraft, to recipients: [UserID]) throws -> Int {
    let recipients = Set(recipients).sorted()
    guard !recipients.isEmpty else { return 0 }
    try SkiError.requireCount(
      recipients.count, atMost: Trip.greatestMemberCount, "recipients of a notice")
    let places = recipients.indices.map { "$\($0 + 9)" }.joined(separator: ", ")
    return try insert(
      draft, from: "trips_users p", recipient: "p.id", where: "p.id IN (\(places))",
      recipients.map(SQLValue.id))
  }

  /// Enqueues a notice of unread messages of a chat, unless a reader has one since they read last.
  ///
  /// A busy chat of many readers so writes a row for each message, not one for each message and reader.
  /// - Parameters:
  ///   - draft: The notice, whose key the position up to which each recipient has read completes.
  ///   - chat: The chat.
  ///   - recipients: Users, at most 1,000; unknown ones are left out.
  /// - Returns: The number of recipients for whom it is new.
  /// - Throws: `SkiError` as ``enqueue(_:to:)``.
  @discardableResult
  package func enqueueUnread(_ draft: NoticeDraft, of chat: ChatID, to recipients: [UserID]) throws -> Int {
    let recipients = Set(recipients).sorted()
    guard !recipients.isEmpty else { return 0 }
    try SkiError.requireCount(
      recipients.count, atMost: Trip.greatestMemberCount, "recipients of a notice")
    let places = recipients.indices.map { "$\($0 + 10)" }.joined(separator: ", ")
    return try insert(
      draft,
      from: "trips_users p LEFT JOIN trips_chat_reads r ON r.chat = CAST($9 AS TEXT) AND r.person = p.id",
      recipient: "p.id", where: "p.id IN (\(places))", [.id(chat)] + recipients.map(SQLValue.id),
      keyEnd: " || ':' || CAST(COALESCE(r.position, 0) AS TEXT)")
  }

  /// Enqueues a notice for all members of its trip, without its actor and those who have a block between them and the
  /// actor; a host's word reaches those too, since it does not name its actor.
  /// - Parameter draft: The notice of a trip.
  /// - Returns: The number of members for whom it is new.
  /// - Throws: `SkiError` as ``enqueue(_:to:)``, with code `.internalInconsistency` for a notice without a trip.
  @discardableResult
  package func enqueueForMembers(_ draft: NoticeDraft) throws -> Int {
    guard draft.trip != nil else {
      throw SkiError(.internalInconsistency, "a notice for members has no trip; name one")
    }
    return try insert(
      draft, from: "trips_members p", recipient: "p.person", where: "p.trip = CAST($5 AS TEXT)", [])
  }

  /// Removes the notices of a key for all recipients, those that are not sent yet among them: for what is taken back.
  /// - Throws: `SkiError`, see `SQLDriver`.
  package func withdrawNotices(key: String) throws {
    try connection.change(
      "DELETE FROM trips_deliveries WHERE notice IN (SELECT n.id FROM trips_notices n WHERE n.dedupe = $1)",
      [.text(key)])
    try connection.change("DELETE FROM trips_notices WHERE dedupe = $1", [.text(key)])
  }

  /// Removes the notices that one of two users received of an act of the other.
  /// - Parameter kinds: The condition of the kinds.
  func removeNotices(between user: UserID, and person: UserID, _ kinds: StaticString) throws {
    for (recipient, actor) in [(user, person), (person, user)] {
      let values: [SQLValue] = [.id(recipient), .id(actor)]
      try connection.change(
        """
        DELETE FROM trips_deliveries WHERE recipient = $1 AND notice IN (
          SELECT n.id FROM trips_notices n WHERE n.recipient = $1 AND n.actor = $2 AND n.\(kinds))
        """, values)
      try connection.change(
        "DELETE FROM trips_notices WHERE recipient = $1 AND actor = $2 AND \(kinds)", values)
    }
  }

  /// Inserts the rows of a notice, and of its deliveries through all channels.
  private func insert(
    _ draft: NoticeDraft, from table: String, recipient: String, where condition: String,
    _ values: [SQLValue], keyEnd: String = ""
  ) throws -> Int {
    let draft = try draft.checked()
    let id: NoticeID = try newID()
    let since = max(now, draft.notBefore ?? now)
    let blocks =
      draft.actor == nil || draft.kind == .hostWord
      ? "1 = 1" : BlockCondition.none(between: "CAST($6 AS TEXT)", and: recipient)
    let count = try connection.change(
      """
      INSERT INTO trips_notices (id, recipient, dedupe, kind, trip, actor, payload, since_ms)
      SELECT CAST($1 AS TEXT), \(recipient), CAST($3 AS TEXT)\(keyEnd), CAST($4 AS TEXT), CAST($5 AS TEXT), CAST($6 AS TEXT),
        CAST($7 AS TEXT), CAST($8 AS BIGINT) FROM \(table)
      WHERE \(condition) AND \(recipient) <> $2 AND \(blocks)
      ON CONFLICT (recipient, dedupe) DO NOTHING
      """,
      [
        .id(id), .text(draft.actor?.rawValue ?? ""), .text(draft.key), .text(draft.kind.rawValue),
        .optional(draft.trip?.rawValue), .optional(draft.actor?.rawValue),
        .text(try StoredJSON.text(draft.payload)), .time(since),
      ] + values)
    guard count > 0 else { return 0 }
    try connection.change(
      """
      INSERT INTO trips_deliveries (channel, notice, recipient, due_ms, attempts)
      SELECT c.name, n.id, n.recipient, n.since_ms, 0 FROM trips_notices n CROSS JOIN trips_channels c WHERE n.id = $1
      """, [.id(id)])
    return count
  }
}

/// The condition that two people may know of each other, for statements with tables of people.
package enum BlockCondition {
  /// Returns the SQL that holds where neither of two people blocks the other.
  ///
  /// Each direction is a look-up of its own, which both databases answer from the key.
  /// - Parameters:
  ///   - person: A column or a placeholder, not a value.
  ///   - other: The same for the other person.
  package static func none(between person: String, and other: String) -> String {
    """
    NOT EXISTS (SELECT 1 FROM trips_blocks b1 WHERE b1.person = \(person) AND b1.blocked = \(other))
    AND NOT EXISTS (SELECT 1 FROM trips_blocks b2 WHERE b2.person = \(other) AND b2.blocked = \(person))
    """
  }
}
