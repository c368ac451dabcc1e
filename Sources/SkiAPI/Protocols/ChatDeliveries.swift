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
