/// The offset of a local clock from UTC, in whole minutes.
///
/// It is positive east of Greenwich: winter in the Alps is +01:00.
public struct UTCOffset: Sendable, Hashable, CustomStringConvertible {
  /// The offset in seconds, a multiple of 60.
  public let seconds: Int

  /// The offset of UTC itself.
  public static let zero = UTCOffset(wholeMinutes: 0)

  private init(wholeMinutes: Int) { seconds = wholeMinutes * 60 }

  /// Creates an offset from minutes, −1080...1080.
  /// - Throws: ``SkiError`` with code `.invalidArgument` beyond 18 hours.
  public init(minutes: Int) throws(SkiError) {
    try SkiError.require(
      minutes.magnitude <= 18 * 60, "UTC offset of \(minutes) minutes is out of range; write -18:00 to +18:00"
    )
    self.init(wholeMinutes: minutes)
  }

  /// Creates an offset from text such as `+1`, `-03:30`, `+0100`, `0` or `Z`.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the text has another form or is beyond 18 hours.
  /// - Complexity: O(*n*) in the length of the text.
  public init(_ text: String) throws(SkiError) {
    if ["Z", "z"].contains(text) {
      self = .zero
      return
    }
    let signed = text.first == "+" || text.first == "-"
    let digits = signed ? text.dropFirst() : text[...]
    var parts = digits.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 1, parts[0].utf8.count == 4 { parts = [parts[0].prefix(2), parts[0].suffix(2)] }
    let numbers = parts.map { $0.utf8.count <= 2 ? DecimalDigits.number($0) : nil }
    guard (1...2).contains(parts.count), let hours = numbers[0],
      let minutes = parts.count == 2 ? numbers[1] : 0,
      minutes < 60
    else {
      throw SkiError(.invalidArgument, "UTC offset \(text) can't be read; write it as +1 or -03:30")
    }
    try self.init(minutes: (text.first == "-" ? -1 : 1) * (hours * 60 + minutes))
  }

  /// The offset in the form `+01:00`, as times of ISO 8601 state it.
  package var text: String {
    let minutes = abs(seconds) / 60
    return "\(seconds < 0 ? "-" : "+")\(DecimalDigits.two(minutes / 60)):\(DecimalDigits.two(minutes % 60))"
  }

  /// The offset in the form `UTC+01:00`.
  public var description: String { "UTC\(text)" }
}

/// A time of day on a local clock, in whole seconds.
package struct ClockTime: Sendable, Hashable, CustomStringConvertible {
  /// The number of seconds since midnight, 0..<86,400.
  package let secondsOfDay: Int

  /// Creates a time of day from seconds, taken modulo one day and rounded down; midnight when not finite.
  package init(secondsOfDay: Double) {
    let rest = secondsOfDay.truncatingRemainder(dividingBy: 86_400)
    self.secondsOfDay = rest.isFinite ? Int(rest < 0 ? rest + 86_400 : rest) % 86_400 : 0
  }

  /// Creates a time of day from text in the form `14:30` or `14:30:15`.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the text has another form or is no time of a day.
  /// - Complexity: O(*n*) in the length of the text.
  package init(_ text: String) throws(SkiError) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { part in
      part.utf8.count <= 2 ? DecimalDigits.number(part) : nil
    }
    guard (2...3).contains(parts.count), let hour = parts[0], let minute = parts[1],
      let second = parts.count == 3 ? parts[2] : 0, hour < 24, minute < 60, second < 60
    else { throw SkiError(.invalidArgument, "time \(text) can't be read; write it as 14:30") }
    secondsOfDay = hour * 3600 + minute * 60 + second
  }

  /// The time in the form `14:30`, without seconds.
  package var description: String {
    "\(DecimalDigits.two(secondsOfDay / 3600)):\(DecimalDigits.two(secondsOfDay / 60 % 60))"
  }
}

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
