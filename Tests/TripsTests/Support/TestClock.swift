import SkiAPI
import SkiBase
import SkiPeople

/// A clock that stands still unless a test advances it.
final class TestClock: Sendable {
  private let time = Locked<Int64>(1_700_000_000_000)

  /// The time in milliseconds since 1970.
  var milliseconds: Int64 { time.withLock { $0 } }
  /// The time.
  var now: UniversalTime { UniversalTime(milliseconds: milliseconds) }

  /// Advances the clock; back by a negative number.
  func advance(seconds: Double) { time.withLock { $0 += Int64(seconds * 1000) } }

  /// The clock as services use it.
  var sharing: TimeSource {
    TimeSource(
      now: { self.now }, monotonicMilliseconds: { self.milliseconds },
      sleep: { waiting in
        try Task.checkCancellation()
        self.advance(seconds: Double(waiting) / 1000)
        await Task.yield()
      })
  }
}
