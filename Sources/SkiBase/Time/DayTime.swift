/// A moment of one day on the local clock, in milliseconds since midnight.
///
/// 24:00 or later is the day after. Requests about one day need no time zone, since they use the local clock of the
/// mountain; observed moments are ``UniversalTime``.
public struct DayTime: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
  /// The number of milliseconds since midnight; negative before it.
  public var milliseconds: Int

  /// Creates a moment from milliseconds since midnight; negative ones are on the day before.
  public init(milliseconds: Int) { self.milliseconds = milliseconds }

  /// Creates a moment from hours and minutes since midnight; hours may exceed 23 and minutes 59.
  public init(hour: Int, minute: Int = 0) { milliseconds = (hour * 60 + minute) * 60_000 }

  /// Creates a moment from text in the form `14:30` or `14:30:15`; `24:00` is the end of the day.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the text has another form or is no time of a day.
  /// - Complexity: O(*n*) in the length of the text.
  public init(_ text: String) throws(SkiError) {
    milliseconds = text == "24:00" ? 86_400_000 : try ClockTime(text).secondsOfDay * 1000
  }

  /// Returns the moment advanced by a number of milliseconds, saturating at the bounds of `Int`.
  public func advanced(byMilliseconds milliseconds: Int) -> DayTime {
    let (sum, overflows) = self.milliseconds.addingReportingOverflow(milliseconds)
    return DayTime(milliseconds: overflows ? (milliseconds < 0 ? .min : .max) : sum)
  }

  /// The time of day in the form `14:30`, without seconds and whole days.
  public var description: String {
    let day = 86_400_000
    let rest = (milliseconds % day + day) % day
    return ClockTime(secondsOfDay: Double(rest / 1000)).description
  }

  /// Returns whether the first moment is the earlier one.
  public static func < (a: DayTime, b: DayTime) -> Bool { a.milliseconds < b.milliseconds }
}
