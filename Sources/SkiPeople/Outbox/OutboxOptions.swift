import SkiBase

/// The rates, limits and intervals of an ``OutboxWorker``.
package struct OutboxOptions: Sendable, Hashable {
  /// The greatest number of deliveries at the same time.
  package var parallelCount = 16
  /// The greatest number of notices of a digest.
  package var digestCount = 50
  /// The time a channel has for a delivery, in seconds.
  package var timeoutSeconds = 10.0
  /// The greatest number of deliveries of the channel in a minute, by all workers together.
  package var perMinute = 600.0
  /// The number of failed attempts after which a notice is set aside until an operator sends it again.
  package var greatestAttemptCount = 10
  /// The intervals after failed attempts.
  package var backoff = Backoff(firstSeconds: 5, greatestSeconds: 3600)
  /// The time between two looks into an empty outbox, in milliseconds.
  package var idleMilliseconds: Int64 = 1000

  /// Creates options with the default values.
  package init() {}

  /// The time for which a worker holds a delivery, in seconds: longer than any attempt takes.
  package var leaseSeconds: Double { 2 * timeoutSeconds + 30 }

  /// Refuses values without a meaning.
  /// - Throws: `SkiError` with code `.invalidArgument`.
  func check() throws {
    try SkiError.require(
      (1...256).contains(parallelCount) && (1...1000).contains(digestCount) && greatestAttemptCount >= 1,
      "the outbox has \(parallelCount) deliveries at once, \(digestCount) notices a digest, \(greatestAttemptCount) attempts; give 1 to 256, 1 to 1000 and at least 1"
    )
    try SkiError.require(
      (0.001...600).contains(timeoutSeconds) && (0.001...1e6).contains(perMinute),
      "the outbox has a time limit of \(timeoutSeconds) s and \(perMinute) deliveries a minute; give 0.001 to 600 and 0.001 to 1000000"
    )
  }
}

/// Growing intervals between attempts, with jitter.
package struct Backoff: Sendable, Hashable {
  /// The interval after the first failure, in seconds.
  package var firstSeconds: Double
  /// The greatest interval, in seconds.
  package var greatestSeconds: Double

  /// Creates intervals.
  package init(firstSeconds: Double, greatestSeconds: Double) {
    (self.firstSeconds, self.greatestSeconds) = (firstSeconds, greatestSeconds)
  }

  /// Returns the interval after a number of failures: it doubles with each up to the greatest, and is shortened by up to a
  /// half.
  /// - Parameters:
  ///   - failures: The number of failures, from 1.
  ///   - jitter: A random number, 0 to 1.
  package func seconds(after failures: Int, jitter: Double) -> Double {
    var whole = firstSeconds
    for _ in 1..<max(2, min(failures, 64)) where failures > 1 { whole = min(2 * whole, greatestSeconds) }
    return min(whole, greatestSeconds) * (1 - min(max(jitter, 0), 1) / 2)
  }
}
