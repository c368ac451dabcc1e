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
