package import SkiAPI
package import SkiBase

/// The new messages of chats, in the one order of each chat, as a listener receives them.
///
/// Messages that a listener has not received are read from the store, so that none is lost however slowly it reads, and a
/// stream can be resumed on any server after the last positions that were received. The stream ends when its task is
/// cancelled; it throws `SkiError` with code `.notFound` when its only chat may not be read any more, and `.unavailable` when
/// the store can't be read now. A deletion while a listener is away is seen in pages alone.
///
/// One task may iterate.
package struct ChatStream: AsyncSequence, Sendable {
  /// The messages that are delivered at once.
  package typealias Element = ChatDelivery

  let store: TripsStore
  let user: UserID
  let mailbox: ChatMailbox
  let end: Subscription

  /// Creates an iterator.
  package func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

  /// The iterator of a stream.
  package struct Iterator: AsyncIteratorProtocol {
    let stream: ChatStream

    /// Returns the next messages as soon as there are any; nil at the end.
    /// - Throws: `SkiError`, see ``ChatStream``.
    package mutating func next() async throws -> ChatDelivery? { try await stream.next() }
  }

  /// The result of an attempt to take messages.
  package enum Taken: Sendable {
    /// The next messages, or deletions.
    case delivery(ChatDelivery)
    /// There is nothing to be delivered now.
    case nothing
    /// The stream has ended.
    case ended
  }

  /// Takes the next messages without waiting for new ones; those that the listener has missed are read from the store.
  /// - Throws: `SkiError`, see ``ChatStream``.
  package func take() async throws -> Taken {
    while true {
      switch mailbox.take() {
      case .delivery(let delivery): return .delivery(delivery)
      case .behind(let chat, let position):
        if let delivery = try await read(chat, after: position) { return .delivery(delivery) }
      case .nothing: return .nothing
      case .closed(let failure?): throw failure
      case .closed(nil): return .ended
      }
    }
  }

  /// Raises a signal whenever messages may be taken, and at the end, in place of waking who iterates.
  package func follow(_ signal: WakeSignal) { mailbox.follow(signal) }

  /// Returns the next messages as soon as there are any; nil at the end.
  func next() async throws -> ChatDelivery? {
    try await withTaskCancellationHandler {
      while true {
        switch try await take() {
        case .delivery(let delivery): return delivery
        case .nothing: await mailbox.wait()
        case .ended: return nil
        }
      }
    } onCancel: {
      mailbox.close()
    }
  }

  /// Reads what the listener has not received of a chat; nil for nothing, and for a chat that may not be read any more.
  private func read(_ chat: ChatID, after position: Int64?) async throws -> ChatDelivery? {
    let user = user
    do {
      let (start, messages) = try await store.read { connection in
        try connection.missed(of: chat, after: position, by: user)
      }
      return mailbox.fill(chat, after: start, messages)
    } catch let error as SkiError where error.code == .notFound {
      mailbox.withdraw(chat)
      return nil
    } catch  where Task.isCancelled {
      return nil
    }
  }
}
