/// A day of the Gregorian calendar.
public struct CalendarDay: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The number of days since 1970-01-01; negative before it.
  public let daysSince1970: Int

  /// The years that text and dates may have, those in which the sun's position has its stated accuracy.
  public static let years = 1900...2100

  /// Creates a day from the number of days since 1970-01-01, negative before it.
  public init(daysSince1970: Int) { self.daysSince1970 = daysSince1970 }

  /// Creates a day from its date.
  /// - Parameters:
  ///   - year: One of ``years``.
  ///   - month: The month, 1...12.
  ///   - day: The day of the month, 1...31.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when there is no such day, or its year is outside ``years``.
  public init(year: Int, month: Int, day: Int) throws(SkiError) {
    try SkiError.require(
      Self.years.contains(year) && (1...12).contains(month)
        && (1...Self.length(year: year, month: month)).contains(day),
      "day \(year)-\(month)-\(day) is not in the calendar; write a day of \(Self.years.lowerBound) to "
        + "\(Self.years.upperBound) as year-month-day")
    var days = (year - 1970) * 365 + Self.leapDays(before: year) - Self.leapDays(before: 1970) + day - 1
    for earlier in 1..<month { days += Self.length(year: year, month: earlier) }
    daysSince1970 = days
  }

  /// Creates a day from text in the form `2026-02-01`.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the text has another form, there is no such day, or its
  ///   year is outside ``years``.
  /// - Complexity: O(*n*) in the length of the text.
  public init(_ text: String) throws(SkiError) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { DecimalDigits.number($0) }
    guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2] else {
      throw SkiError(.invalidArgument, "day \(text) can't be read; write it as 2026-02-01")
    }
    try self.init(year: year, month: month, day: day)
  }

  /// The year, month (1...12) and day of the month (1...31).
  public var date: (year: Int, month: Int, day: Int) {
    var year = 1970 + (Double(daysSince1970) / 365.2425).roundedDown
    while Self.firstDay(of: year + 1) <= daysSince1970 { year += 1 }
    while Self.firstDay(of: year) > daysSince1970 { year -= 1 }
    var rest = daysSince1970 - Self.firstDay(of: year)
    var month = 1
    while rest >= Self.length(year: year, month: month) {
      rest -= Self.length(year: year, month: month)
      month += 1
    }
    return (year, month, rest + 1)
  }

  /// The day in the form `2026-02-01`.
  public var description: String {
    let (year, month, day) = date
    return "\(year)-\(DecimalDigits.two(month))-\(DecimalDigits.two(day))"
  }

  /// Returns whether the first day is the earlier one.
  public static func < (a: CalendarDay, b: CalendarDay) -> Bool { a.daysSince1970 < b.daysSince1970 }

  private static func firstDay(of year: Int) -> Int {
    (year - 1970) * 365 + leapDays(before: year) - leapDays(before: 1970)
  }

  private static func leapDays(before year: Int) -> Int {
    func multiples(_ of: Int) -> Int { (Double(year - 1) / Double(of)).roundedDown }
    return multiples(4) - multiples(100) + multiples(400)
  }

  private static func length(year: Int, month: Int) -> Int {
    if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
    return [4, 6, 9, 11].contains(month) ? 30 : 31
  }
}

/// The decimal numbers of times and dates as text.
package enum DecimalDigits {
  /// Parses one to four digits and nothing else.
  package static func number(_ text: Substring) -> Int? {
    guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(text)
  }

  /// Returns a number with at least two digits.
  package static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension Double {
  fileprivate var roundedDown: Int { Int(rounded(.down)) }
}
