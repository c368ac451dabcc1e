/// The times and bounds of a ``CacheService``.
///
/// A value; `Sendable`.
package struct CachePolicy: Sendable, Hashable {
  /// The time a value is returned without a renewal, in milliseconds.
  package let freshMilliseconds: Int64
  /// The time after that during which the value is still returned while one load renews it, in milliseconds.
  package let staleMilliseconds: Int64
  /// The time after a failed load during which its error is returned and no other load begins, in milliseconds.
  package let failureMilliseconds: Int64
  /// The greatest number of values.
  package let capacity: Int
  /// The greatest number of loads at the same time.
  package let greatestLoads: Int

  /// The greatest ``failureMilliseconds``: errors are not kept for longer.
  package static let longestFailureMilliseconds: Int64 = 5000
  /// The greatest ``freshMilliseconds`` and ``staleMilliseconds``: a year.
  private static let longestMilliseconds: Int64 = 31_536_000_000

  /// Creates a policy.
  /// - Precondition: Times are 0 or more and at most a year, `failureMilliseconds` at most
  ///   ``longestFailureMilliseconds``, numbers are 1 or more.
  package init(
    freshMilliseconds: Int64, staleMilliseconds: Int64 = 0, failureMilliseconds: Int64 = 1000,
    capacity: Int = 1000, greatestLoads: Int = 256
  ) {
    let times = 0...Self.longestMilliseconds
    precondition(
      times.contains(freshMilliseconds) && times.contains(staleMilliseconds),
      "times of a cache must be 0 to \(times.upperBound) ms, got \(freshMilliseconds) and \(staleMilliseconds)"
    )
    precondition(
      (0...Self.longestFailureMilliseconds).contains(failureMilliseconds),
      "errors are kept 0 to \(Self.longestFailureMilliseconds) ms, got \(failureMilliseconds)")
    precondition(
      capacity > 0 && greatestLoads > 0,
      "bounds of a cache must be 1 or more, got \(capacity) and \(greatestLoads)")
    self.freshMilliseconds = freshMilliseconds
    self.staleMilliseconds = staleMilliseconds
    self.failureMilliseconds = failureMilliseconds
    self.capacity = capacity
    self.greatestLoads = greatestLoads
  }
}
