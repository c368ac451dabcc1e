/// The chats of trips, of events and of two people, each with one order for all readers.
///
/// A chat that the acting user may not read is `.notFound`, as an unknown one.
///
/// `TripServices` has it over a store, SkiClient over HTTP. Each method takes the acting user.
public protocol ChatServing: Sendable {
  /// Returns the chats of the acting user with unread messages and previews, those with the latest messages first.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be read now.
  /// - Complexity: One query, O(*n* log *n*) in the chats; at most ``Chat/greatestUnread`` messages of each are counted.
  func list(as user: UserID) async throws -> [Chat]

  /// Returns a chat as ``list(as:)`` shows it.
  /// - Throws: `SkiError` with code `.notFound` for one the user may not read, `.unavailable` when the store can't be read now.
  func get(_ chat: ChatID, as user: UserID) async throws -> Chat

  /// Returns the chat of a trip, which is made at the first time.
  /// - Throws: `SkiError` with code `.notFound` for a trip the user does not belong to, `.conflict` for one that is over and
  ///   has no chat, `.unavailable` when the store can't be written now.
  func open(_ trip: TripID, as user: UserID) async throws -> Chat

  /// Returns the chat of an event, which is made at the first time.
  /// - Throws: `SkiError` with code `.notFound` for an event the user may not know of, `.conflict` for one without a chat in a
  ///   trip that is over, `.unavailable` when the store can't be written now.
  func open(_ event: EventID, as user: UserID) async throws -> Chat

  /// Returns the chat of the acting user and a person of a common trip or a friend, which is made at the first time.
  /// - Throws: `SkiError` with code `.invalidArgument` for the user's own identifier, `.notFound` for another person,
  ///   `.unavailable` when the store can't be written now.
  func open(with person: UserID, as user: UserID) async throws -> Chat

  /// Returns a part of a chat.
  /// - Parameters:
  ///   - chat: The chat.
  ///   - side: The position before or after which the messages are; the last ones by default.
  ///   - count: The greatest number of messages, 1 to 100.
  ///   - user: The acting user.
  /// - Throws: `SkiError` with code `.invalidArgument` for another number or a negative position, `.notFound` for a chat the
  ///   user may not read, `.unavailable` when the store can't be read now.
  /// - Complexity: O(log *n* + count) in the messages of the chat.
  func page(of chat: ChatID, _ side: ChatSide, count: Int, as user: UserID) async throws -> ChatPage

  /// Sends a message; one that the user sent before with the same identifier is returned as it is stored.
  /// - Parameters:
  ///   - content: The content.
  ///   - id: The identifier that the client chose for this message.
  ///   - chat: The chat.
  ///   - user: The acting user.
  /// - Throws: `SkiError` with code `.invalidArgument` or `.limitExceeded` for a content that is not allowed, `.notFound` for a
  ///   chat the user may not read and for a removed user, `.conflict` for the chat of a trip that is over, `.unavailable` when
  ///   the store can't be written now.
  @discardableResult
  func send(_ content: ChatContent, id: MessageID, to chat: ChatID, as user: UserID) async throws
    -> ChatMessage

  /// Deletes a message: the user's own, or any in the chat of a trip that the user hosts or of its events. Its position
  /// remains, without author and content.
  /// - Throws: `SkiError` with code `.notFound` for a chat the user may not read, a position without a message and a gap;
  ///   `.notPermitted` for a message of another; `.unavailable` when the store can't be written now.
  func delete(_ position: Int64, of chat: ChatID, as user: UserID) async throws

  /// Stores that the acting user has read a chat up to a position; an earlier one than before changes nothing.
  /// - Throws: `SkiError` with code `.invalidArgument` for a negative position or one after the last message, `.notFound` for
  ///   a chat the user may not read and for a removed user, `.unavailable` when the store can't be written now.
  func markRead(upTo position: Int64, of chat: ChatID, as user: UserID) async throws

  /// Listens to the new messages of all chats of the acting user, chats that are made later among them.
  /// - Parameters:
  ///   - positions: The last positions received, by chat; chats that are not named begin with what is new.
  ///   - user: The acting user.
  /// - Throws: `SkiError` with code `.invalidArgument` for a negative position, `.unavailable` when the store can't be read now.
  func deliveries(after positions: [ChatID: Int64], as user: UserID) async throws -> ChatDeliveries

  /// Listens to the new messages of one chat.
  /// - Parameters:
  ///   - chat: The chat.
  ///   - position: The last position received; nil begins with what is new.
  ///   - user: The acting user.
  /// - Throws: `SkiError` with code `.notFound` for a chat the user may not read, `.invalidArgument` for a negative position,
  ///   `.unavailable` when the store can't be read now.
  func deliveries(of chat: ChatID, after position: Int64?, as user: UserID) async throws -> ChatDeliveries
}

/// The new messages of chats, in the one order of each chat, from a service or from a server over HTTP.
///
/// The sequence ends when its task is cancelled; it throws `SkiError` with code `.notFound` when its only chat may not be read
/// any more. No message is lost however slowly it is read, and a sequence can begin after the last positions that were received.
/// A deletion that comes without a listener is seen in pages alone.
///
/// One task may iterate.
public struct ChatDeliveries: AsyncSequence, Sendable {
  /// The messages that are delivered at once.
  public typealias Element = ChatDelivery

  private let receive: @Sendable () async throws -> ChatDelivery?

  /// Creates a sequence.
  /// - Parameter receive: Returns the next messages; nil at the end. It is called by one task at a time.
  public init(_ receive: @escaping @Sendable () async throws -> ChatDelivery?) { self.receive = receive }

  /// Creates an iterator.
  public func makeAsyncIterator() -> some AsyncIteratorProtocol<ChatDelivery, any Error> {
    Iterator(receive: receive)
  }

  /// The iterator of a sequence.
  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let receive: @Sendable () async throws -> ChatDelivery?

    /// Returns the next messages as soon as there are any; nil at the end.
    /// - Throws: `SkiError`, see ``ChatDeliveries``.
    package mutating func next() async throws -> ChatDelivery? { try await receive() }
  }
}
