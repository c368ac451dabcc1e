import SkiBase

extension CalendarDay {
  /// The weekday, from Monday 0 to Sunday 6.
  var weekday: Int { ((daysSince1970 + 3) % 7 + 7) % 7 }

  /// Returns the ISO 8601 week number, 1...53.
  func weekOfYear() -> Int {
    let thursday = advanced(byDays: 3 - weekday)
    return thursday.dayOfYear() / 7 + 1
  }

  /// Returns the number of days since 1 January.
  private func dayOfYear() -> Int {
    let (year, month, day) = date
    return (1..<month).reduce(day - 1) { $0 + Self.length(ofMonth: $1, year: year) }
  }

  /// Returns the day advanced by a number of days.
  func advanced(byDays days: Int) -> CalendarDay { CalendarDay(daysSince1970: daysSince1970 + days) }

  /// Returns the number of days of a month.
  static func length(ofMonth month: Int, year: Int) -> Int {
    if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
    return [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Returns Easter Sunday in the Gregorian calendar; nil outside ``CalendarDay/years``.
  ///
  /// **Source:** the Meeus/Jones/Butcher algorithm, Nature 1876.
  static func easter(of year: Int) -> CalendarDay? {
    let (a, b, c) = (year % 19, year / 100, year % 100)
    let h = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30
    let l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7
    let m = (a + 11 * h + 22 * l) / 451
    let sum = h + l - 7 * m + 114
    return try? CalendarDay(year: year, month: sum / 31, day: sum % 31 + 1)
  }
}
