/// A moment in Universal Time (UTC), without zones, leap seconds or a calendar's quirks.
///
/// A value; `Sendable`. Clocks of a place enter and leave by a ``UTCOffset``, at the rim.
public struct UniversalTime: Sendable, Hashable, Comparable, Codable {
  /// Seconds since 1970-01-01 00:00 UTC, each day having 86,400.
  public var secondsSince1970: Double

  /// Makes a moment.
  public init(secondsSince1970: Double) { self.secondsSince1970 = secondsSince1970 }

  /// Makes the moment a clock shows.
  /// - Parameters:
  ///   - day: The day at the place of the clock.
  ///   - secondsOfDay: Seconds since that day began there; may reach into other days.
  ///   - offset: What the clock is ahead of UTC.
  public init(_ day: CalendarDay, secondsOfDay: Double, offset: UTCOffset = .zero) {
    secondsSince1970 = Double(day.daysSince1970) * 86_400 + secondsOfDay - Double(offset.seconds)
  }

  /// Returns the moment so many seconds later.
  public func advanced(bySeconds seconds: Double) -> UniversalTime {
    UniversalTime(secondsSince1970: secondsSince1970 + seconds)
  }

  /// Returns the day and the time of day a clock shows.
  public func clock(offset: UTCOffset = .zero) -> (day: CalendarDay, secondsOfDay: Double) {
    let local = secondsSince1970 + Double(offset.seconds)
    let days = (local / 86_400).rounded(.down)
    return (CalendarDay(daysSince1970: Int(max(-1e6, min(1e6, days)))), local - days * 86_400)
  }

  public static func < (a: UniversalTime, b: UniversalTime) -> Bool {
    a.secondsSince1970 < b.secondsSince1970
  }
}
