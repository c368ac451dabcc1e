import SkiGeo

/// A recording replayed at any rate, by a clock of the caller.
///
/// Nothing runs in the background and nothing is buffered: the reader waits for each fix it asks for. A slow reader
/// gets overdue fixes at once and loses none.
package struct ReplaySource<ReplayClock: Clock>: LocationSource where ReplayClock.Duration == Duration {
  private let recorded: [LocationFix]
  private let clock: ReplayClock
  private let rate: Double
  private let longestPauseSeconds: Double

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
    precondition(rate > 0, "rate must be positive, got \(rate)")
    precondition(
      longestPauseSeconds >= 0, "longestPauseSeconds must not be negative, got \(longestPauseSeconds)")
    self.recorded = recorded
    self.clock = clock
    self.rate = rate
    self.longestPauseSeconds = longestPauseSeconds
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
      fileprivate let source: ReplaySource
      private var index = 0
      private var due: ReplayClock.Instant?

      fileprivate init(source: ReplaySource) { self.source = source }

      /// Returns the next fix when it is due; nil at the end.
      /// - Throws: `CancellationError` when the task is cancelled.
      package mutating func next() async throws -> LocationFix? {
        try Task.checkCancellation()
        guard index < source.recorded.count else { return nil }
        let instant = due.map { $0.advanced(by: source.wait(before: index)) } ?? source.clock.now
        if instant > source.clock.now { try await source.clock.sleep(until: instant, tolerance: nil) }
        due = instant
        index += 1
        return source.recorded[index - 1]
      }
    }
  }

  /// Returns the time between a fix and its predecessor, by the clock.
  private func wait(before index: Int) -> Duration {
    let seconds = recorded[index].time.secondsSince1970 - recorded[index - 1].time.secondsSince1970
    guard seconds > 0 else { return .zero }
    let waited = Swift.min(seconds, longestPauseSeconds) / rate
    // Bounded to about thirty years, because clocks overflow with faulty times.
    return .seconds(Swift.min(waited, 1e9))
  }
}
