import SkiBase

/// A clock that advances by one second at each reading, to count the checks of a work limit.
package final class SteppingClock: Clock {
  /// A time of the clock.
  package struct Instant: InstantProtocol {
    /// Since the clock was made.
    package var elapsed: Duration

    package func advanced(by duration: Duration) -> Instant { Instant(elapsed: elapsed + duration) }
    package func duration(to other: Instant) -> Duration { other.elapsed - elapsed }
    package static func < (a: Instant, b: Instant) -> Bool { a.elapsed < b.elapsed }
  }

  private let readings = Locked(0)

  /// Creates a clock at zero.
  package init() {}

  /// The number of readings.
  package var readingCount: Int { readings.withLock { $0 } }

  package var now: Instant {
    readings.withLock {
      $0 += 1
      return Instant(elapsed: .seconds($0 - 1))
    }
  }

  package var minimumResolution: Duration { .seconds(1) }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
