import SkiGeo

/// A recording played again at any speed of time, by a clock the caller gives.
///
/// Nothing runs beside the reader and nothing is buffered: the next fix is waited for when it is asked for. A reader that is
/// slow gets what became due without waiting, and loses none.
///
/// A value.
package struct ReplaySource<ReplayClock: Clock>: LocationSource where ReplayClock.Duration == Duration {
  private let recorded: [LocationFix]
  private let clock: ReplayClock
  private let rate: Double
  private let longestPauseSeconds: Double

  /// Makes a source.
  /// - Parameters:
  ///   - recorded: The fixes; one earlier than the one before it is due at once.
  ///   - clock: What is waited by.
  ///   - rate: Recorded seconds in one of the clock's; infinite for no waiting at all.
  ///   - longestPauseSeconds: Longer pauses of the recording are cut to this, in its own seconds.
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

  /// Begins at the first fix, which is due at once.
  package func fixes() -> Fixes { Fixes(source: self) }

  /// The fixes as they become due.
  package struct Fixes: AsyncSequence, Sendable {
    fileprivate let source: ReplaySource

    /// Begins to play.
    package func makeAsyncIterator() -> Iterator { Iterator(source: source) }

    /// Plays the recording once.
    package struct Iterator: AsyncIteratorProtocol {
      fileprivate let source: ReplaySource
      private var index = 0
      private var due: ReplayClock.Instant?

      fileprivate init(source: ReplaySource) { self.source = source }

      /// Waits until the next fix is due.
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

  /// How long after the fix before it one is due, by the clock.
  private func wait(before index: Int) -> Duration {
    let seconds = recorded[index].time.secondsSince1970 - recorded[index - 1].time.secondsSince1970
    guard seconds > 0 else { return .zero }
    let waited = Swift.min(seconds, longestPauseSeconds) / rate
    // Beyond thirty years a wait is a fault of the recording, and more than clocks can add up.
    return .seconds(Swift.min(waited, 1e9))
  }
}
