/// A moment of one day on the clock of the mountain, in milliseconds since its midnight.
///
/// A value; `Sendable`. Later than 24:00 is the day after. A mountain runs by its own clock, so that a question about one
/// day needs no time zone; only what was observed elsewhere (``UniversalTime``) does.
public struct DayTime: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
  /// Milliseconds since midnight; negative before it.
  public var milliseconds: Int

  /// Makes a moment from milliseconds since midnight.
  public init(milliseconds: Int) { self.milliseconds = milliseconds }

  /// Makes a moment from hours and minutes; minutes may be more than 59.
  public init(hour: Int, minute: Int = 0) { milliseconds = (hour * 60 + minute) * 60_000 }

  /// Reads a time as `14:30` or `14:30:15`; `24:00` is the end of the day.
  /// - Throws: ``SkiError`` with code `.invalidArgument`.
  public init(_ text: String) throws {
    milliseconds = text == "24:00" ? 86_400_000 : try ClockTime(text).secondsOfDay * 1000
  }

  /// Returns a moment later by some milliseconds, earlier by negative ones; at the ends of what a number can hold it stays.
  public func advanced(byMilliseconds milliseconds: Int) -> DayTime {
    let (sum, overflows) = self.milliseconds.addingReportingOverflow(milliseconds)
    return DayTime(milliseconds: overflows ? (milliseconds < 0 ? .min : .max) : sum)
  }

  /// The time as `14:30`; seconds are left out, and so are whole days.
  public var description: String {
    let day = 86_400_000
    let rest = (milliseconds % day + day) % day
    return ClockTime(secondsOfDay: Double(rest / 1000)).description
  }

  public static func < (a: DayTime, b: DayTime) -> Bool { a.milliseconds < b.milliseconds }
}
