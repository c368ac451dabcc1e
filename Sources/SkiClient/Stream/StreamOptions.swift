/// The waits before a stream is opened again.
package struct StreamOptions: Sendable {
  /// The wait after the first failure, in milliseconds; doubled with each further one.
  package var firstMilliseconds: Int64 = 500
  /// The greatest wait, in milliseconds.
  package var greatestMilliseconds: Int64 = 30_000
  /// Returns a number of 0..<1 by which up to a fifth is added to a wait, so that clients don't come back at once.
  package var jitter: @Sendable () -> Double = { Double.random(in: 0..<1) }

  /// Creates the usual waits.
  package init() {}

  /// Returns the wait after a number of failures in a row, in milliseconds.
  /// - Parameters:
  ///   - failures: The number, at least 1.
  ///   - asked: The least wait for which the server asked; nil for none.
  func wait(after failures: Int, asked: Int?) -> Int64 {
    let doublings = Int64(1) << Int64(min(max(failures - 1, 0), 16))
    let (product, overflows) = firstMilliseconds.multipliedReportingOverflow(by: doublings)
    let base = max(overflows ? greatestMilliseconds : product, Int64(clamping: asked ?? 0))
    let bounded = min(base, greatestMilliseconds)
    return bounded + Int64(Double(bounded) * 0.2 * min(max(jitter(), 0), 1))
  }
}
