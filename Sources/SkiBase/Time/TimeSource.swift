import SkiSystem

/// The clocks of a program: the time of day, and a monotonic clock for leases and deadlines, which setting the time does not move.
public struct TimeSource: Sendable {
  /// Returns the current time.
  public var now: @Sendable () -> UniversalTime
  /// Returns the time in milliseconds since some moment of the past; it never goes back.
  public var monotonicMilliseconds: @Sendable () -> Int64
  /// Waits for a number of milliseconds, and throws when the task is cancelled.
  public var sleep: @Sendable (_ milliseconds: Int64) async throws -> Void

  /// Creates clocks from their functions.
  public init(
    now: @escaping @Sendable () -> UniversalTime,
    monotonicMilliseconds: @escaping @Sendable () -> Int64,
    sleep: @escaping @Sendable (_ milliseconds: Int64) async throws -> Void
  ) {
    (self.now, self.monotonicMilliseconds, self.sleep) = (now, monotonicMilliseconds, sleep)
  }

  /// The clocks of the system; the monotonic one counts while the machine is suspended, too.
  public static let system = TimeSource(
    now: { UniversalTime(secondsSince1970: seconds(CLOCK_REALTIME)) },
    monotonicMilliseconds: { Int64(seconds(monotonicClock) * 1000) },
    sleep: { try await Task.sleep(for: .milliseconds($0)) })

  #if os(Linux) || os(Android)
    private static var monotonicClock: clockid_t { CLOCK_BOOTTIME }
  #else
    private static var monotonicClock: clockid_t { CLOCK_MONOTONIC }
  #endif

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    let code = clock_gettime(clock, &time)
    precondition(code == 0, "a clock of the system can't be read: code \(code)")
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
