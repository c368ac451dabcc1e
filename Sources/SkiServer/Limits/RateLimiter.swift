import SkiBase

/// A limiter of requests by client: each has a bucket of tokens that fills at a constant rate.
///
/// At most ``bucketLimit`` clients are remembered; those whose buckets are full are forgotten first. A shared object;
/// `Sendable`.
///
/// **Source:** token bucket, Turner 1986, "New directions in communications (or which way to the information age?)".
package final class RateLimiter: Sendable {
  private struct Bucket {
    var tokens: Double
    var filledAt: Double
  }

  private let tokensPerSecond: Double
  private let burst: Double
  private let buckets = Locked<[String: Bucket]>([:])
  private static let bucketLimit = 65_536

  /// Creates a limiter.
  /// - Parameters:
  ///   - tokensPerSecond: The tokens that a bucket gains each second.
  ///   - burst: The tokens of a full bucket.
  package init(tokensPerSecond: Double, burst: Double) {
    (self.tokensPerSecond, self.burst) = (tokensPerSecond, burst)
  }

  /// Takes tokens of a client.
  /// - Parameters:
  ///   - cost: The number of tokens.
  ///   - client: The client.
  ///   - seconds: The time in seconds by a monotonic clock.
  /// - Returns: The seconds after which to ask again; nil when the tokens were there.
  /// - Complexity: O(1); O(*n*) in the clients when too many are remembered.
  package func take(_ cost: Double, of client: String, at seconds: Double) -> Double? {
    buckets.withLock { buckets in
      if buckets.count >= Self.bucketLimit, buckets[client] == nil { forget(&buckets, at: seconds) }
      var bucket = buckets[client] ?? Bucket(tokens: burst, filledAt: seconds)
      bucket.tokens = min(burst, bucket.tokens + max(0, seconds - bucket.filledAt) * tokensPerSecond)
      bucket.filledAt = seconds
      defer { buckets[client] = bucket }
      guard bucket.tokens >= cost else { return (cost - bucket.tokens) / tokensPerSecond }
      bucket.tokens -= cost
      return nil
    }
  }

  /// Forgets the clients whose buckets are full again; all of them when no bucket is.
  private func forget(_ buckets: inout [String: Bucket], at seconds: Double) {
    let kept = buckets.filter { _, bucket in
      bucket.tokens + (seconds - bucket.filledAt) * tokensPerSecond < burst
    }
    buckets = kept.count < Self.bucketLimit ? kept : [:]
  }
}
