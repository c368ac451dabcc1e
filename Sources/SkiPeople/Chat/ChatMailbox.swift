import SkiAPI
import SkiBase

/// The undelivered messages of one listener, of all chats or of one.
///
/// For each chat it knows up to where messages were handed out, and up to where the chat goes. What lies between is in a
/// queue, or is read from the store by the listener: a lost notice, a full queue or a late start cost a query, and never a
/// message.
final class ChatMailbox: Sendable {
  private struct Box {
    /// The position up to which messages were handed out; nil for a chat that began after the listening.
    var position: Int64?
    /// The messages that follow the position, without one left out.
    var queue: [ChatMessage] = []
    /// The greatest position of which is known.
    var known: Int64 = 0
    var deleted: [Int64] = []
    /// Indicates that the listener is to forget what it knows, before anything is handed out.
    var isRestored = false

    var isReady: Bool { isRestored || !queue.isEmpty || !deleted.isEmpty || known > (position ?? 0) }
  }

  private struct State {
    var boxes: [ChatID: Box] = [:]
    /// The chats with something to hand out, each once, in the order in which it came.
    var ready: [ChatID] = []
    var signal = WakeSignal()
    var isClosed = false
    var failure: SkiError?
  }

  /// The result of an attempt to take something.
  enum Taken: Sendable {
    /// Messages, or deletions.
    case delivery(ChatDelivery)
    /// A chat whose messages after a position must be read from the store; nil for after what was read.
    case behind(ChatID, after: Int64?)
    /// There is nothing to be delivered.
    case nothing
    /// The end, with its reason if it is none that the listener chose.
    case closed(SkiError?)
  }

  private let only: ChatID?
  private let state = Locked(State())

  /// The greatest number of messages that wait in memory for a chat.
  static let queueLimit = 500

  /// Creates a mailbox for all chats, or for one.
  init(only: ChatID?) { self.only = only }

  /// Sets the position from which a chat is delivered, and the last one that is known; of a restored one all is delivered.
  func begin(_ chat: ChatID, at position: Int64, known: Int64, isRestored: Bool = false) {
    change(chat) { box in
      box.isRestored = isRestored
      box.position = position
      box.queue = []
      box.known = max(box.known, known)
    }
  }

  /// Takes new messages of a chat up to a position.
  func offer(_ chat: ChatID, _ messages: [ChatMessage], upTo last: Int64) {
    change(chat) { box in
      defer { box.known = max(box.known, last) }
      guard let position = box.position else { return }
      let end = box.queue.last?.position ?? position
      let fresh = messages.drop { $0.position <= end }
      guard box.known <= end, fresh.first?.position == end + 1 else { return }
      box.queue += fresh
      if box.queue.count > Self.queueLimit { box.queue = [] }
    }
  }

  /// Drops the messages of a chat that wait in memory, so that they are read again with the permissions of now.
  func reread(_ chat: ChatID) {
    change(chat, onlyKnown: true) { $0.queue = [] }
  }

  /// Takes the deletion of a message: one that waits in memory becomes a gap, others are reported.
  func delete(_ position: Int64, of chat: ChatID) {
    change(chat, onlyKnown: true) { box in
      if let place = box.queue.firstIndex(where: { $0.position == position }) {
        (box.queue[place].author, box.queue[place].id, box.queue[place].content) = (nil, nil, nil)
      } else {
        box.deleted.append(position)
      }
    }
  }

  /// Takes away a chat that the listener may not read any more.
  func withdraw(_ chat: ChatID) {
    if chat == only { return close(SkiError.unknown(chat)) }
    state.withLock { state in
      state.boxes[chat] = nil
      state.ready.removeAll { $0 == chat }
    }
  }

  /// Takes what is next.
  func take() -> Taken {
    state.withLock { state in
      if state.isClosed { return .closed(state.failure) }
      guard let chat = state.ready.first, var box = state.boxes[chat] else { return .nothing }
      state.ready.removeFirst()
      defer {
        state.boxes[chat] = box
        if box.isReady { state.ready.append(chat) }
      }
      if box.isRestored {
        box.isRestored = false
        return .delivery(ChatDelivery(chat: chat, messages: [], deleted: [], isRestored: true))
      }
      guard let position = box.position else { return .behind(chat, after: nil) }
      guard !box.queue.isEmpty || !box.deleted.isEmpty else { return .behind(chat, after: position) }
      let delivery = ChatDelivery(chat: chat, messages: box.queue, deleted: box.deleted)
      box.position = box.queue.last?.position ?? position
      (box.queue, box.deleted) = ([], [])
      return .delivery(delivery)
    }
  }

  /// Takes messages that were read from the store after a position, and returns them as a delivery; nil for none.
  func fill(_ chat: ChatID, after start: Int64, _ messages: [ChatMessage]) -> ChatDelivery? {
    var isThere = false
    change(chat, onlyKnown: true) { box in
      isThere = true
      let position = messages.last?.position ?? start
      box.position = position
      box.queue.removeAll { $0.position <= position }
      if box.queue.first?.position != position + 1 { box.queue = [] }
      if messages.isEmpty { box.known = box.queue.last?.position ?? position }
    }
    guard isThere, !messages.isEmpty else { return nil }
    return ChatDelivery(chat: chat, messages: messages, deleted: [])
  }

  /// Waits until something changed since the last waiting, or the mailbox is closed.
  func wait() async { await state.withLock { $0.signal }.wait() }

  /// Raises a signal of the listener from now on, and at once.
  func follow(_ signal: WakeSignal) {
    state.withLock { $0.signal = signal }
    signal.raise()
  }

  /// Ends the listening; nothing is taken any more.
  func close(_ failure: SkiError? = nil) {
    let signal = state.withLock { state in
      if !state.isClosed { state.failure = failure }
      state.isClosed = true
      (state.boxes, state.ready) = ([:], [])
      return state.signal
    }
    signal.raise()
  }

  /// Changes the box of a chat, and raises the listener's signal when there is something to take.
  private func change(_ chat: ChatID, onlyKnown: Bool = false, _ body: (inout Box) -> Void) {
    let signal = state.withLock { state -> WakeSignal? in
      guard !state.isClosed, only == nil || only == chat else { return nil }
      guard var box = state.boxes[chat] ?? (onlyKnown ? nil : Box()) else { return nil }
      body(&box)
      state.boxes[chat] = box
      let isListed = state.ready.contains(chat)
      if box.isReady, !isListed { state.ready.append(chat) }
      if !box.isReady, isListed { state.ready.removeAll { $0 == chat } }
      return state.ready.isEmpty ? nil : state.signal
    }
    signal?.raise()
  }
}
