import SkiAPI
package import SkiBase
import SkiPeople
package import SkiTestSupport

extension ManualClock {
  /// The time at which the clocks of ``sharing`` start: 2026-02-01 09:00:00 UTC.
  package static let morning = UniversalTime(secondsSince1970: 1_769_936_400)

  /// The clocks of a server that start at ``morning``.
  package var sharing: TimeSource {
    let milliseconds: @Sendable () -> Int64 = { Int64(self.now.elapsed / .milliseconds(1)) }
    return TimeSource(
      now: { Self.morning.advanced(bySeconds: Double(milliseconds()) / 1000) },
      monotonicMilliseconds: milliseconds,
      sleep: { try await self.sleep(until: self.now.advanced(by: .milliseconds($0)), tolerance: nil) })
  }

  /// Advances the clock by some seconds.
  package func advance(seconds: Double) { advance(by: .milliseconds(Int64((seconds * 1000).rounded()))) }
}
