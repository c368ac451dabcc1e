import SkiGeo

/// A clock that moves on by one second whenever it is asked for the time: counts how often work looks at its limit.
public final class SteppingClock: Clock {
  /// A time of the clock.
  public struct Instant: InstantProtocol {
    /// Since the clock was made.
    public var elapsed: Duration

    public func advanced(by duration: Duration) -> Instant { Instant(elapsed: elapsed + duration) }
    public func duration(to other: Instant) -> Duration { other.elapsed - elapsed }
    public static func < (a: Instant, b: Instant) -> Bool { a.elapsed < b.elapsed }
  }

  private let looks = Locked(0)

  /// Makes a clock at zero.
  public init() {}

  /// How often it was asked.
  public var lookCount: Int { looks.withLock { $0 } }

  public var now: Instant {
    looks.withLock {
      $0 += 1
      return Instant(elapsed: .seconds($0 - 1))
    }
  }

  public var minimumResolution: Duration { .seconds(1) }

  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
