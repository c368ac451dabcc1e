/// A moment in UTC, without leap seconds.
///
/// Local clocks are converted by a ``UTCOffset`` where data enters or leaves.
public struct UniversalTime: Sendable, Hashable, Comparable, Codable {
  /// The number of seconds since 1970-01-01 00:00 UTC, with 86,400 a day.
  public var secondsSince1970: Double

  /// Creates a moment from seconds since 1970-01-01 00:00 UTC.
  public init(secondsSince1970: Double) { self.secondsSince1970 = secondsSince1970 }

  /// Creates the moment of a local clock's day and time.
  /// - Parameters:
  ///   - day: The local calendar day.
  ///   - secondsOfDay: The seconds since local midnight; values outside the day are valid.
  ///   - offset: The offset of the clock from UTC.
  public init(_ day: CalendarDay, secondsOfDay: Double, offset: UTCOffset = .zero) {
    secondsSince1970 = Double(day.daysSince1970) * 86_400 + secondsOfDay - Double(offset.seconds)
  }

  /// Returns the moment advanced by a number of seconds, negative for an earlier one.
  public func advanced(bySeconds seconds: Double) -> UniversalTime {
    UniversalTime(secondsSince1970: secondsSince1970 + seconds)
  }

  /// Returns the calendar day and the seconds since midnight, 0..<86,400, of a local clock.
  ///
  /// Days are limited to a million before and after 1970-01-01.
  /// - Parameter offset: The offset of the clock from UTC.
  public func clock(offset: UTCOffset = .zero) -> (day: CalendarDay, secondsOfDay: Double) {
    let local = secondsSince1970 + Double(offset.seconds)
    let days = (local / 86_400).rounded(.down)
    return (CalendarDay(daysSince1970: Int(max(-1e6, min(1e6, days)))), local - days * 86_400)
  }

  /// Returns whether the first moment is the earlier one.
  public static func < (a: UniversalTime, b: UniversalTime) -> Bool {
    a.secondsSince1970 < b.secondsSince1970
  }
}

extension UniversalTime {
  /// The time as whole milliseconds since 1970, rounded down; the greatest or least number beyond the range.
  ///
  /// A time within a thousandth of a millisecond before a whole one is that one, so that the milliseconds of
  /// ``init(milliseconds:)`` come back, whose seconds as a double may be less.
  package var milliseconds: Int64 {
    let value = (secondsSince1970 * 1000 + 0.001).rounded(.down)
    return value >= 9.2e18 ? .max : value <= -9.2e18 ? .min : value.isNaN ? 0 : Int64(value)
  }

  /// Creates a time from whole milliseconds since 1970.
  package init(milliseconds: Int64) { self.init(secondsSince1970: Double(milliseconds) / 1000) }

  /// The time as text in UTC, for messages.
  package var utcText: String { iso8601() ?? "\(secondsSince1970) s" }
}
