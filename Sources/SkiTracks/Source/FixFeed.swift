import SkiBase
package import SkiGraph

/// A source of fixes sent by the app, such as from a receiver's callback or a socket.
///
/// The buffer has a fixed size. When the reader is slow its oldest fixes are dropped and counted. One reader at a time.
package final class FixFeed: LocationSource {
  private let stream: AsyncThrowingStream<LocationFix, any Error>
  private let continuation: AsyncThrowingStream<LocationFix, any Error>.Continuation
  private let dropped = Locked(0)

  /// Creates a feed.
  /// - Parameter capacity: The number of fixes buffered for a slow reader.
  /// - Precondition: `capacity` is positive.
  package init(capacity: Int = 64) {
    precondition(capacity > 0, "capacity must be positive, got \(capacity)")
    (stream, continuation) = AsyncThrowingStream.makeStream(
      of: LocationFix.self, throwing: (any Error).self, bufferingPolicy: .bufferingNewest(capacity))
  }

  deinit { continuation.finish() }

  /// The number of fixes dropped because the reader was slow.
  package var droppedCount: Int { dropped.withLock { $0 } }

  /// Sends a fix to the reader; from any thread, without blocking. Complexity: O(1).
  package func send(_ fix: LocationFix) {
    if case .dropped = continuation.yield(fix) { dropped.withLock { $0 += 1 } }
  }

  /// Ends the sequence after the buffered fixes, with an error if given.
  package func finish(throwing error: (any Error)? = nil) { continuation.finish(throwing: error) }

  /// Returns the buffered fixes and those sent later.
  package func fixes() -> AsyncThrowingStream<LocationFix, any Error> { stream }
}
