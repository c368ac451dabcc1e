import SkiBase
package import SkiGraph

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
