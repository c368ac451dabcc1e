import SkiBase

extension DateRange {
  /// Returns whether a day lies in the range.
  func contains(_ day: CalendarDay) -> Bool {
    switch self {
    case .months(let year, let first, let last, let lastYear):
      return Self.contains(day, year: year, first: first, last: last, lastYear: lastYear)
    case .days(let start, let end):
      return start == end ? start.isOn(day) : Self.contains(day, from: start, to: end)
    case .from(let start):
      guard let year = start.year else {
        return start.day(in: day.date.year, isEnd: false).map { $0 <= day } ?? false
      }
      return start.day(in: year, isEnd: false).map { $0 <= day } ?? false
    }
  }

  private static func contains(_ day: CalendarDay, year: Int?, first: Int, last: Int, lastYear: Int?) -> Bool
  {
    let (dayYear, month, _) = day.date
    if year == nil && lastYear == nil {
      return first <= last ? month >= first && month <= last : month >= first || month <= last
    }
    let begins = (year ?? lastYear.map { first <= last ? $0 : $0 - 1 } ?? dayYear) * 12 + first
    let ends = lastYear.map { $0 * 12 + last } ?? (begins - first + last + (first <= last ? 0 : 12))
    return (begins...max(begins, ends)).contains(dayYear * 12 + month)
  }

  private static func contains(_ day: CalendarDay, from start: DatePoint, to end: DatePoint) -> Bool {
    let year = day.date.year
    let beginnings = start.year.map { [$0] } ?? end.year.map { [$0 - 1, $0] } ?? [year - 1, year]
    for beginning in beginnings {
      guard let first = start.day(in: beginning, isEnd: false), first <= day else { continue }
      if let last = end.end(after: first, of: beginning), day <= last { return true }
    }
    return false
  }
}

extension DatePoint {
  /// Returns whether a day is the date, of its year or of any year.
  fileprivate func isOn(_ day: CalendarDay) -> Bool {
    let year = day.date.year
    // Moved dates may fall in a neighbouring year.
    return (self.year.map { [$0] } ?? [year - 1, year, year + 1]).contains {
      self.day(in: $0, isEnd: nil) == day
    }
  }

  /// Returns the end of a range that began on a day of a year: in that year, else in the next.
  fileprivate func end(after first: CalendarDay, of year: Int) -> CalendarDay? {
    if let own = self.year { return day(in: own, isEnd: true) }
    if let last = day(in: year, isEnd: true), last >= first { return last }
    return day(in: year + 1, isEnd: true)
  }

  /// Returns the date in a year.
  /// - Parameter isEnd: The treatment of 29 February in common years: 28 February as the end of a range (true), 1 March
  ///   as the start (false), nil as a single date (nil).
  fileprivate func day(in year: Int, isEnd: Bool?) -> CalendarDay? {
    guard var day = base(in: year, isEnd: isEnd) else { return nil }
    if let move {
      let days = ((move.weekday - day.weekday) % 7 + 7) % 7
      day = day.advanced(byDays: move.isForward || days == 0 ? days : days - 7)
    }
    return day.advanced(byDays: offsetDays)
  }

  private func base(in year: Int, isEnd: Bool?) -> CalendarDay? {
    guard CalendarDay.years.contains(year) else { return nil }
    switch base {
    case .easter: return .easter(of: year)
    case .day(let month, let day):
      let length = CalendarDay.length(ofMonth: month, year: year)
      if day <= length { return try? CalendarDay(year: year, month: month, day: day) }
      guard let isEnd, let last = try? CalendarDay(year: year, month: month, day: length) else { return nil }
      return isEnd ? last : last.advanced(byDays: 1)
    case .weekday(let month, let nth, let weekday):
      let length = CalendarDay.length(ofMonth: month, year: year)
      guard let first = try? CalendarDay(year: year, month: month, day: 1) else { return nil }
      let inMonth = (weekday - first.weekday + 7) % 7
      let number =
        nth > 0 ? inMonth + 7 * (nth - 1) : inMonth + (length - 1 - inMonth) / 7 * 7 + 7 * (nth + 1)
      return (0..<length).contains(number) ? first.advanced(byDays: number) : nil
    }
  }
}
