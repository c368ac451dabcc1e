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
