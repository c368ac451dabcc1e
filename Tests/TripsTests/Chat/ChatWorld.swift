import SkiBase

@testable import SkiAPI
@testable import SkiPeople

extension TripsWorld {
  /// The chats, as one more server of the store.
  var chats: ChatService { ChatService(store) }

  /// Sends texts, each with an identifier of its own, and returns the messages.
  @discardableResult
  func say(_ texts: String..., in chat: ChatID, as user: UserID) async throws -> [ChatMessage] {
    let chats = chats
    var sent: [ChatMessage] = []
    for text in texts {
      sent.append(try await chats.send(.text(text), id: try MessageID(newID()), to: chat, as: user))
    }
    return sent
  }

  /// Returns a new identifier as text.
  func newID() -> String { store.random.hexadecimal(bytes: 16) }

  /// Returns the texts of the last messages as a user sees them; gaps as dashes.
  func texts(of chat: ChatID, as user: UserID) async throws -> [String] {
    try await chats.page(of: chat, count: 100, as: user).messages.map(\.shortText)
  }
}

extension ChatMessage {
  /// The text; a dash for a gap.
  var shortText: String { content?.body ?? "-" }
}

/// Collects what a listener receives.
final class ChatListener: Sendable {
  private let stream: ChatStream
  private let received = Locked<[ChatDelivery]>([])

  init(_ stream: ChatStream) { self.stream = stream }

  /// The messages of a chat in the order of their arrival.
  func messages(of chat: ChatID) -> [ChatMessage] {
    received.withLock { $0 }.filter { $0.chat == chat }.flatMap(\.messages)
  }

  /// The positions that were deleted in a chat.
  func deleted(in chat: ChatID) -> [Int64] {
    received.withLock { $0 }.filter { $0.chat == chat }.flatMap(\.deleted)
  }

  /// Receives until a condition holds, and returns the texts of a chat.
  @discardableResult
  func receive(_ chat: ChatID, until isDone: (ChatListener) -> Bool) async throws -> [String] {
    var iterator = stream.makeAsyncIterator()
    while !isDone(self) {
      guard let delivery = try await iterator.next() else { break }
      received.withLock { $0.append(delivery) }
    }
    return messages(of: chat).map(\.shortText)
  }

  /// Receives until a chat has a position, and returns its texts.
  @discardableResult
  func receive(_ chat: ChatID, upTo position: Int64) async throws -> [String] {
    try await receive(chat) { ($0.messages(of: chat).last?.position ?? 0) >= position }
  }
}
