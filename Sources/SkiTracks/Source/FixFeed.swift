import SkiGeo

/// A source that is fed from outside: by a receiver's callback, a socket, a test.
///
/// Between the feeder and the reader stands a buffer of a fixed size. When the reader is slow the oldest fixes in it are
/// dropped and counted: where someone is now is worth more than where they were.
///
/// A class that may be shared; one reader at a time.
package final class FixFeed: LocationSource {
  private let stream: AsyncThrowingStream<LocationFix, any Error>
  private let continuation: AsyncThrowingStream<LocationFix, any Error>.Continuation
  private let dropped = Locked(0)

  /// Makes a feed.
  /// - Parameter capacity: How many fixes wait for a slow reader.
  /// - Precondition: `capacity` is positive.
  package init(capacity: Int = 64) {
    precondition(capacity > 0, "capacity must be positive, got \(capacity)")
    (stream, continuation) = AsyncThrowingStream.makeStream(
      of: LocationFix.self, throwing: (any Error).self, bufferingPolicy: .bufferingNewest(capacity))
  }

  deinit { continuation.finish() }

  /// How many fixes were dropped since the reader was slow.
  package var droppedCount: Int { dropped.withLock { $0 } }

  /// Hands a fix to the reader; from any thread, never waiting. Complexity: O(1).
  package func send(_ fix: LocationFix) {
    if case .dropped = continuation.yield(fix) { dropped.withLock { $0 += 1 } }
  }

  /// Ends the sequence when what is buffered is read; with an error where one kept the source from going on.
  package func finish(throwing error: (any Error)? = nil) { continuation.finish(throwing: error) }

  /// What is sent from now on, and what the buffer holds.
  package func fixes() -> AsyncThrowingStream<LocationFix, any Error> { stream }
}
