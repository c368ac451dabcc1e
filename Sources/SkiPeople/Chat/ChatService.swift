package import SkiAPI
import SkiBase

/// The chats of trips, of events and of two people.
///
/// Each chat has one order for all readers: positions 1, 2, 3 and so on, given to messages as they are stored, without a
/// clock. A message that is deleted, whose author is removed, or whose author and reader block each other is a gap at its
/// position. A chat that the acting user may not read is `.notFound`, as an unknown one: one of another trip, of an event
/// the user may not know of, and one with a person who is neither a friend nor on a common trip, or with a block between
/// them. The chats of two people end with the removal of either.
package final class ChatService: Sendable {
  private let store: TripsStore
  private let follower: ChatFollower
  private let hub: ChatHub

  /// The time between looks for notices that were lost, in milliseconds.
  package static let lookMilliseconds: Int64 = 2000

  /// Creates the service over a store; it sends no notices.
  package convenience init(_ store: TripsStore) { self.init(store, follower: .none) }

  /// Creates the service over a store, with the work that follows new messages in their transactions.
  package init(_ store: TripsStore, follower: ChatFollower) {
    (self.store, self.follower) = (store, follower)
    hub = ChatHub(store)
  }

  // MARK: Chats

  /// Returns the chats of the acting user with unread messages and previews, those with the latest messages first.
  ///
  /// See ``ChatServing``.
  /// - Complexity: One query, O(*n* log *n*) in the chats; at most ``Chat/greatestUnread`` messages of each are counted.
  package func list(as user: UserID) async throws -> [Chat] {
    try await store.read { try $0.chats(of: user) }
  }

  /// Returns a chat as ``list(as:)`` shows it.
  ///
  /// See ``ChatServing``.
  package func get(_ chat: ChatID, as user: UserID) async throws -> Chat {
    try await store.read { try $0.requireListedChat(chat, of: user) }
  }

  /// Returns the chat of a trip, which is made at the first time.
  ///
  /// See ``ChatServing``.
  package func open(_ trip: TripID, as user: UserID) async throws -> Chat {
    try await store.write { transaction in
      let chat = try transaction.openChat(of: trip, as: user)
      return try transaction.connection.requireListedChat(chat, of: user)
    }
  }

  /// Returns the chat of an event, which is made at the first time.
  ///
  /// See ``ChatServing``.
  package func open(_ event: EventID, as user: UserID) async throws -> Chat {
    try await store.write { transaction in
      let chat = try transaction.openChat(of: event, as: user)
      return try transaction.connection.requireListedChat(chat, of: user)
    }
  }

  /// Returns the chat of the acting user and a person of a common trip or a friend, which is made at the first time.
  ///
  /// See ``ChatServing``.
  package func open(with person: UserID, as user: UserID) async throws -> Chat {
    try await store.write { transaction in
      let chat = try transaction.openChat(of: user, and: person)
      return try transaction.connection.requireListedChat(chat, of: user)
    }
  }

  // MARK: Messages

  /// Returns a part of a chat.
  ///
  /// See ``ChatServing``.
  /// - Complexity: O(log *n* + count) in the messages of the chat.
  package func page(
    of chat: ChatID, _ side: ChatSide = .before(nil), count: Int = 50, as user: UserID
  ) async throws -> ChatPage {
    try SkiError.require(
      ChatPage.countRange.contains(count),
      "a page has \(count) messages; give \(ChatPage.countRange.lowerBound) to \(ChatPage.countRange.upperBound)"
    )
    try side.check()
    return try await store.read { connection in
      let access = try connection.requireChat(chat, readBy: user)
      return ChatPage(
        messages: try connection.messages(of: chat, side, atMost: count, seenBy: user),
        lastPosition: access.lastPosition)
    }
  }

  /// Sends a message; one that the user sent before with the same identifier is returned as it is stored.
  ///
  /// See ``ChatServing``.
  @discardableResult
  package func send(_ content: ChatContent, id: MessageID, to chat: ChatID, as user: UserID) async throws
    -> ChatMessage
  {
    let (content, follower) = (try content.checked(), follower)
    return try await store.write { transaction in
      try transaction.send(content, id, to: chat, as: user, follower)
    }
  }

  /// Deletes a message: the user's own, or any in the chat of a trip that the user hosts or of its events. Its position
  /// remains, without author and content.
  ///
  /// See ``ChatServing``.
  package func delete(_ position: Int64, of chat: ChatID, as user: UserID) async throws {
    try await store.write { transaction in
      try transaction.deleteMessage(at: position, of: chat, as: user)
    }
  }

  /// Stores that the acting user has read a chat up to a position; an earlier one than before changes nothing.
  ///
  /// See ``ChatServing``.
  package func markRead(upTo position: Int64, of chat: ChatID, as user: UserID) async throws {
    try await store.write { transaction in
      let connection = transaction.connection
      try connection.lock(user)
      let access = try connection.requireChat(chat, readBy: user)
      try SkiError.require(
        (0...access.lastPosition).contains(position),
        "position \(position) is not in the chat; give 0 to \(access.lastPosition)")
      try connection.setRead(position, of: chat, by: user)
    }
  }

  // MARK: Live

  /// Listens to all chats of the acting user, also to those that begin later.
  /// - Parameters:
  ///   - positions: By chat the position after which messages are delivered; of other chats those that come from now on.
  ///   - user: The acting user.
  /// - Throws: `SkiError` with code `.invalidArgument` for a negative position, `.unavailable` when the store can't be read now.
  package func live(after positions: [ChatID: Int64] = [:], as user: UserID) async throws -> ChatStream {
    for position in positions.values { try ChatSide.after(position).check() }
    return try await live(after: positions.mapValues { ChatMark($0) }, as: user, isLenient: true)
  }

  /// Listens to all chats of the acting user after what a client has received.
  ///
  /// A chat whose store was restored meanwhile, so that the client's last message is not the one at its position, is delivered
  /// as a whole, after a delivery that says so.
  /// - Throws: `SkiError` with code `.invalidArgument` for a negative position, `.unavailable` when the store can't be read now.
  package func live(after marks: [ChatID: ChatMark], as user: UserID) async throws -> ChatStream {
    for mark in marks.values { try ChatSide.after(mark.position).check() }
    return try await live(after: marks, as: user, isLenient: false)
  }

  /// - Parameter isLenient: Indicates whether a position after the end counts as the end.
  private func live(
    after marks: [ChatID: ChatMark], as user: UserID, isLenient: Bool
  ) async throws -> ChatStream {
    let (mailbox, end) = try await listen(as: user, to: nil)
    let (last, other) = try await store.read { connection in
      let last = try connection.lastPositions(of: user)
      let known = isLenient ? [:] : marks.filter { last[$0.key] != nil }
      return (last, try Set(known.filter { try !connection.holds($0.value, of: $0.key) }.keys))
    }
    for (chat, known) in last {
      let isRestored = other.contains(chat)
      let position = isRestored ? 0 : min(marks[chat]?.position ?? known, known)
      mailbox.begin(chat, at: position, known: known, isRestored: isRestored)
    }
    return ChatStream(store: store, user: user, mailbox: mailbox, end: end)
  }

  /// Refuses a mark that is of another history of a chat than the store's.
  /// - Throws: `SkiError` with code `.conflict` when the message at the position is another one, or there is none; `.notFound`
  ///   for a chat the user may not read, `.unavailable` when the store can't be read now.
  package func require(_ mark: ChatMark, of chat: ChatID, as user: UserID) async throws {
    try await store.read { connection in
      _ = try connection.requireChat(chat, readBy: user)
      guard try connection.holds(mark, of: chat) else {
        throw SkiError(
          .conflict,
          "the chat has another message at position \(mark.position), since the store was restored; forget the messages, and read them again"
        )
      }
    }
  }

  /// Listens to one chat; the stream ends with `.notFound` when the user may not read it any more.
  /// - Parameters:
  ///   - chat: The chat.
  ///   - position: The position after which messages are delivered; nil for those that come from now on.
  ///   - user: The acting user.
  /// - Throws: `SkiError` with code `.invalidArgument` for a negative position, `.notFound` for a chat the user may not read,
  ///   `.unavailable` when the store can't be read now.
  package func live(_ chat: ChatID, after position: Int64? = nil, as user: UserID) async throws -> ChatStream
  {
    if let position { try ChatSide.after(position).check() }
    let (mailbox, end) = try await listen(as: user, to: chat)
    let known = try await store.read { try $0.requireChat(chat, readBy: user).lastPosition }
    mailbox.begin(chat, at: min(position ?? known, known), known: known)
    return ChatStream(store: store, user: user, mailbox: mailbox, end: end)
  }

  /// Looks for messages whose notices were lost, until the task is cancelled; a server runs it once.
  package func run() async {
    while !Task.isCancelled {
      do { try await store.environment.clock.sleep(Self.lookMilliseconds) } catch { return }
      await hub.look()
    }
  }

  /// Looks for messages whose notices were lost, once.
  func look() async { await hub.look() }

  private func listen(as user: UserID, to chat: ChatID?) async throws -> (ChatMailbox, Subscription) {
    let mailbox = ChatMailbox(only: chat)
    let number = try await hub.add(mailbox, of: user)
    let end = Subscription { [hub] in
      mailbox.close()
      Task { await hub.remove(number, of: user) }
    }
    return (mailbox, end)
  }
}

extension ChatSide {
  /// Refuses a negative position.
  fileprivate func check() throws(SkiError) {
    let position: Int64? =
      switch self {
      case .before(let position): position
      case .after(let position): position
      }
    try SkiError.require((position ?? 0) >= 0, "position \(position ?? 0) is negative; give 0 or more")
  }
}

extension SQLConnection {
  /// Returns one chat of a user's list.
  /// - Throws: `SkiError` with code `.notFound` for one the user may not read.
  fileprivate func requireListedChat(_ chat: ChatID, of user: UserID) throws -> Chat {
    guard let found = try chats(of: user, only: chat).first else { throw SkiError.unknown(chat) }
    return found
  }
}
