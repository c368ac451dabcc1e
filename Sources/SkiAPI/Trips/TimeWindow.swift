public import SkiBase

/// A span of time in whole milliseconds, from a first moment to an end that does not belong to it.
public struct TimeWindow: Sendable, Hashable {
  /// The first moment.
  public let from: UniversalTime
  /// The end.
  public let until: UniversalTime

  /// Creates a span.
  /// - Parameters:
  ///   - from: The first moment; milliseconds are rounded down.
  ///   - until: The end; milliseconds are rounded down.
  ///   - field: The name of the span for messages, such as "time of the trip".
  ///   - greatestSeconds: The greatest length in seconds.
  /// - Throws: `SkiError` with code `.invalidArgument` for times outside of the years 1970 to 9999 or an end that is not after
  ///   the beginning, `.limitExceeded` for a longer span.
  public init(from: UniversalTime, until: UniversalTime, field: String, greatestSeconds: Double)
    throws(SkiError)
  {
    for time in [from, until] {
      try SkiError.require(
        (0..<Self.greatestSecondsSince1970).contains(time.secondsSince1970),
        "\(field) is outside of the years 1970 to 9999; give times within")
    }
    let (first, end) = (from.milliseconds, until.milliseconds)
    let seconds = Double(end - first) / 1000
    try SkiError.require(
      end > first, "\(field) ends \(-seconds) s before it begins; give an end after the beginning")
    guard seconds <= greatestSeconds else {
      throw SkiError(
        .limitExceeded, "\(field) has \(seconds) s; give at most \(greatestSeconds)")
    }
    self.from = UniversalTime(milliseconds: first)
    self.until = UniversalTime(milliseconds: end)
  }

  /// Creates a stored span.
  package init(fromMilliseconds: Int64, untilMilliseconds: Int64) {
    from = UniversalTime(milliseconds: fromMilliseconds)
    until = UniversalTime(milliseconds: untilMilliseconds)
  }

  /// Returns whether a moment is within the span.
  public func contains(_ time: UniversalTime) -> Bool { from <= time && time < until }

  /// The beginning of the year 10000.
  private static let greatestSecondsSince1970 = 253_402_300_800.0
}
