package import SkiAPI
import SkiBase

/// The changes of chats.
extension TripsTransaction {
  /// Returns the chat of a trip for a member, and makes it at the first time.
  func openChat(of trip: TripID, as user: UserID) throws -> ChatID {
    let standing = try connection.lockAsMember(user, of: trip)
    if let known = try connection.chat("of_trip = $1", [.id(trip)]) { return known }
    try standing.requireOpen(at: now)
    return try insertChat(trip: trip, ofTrip: trip)
  }

  /// Returns the chat of an event for one who may know of it, and makes it at the first time.
  func openChat(of event: EventID, as user: UserID) throws -> ChatID {
    guard let trip = try connection.trip(of: event) else { throw SkiError.unknown(event) }
    try connection.lock(trip)
    _ = try connection.requireEvent(event, seenBy: user)
    if let known = try connection.chat("of_event = $1", [.id(event)]) { return known }
    try connection.requireMember(user, of: trip).requireOpen(at: now)
    return try insertChat(trip: trip, ofEvent: event)
  }

  /// Returns the chat of two people, and makes it at the first time.
  func openChat(of user: UserID, and person: UserID) throws -> ChatID {
    try lockPair(user, person)
    guard
      try connection.areFriends(user, person) || !connection.commonTrips(of: user, and: person).isEmpty
    else { throw SkiError.unknown(person) }
    let pair = [min(user, person), max(user, person)]
    let known = try connection.chat("lesser = $1 AND greater = $2", pair.map { .id($0) })
    return try known ?? insertChat(pair: pair)
  }

  private func insertChat(
    trip: TripID? = nil, ofTrip: TripID? = nil, ofEvent: EventID? = nil, pair: [UserID] = []
  ) throws -> ChatID {
    let chat: ChatID = try newID()
    let subject: [String?] = [
      trip?.rawValue, ofTrip?.rawValue, ofEvent?.rawValue, pair.first?.rawValue, pair.last?.rawValue,
    ]
    let first: [SQLValue] = [.id(chat)]
    let last: [SQLValue] = [.integer(try connection.nowMilliseconds())]
    try connection.change(
      """
      INSERT INTO trips_chats (id, trip, of_trip, of_event, lesser, greater, last_position, last_ms)
      VALUES ($1, $2, $3, $4, $5, $6, 0, $7)
      """, first + subject.map { SQLValue.optional($0) } + last)
    return chat
  }
}

/// The changes of messages.
extension TripsTransaction {
  /// Stores a message at the next position of a chat; one that was sent before stays as it is.
  ///
  /// The user is locked, so that a removal at the same time finds the message or refuses it, and then the chat, so that
  /// positions have no gaps and become visible in their order.
  func send(
    _ content: ChatContent, _ id: MessageID, to chat: ChatID, as user: UserID, _ follower: ChatFollower
  ) throws -> ChatMessage {
    try connection.lock(user)
    let access = try connection.requireChat(chat, readBy: user, isLocked: true)
    let sending = SecretDigest(of: "message \(user.rawValue.utf8.count) \(user.rawValue) \(id.rawValue)")
    if let earlier = try connection.position(of: sending, in: chat) {
      return try requireMessage(at: earlier, of: chat, seenBy: user)
    }
    try access.requireOpen(at: now)
    try count(.messagesADay, of: user)
    let position = access.lastPosition + 1
    try connection.change(
      "UPDATE trips_chats SET last_position = $1, last_ms = $2 WHERE id = $3",
      [.integer(position), .integer(try connection.nowMilliseconds()), .id(chat)])
    try connection.change(
      """
      INSERT INTO trips_messages (chat, position, author, client, sending, kind, body, sent_ms)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      """,
      [
        .id(chat), .integer(position), .id(user), .id(id), .text(sending.text), .text(content.kind.rawValue),
        .text(content.body), .time(now),
      ])
    try connection.notify(.messages(chat, upTo: position))
    try raise(access, position, by: user, to: follower)
    return try requireMessage(at: position, of: chat, seenBy: user)
  }

  /// Makes a message a gap: one's own, or any in a trip that one hosts.
  func deleteMessage(at position: Int64, of chat: ChatID, as user: UserID) throws {
    let access = try connection.requireChat(chat, readBy: user, isLocked: true)
    let message = try requireMessage(at: position, of: chat, seenBy: user)
    guard message.content != nil else { throw SkiError.unknownMessage(at: position, of: chat) }
    guard message.author == user || access.isHost else {
      throw SkiError(
        .notPermitted, "message \(position) of chat \(chat.rawValue) is another's; ask its author")
    }
    try connection.makeGap(at: position, of: chat)
    try connection.notify(.deleted(chat, position))
  }

  private func requireMessage(at position: Int64, of chat: ChatID, seenBy user: UserID) throws -> ChatMessage
  {
    guard let message = try connection.message(at: position, of: chat, seenBy: user) else {
      throw SkiError.unknownMessage(at: position, of: chat)
    }
    return message
  }

  private func raise(_ access: ChatAccess, _ position: Int64, by user: UserID, to follower: ChatFollower)
    throws
  {
    guard let follow = follower.follow else { return }
    let hidden = try connection.peopleHidden(from: user)
    let readers = try connection.readers(of: access.chat).filter { $0 != user && !hidden.contains($0) }
    try follow(
      ChatChange(
        chat: access.chat, trip: access.trip, event: access.event, position: position, author: user,
        readers: readers), self)
  }
}

extension SQLConnection {
  /// Returns the chat of a condition over `trips_chats`; nil where there is none.
  fileprivate func chat(_ condition: StaticString, _ values: [SQLValue]) throws -> ChatID? {
    try row("SELECT id FROM trips_chats WHERE \(condition)", values).map { try $0.id(0) }
  }

  /// Returns the people with a block between them and a user.
  func peopleHidden(from user: UserID) throws -> Set<UserID> {
    let found = try rows(
      """
      SELECT blocked FROM trips_blocks WHERE person = $1 UNION ALL SELECT person FROM trips_blocks WHERE blocked = $1
      """, [.id(user)])
    return Set(try found.map { try $0.id(0) })
  }
}

extension SkiError {
  /// The error for a position without a message, or with a gap.
  fileprivate static func unknownMessage(at position: Int64, of chat: ChatID) -> SkiError {
    SkiError(
      .notFound, "message \(position) of chat \(chat.rawValue) is unknown or a gap; give a position of a page"
    )
  }
}

/// A message of which others must know, raised in its transaction.
package struct ChatChange: Sendable, Hashable {
  /// The chat.
  package var chat: ChatID
  /// The trip of the chat; nil for a chat of two people.
  package var trip: TripID?
  /// The event of the chat, if it is one's.
  package var event: EventID?
  /// The position of the message, which is stored already.
  package var position: Int64
  /// The author.
  package var author: UserID
  /// The readers without the author, in ascending order; each may see the message.
  package var readers: [UserID]

  /// Creates a message's news from its parts.
  package init(
    chat: ChatID, trip: TripID?, event: EventID?, position: Int64, author: UserID, readers: [UserID]
  ) {
    (self.chat, self.trip, self.event) = (chat, trip, event)
    (self.position, self.author, self.readers) = (position, author, readers)
  }
}

/// The work that follows a new message in the same transaction, such as the notices of an outbox.
///
/// The work may run again with its transaction, and fails it by throwing. A message that is sent again is not new.
package struct ChatFollower: Sendable {
  /// The work; nil for none, so that readers need not be read.
  let follow: (@Sendable (ChatChange, TripsTransaction) throws -> Void)?

  /// Creates a follower from its work.
  package init(_ follow: @escaping @Sendable (ChatChange, TripsTransaction) throws -> Void) {
    self.follow = follow
  }

  private init() { follow = nil }

  /// No work.
  package static let none = ChatFollower()
}
