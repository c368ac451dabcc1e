package import SkiBase

/// The requests of a feed so far.
package struct RefreshHistory: Sendable, Hashable {
  /// The time of the last success, unchanged documents included; nil before the first one.
  package var lastSuccess: UniversalTime?
  /// The time of the last failure; nil before the first one.
  package var lastFailure: UniversalTime?
  /// The number of failures since the last success.
  package var failureCount: Int
  /// The wishes of the last response.
  package var hints: RefreshHints

  /// Creates a history; without arguments that of a feed that was never asked.
  package init(
    lastSuccess: UniversalTime? = nil, lastFailure: UniversalTime? = nil, failureCount: Int = 0,
    hints: RefreshHints = RefreshHints()
  ) {
    self.lastSuccess = lastSuccess
    self.lastFailure = lastFailure
    self.failureCount = failureCount
    self.hints = hints
  }
}

/// The time of a feed's next request, a pure function.
package enum RefreshPlan {
  /// Returns the time of the next request.
  ///
  /// After a success it is the interval, or the longer time the document stays fresh, within the policy's limits. After failures
  /// the time doubles up to its limit; from some number of them on the feed rests. `Retry-After` is heeded after both. Then
  /// follows a random part, which the seed and the history decide, so that many servers don't ask at the same time.
  /// - Parameters:
  ///   - history: The requests so far; times after now count as now.
  ///   - policy: The times.
  ///   - now: The current time.
  ///   - seed: The seed of the random part.
  /// - Returns: A time not before now; now for a feed that was never asked.
  package static func next(
    _ history: RefreshHistory, _ policy: RefreshPolicy, now: UniversalTime, seed: UInt64
  ) -> UniversalTime {
    let hasFailed = history.failureCount > 0
    guard let last = hasFailed ? history.lastFailure : history.lastSuccess else { return now }
    let delay = max(
      hasFailed ? retry(history.failureCount, policy) : interval(history.hints, policy),
      min(Double(history.hints.retryAfterSeconds ?? 0), RefreshPolicy.longestRetryAfterSeconds))
    let start = min(last, now)
    let random = share(seed, start, history.failureCount)
    return max(now, start.advanced(bySeconds: delay * (1 + policy.jitter * random)))
  }

  private static func interval(_ hints: RefreshHints, _ policy: RefreshPolicy) -> Double {
    min(max(policy.intervalSeconds, Double(hints.maximumAgeSeconds ?? 0)), policy.longestSeconds)
  }

  private static func retry(_ failures: Int, _ policy: RefreshPolicy) -> Double {
    guard failures < policy.restAfterFailures else { return policy.restSeconds }
    var delay = policy.retrySeconds
    for _ in 1..<min(failures, 64) { delay *= 2 }
    return min(delay, policy.longestRetrySeconds)
  }

  /// Returns a number in 0..<1 that the arguments decide.
  private static func share(_ seed: UInt64, _ start: UniversalTime, _ failures: Int) -> Double {
    let mixed =
      (seed.mixed() ^ start.secondsSince1970.bitPattern).mixed() ^ UInt64(truncatingIfNeeded: failures)
    return Double(mixed.mixed() >> 11) / 9_007_199_254_740_992
  }
}

/// The times at which a feed is asked again.
///
/// A value; `Sendable`.
package struct RefreshPolicy: Sendable, Hashable {
  /// The time after a success, in seconds.
  package let intervalSeconds: Double
  /// The greatest time after a success that the feed's own wish can lead to, in seconds.
  package let longestSeconds: Double
  /// The time after the first failure, in seconds; it doubles with each further one.
  package let retrySeconds: Double
  /// The greatest time after a failure before the feed is left at rest, in seconds.
  package let longestRetrySeconds: Double
  /// The number of failures in a row after which the feed is left at rest.
  package let restAfterFailures: Int
  /// The time of rest after each failure from then on, in seconds.
  package let restSeconds: Double
  /// The greatest part of each time that is added at random, 0 to 1.
  package let jitter: Double

  /// The greatest `Retry-After` that is heeded, in seconds: a day.
  package static let longestRetryAfterSeconds = 86_400.0

  /// Creates a policy: each minute, at most an hour; after failures 5 s to 10 min, half an hour from the eighth on; up to a
  /// fifth more at random.
  /// - Precondition: Times are finite and 1 s or more, `restAfterFailures` is 1 or more, `jitter` 0 to 1.
  package init(
    intervalSeconds: Double = 60, longestSeconds: Double = 3600, retrySeconds: Double = 5,
    longestRetrySeconds: Double = 600, restAfterFailures: Int = 8, restSeconds: Double = 1800,
    jitter: Double = 0.2
  ) {
    for time in [intervalSeconds, longestSeconds, retrySeconds, longestRetrySeconds, restSeconds] {
      precondition((1...31_536_000).contains(time), "times of a feed must be 1 s to a year, got \(time)")
    }
    precondition(restAfterFailures > 0, "failures before a rest must be 1 or more, got \(restAfterFailures)")
    precondition((0...1).contains(jitter), "jitter must be 0 to 1, got \(jitter)")
    self.intervalSeconds = intervalSeconds
    self.longestSeconds = max(longestSeconds, intervalSeconds)
    self.retrySeconds = retrySeconds
    self.longestRetrySeconds = max(longestRetrySeconds, retrySeconds)
    self.restAfterFailures = restAfterFailures
    self.restSeconds = max(restSeconds, self.longestRetrySeconds)
    self.jitter = jitter
  }
}
