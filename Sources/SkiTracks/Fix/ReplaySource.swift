import SkiBase
package import SkiGraph

/// A recording replayed at any rate, by a clock of the caller.
///
/// Nothing runs in the background and nothing is buffered: the reader waits for each fix it asks for. A slow reader
/// gets overdue fixes at once and loses none.
package struct ReplaySource<ReplayClock: Clock>: LocationSource where ReplayClock.Duration == Duration {
  private let recorded: [LocationFix]
  private let pacing: FixPacing<ReplayClock>

  /// Creates a source.
  /// - Parameters:
  ///   - recorded: The fixes; one earlier than its predecessor is due at once.
  ///   - clock: The clock that measures waiting.
  ///   - rate: The seconds of the recording per second of the clock; infinite for no waiting.
  ///   - longestPauseSeconds: The limit of pauses, in seconds of the recording.
  /// - Precondition: `rate` is positive and `longestPauseSeconds` not negative.
  package init(
    _ recorded: [LocationFix], clock: ReplayClock, rate: Double = 1,
    longestPauseSeconds: Double = .infinity
  ) {
    self.recorded = recorded
    pacing = FixPacing(clock: clock, rate: rate, longestPauseSeconds: longestPauseSeconds)
  }

  /// Returns the fixes from the first, which is due at once.
  package func fixes() -> Fixes { Fixes(source: self) }

  /// The fixes as they become due.
  package struct Fixes: AsyncSequence, Sendable {
    fileprivate let source: ReplaySource

    /// Returns an iterator over the recording from its start.
    package func makeAsyncIterator() -> Iterator { Iterator(source: source) }

    /// A single replay of the recording.
    package struct Iterator: AsyncIteratorProtocol {
      private let recorded: [LocationFix]
      private var pacing: FixPacing<ReplayClock>
      private var index = 0

      fileprivate init(source: ReplaySource) { (recorded, pacing) = (source.recorded, source.pacing) }

      /// Returns the next fix when it is due; nil at the end.
      /// - Throws: `CancellationError` when the task is cancelled.
      package mutating func next() async throws -> LocationFix? {
        try Task.checkCancellation()
        guard index < recorded.count else { return nil }
        try await pacing.wait(for: recorded[index])
        index += 1
        return recorded[index - 1]
      }
    }
  }
}

/// The wait for fixes that become due by a clock, as far apart as their times.
///
/// A value.
package struct FixPacing<PacingClock: Clock>: Sendable where PacingClock.Duration == Duration {
  private let clock: PacingClock
  private let rate: Double
  private let longestPauseSeconds: Double
  private var last: (time: UniversalTime, due: PacingClock.Instant)?

  /// Starts before the first fix, which is due at once.
  /// - Parameters:
  ///   - clock: The clock of the waits.
  ///   - rate: Seconds of the fixes in one of the clock's; infinite for no waiting at all.
  ///   - longestPauseSeconds: Longer pauses are cut to this, in seconds of the fixes.
  /// - Precondition: `rate` is positive and `longestPauseSeconds` not negative.
  package init(clock: PacingClock, rate: Double, longestPauseSeconds: Double = .infinity) {
    precondition(rate > 0, "rate must be positive, got \(rate)")
    precondition(
      longestPauseSeconds >= 0, "longestPauseSeconds must not be negative, got \(longestPauseSeconds)")
    self.clock = clock
    self.rate = rate
    self.longestPauseSeconds = longestPauseSeconds
  }

  /// Waits until a fix is due; one earlier than the one before it is due at once.
  /// - Throws: `CancellationError` when the task is cancelled.
  package mutating func wait(for fix: LocationFix) async throws {
    let due = last.map { $0.due.advanced(by: pause(from: $0.time, to: fix.time)) } ?? clock.now
    if due > clock.now { try await clock.sleep(until: due, tolerance: nil) }
    last = (fix.time, due)
  }

  private func pause(from start: UniversalTime, to end: UniversalTime) -> Duration {
    let seconds = end.secondsSince1970 - start.secondsSince1970
    guard seconds > 0 else { return .zero }
    // Beyond thirty years a pause is a fault of the fixes, and more than clocks can add up.
    return .seconds(min(min(seconds, longestPauseSeconds) / rate, 1e9))
  }
}

/// A source of fixes: a receiver, a replayed recording, a simulation.
///
/// Each call of ``fixes()`` starts anew. The sequence throws the error that interrupted the source, and
/// `CancellationError` when its task is cancelled.
package protocol LocationSource: Sendable {
  /// The sequence of fixes, in the order they become known.
  associatedtype Fixes: AsyncSequence where Fixes.Element == LocationFix, Fixes.Failure == any Error

  /// Returns the fixes from the start.
  func fixes() -> Fixes
}

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
