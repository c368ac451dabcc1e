import SkiBase

/// The selector of a rule's days: those in each of its lists that is not empty.
struct DaySelector: Hashable, Sendable {
  var years: [YearRange] = []
  var dates: [DateRange] = []
  var weeks: [WeekRange] = []
  var weekdays: [WeekdayRange] = []
  var holidays: [Holiday] = []
  /// Indicates whether a day must be both a listed holiday and a listed weekday (`PH Mo-Fr`) rather than either
  /// (`Mo-Fr,PH`).
  var requiresHoliday = false
  /// Indicates whether a comment or a season restricts the days in a way that can't be evaluated.
  var isUndetermined = false
}

/// A range of years with a step.
struct YearRange: Hashable, Sendable {
  var first: Int
  var last: Int
  var step = 1
}

/// A range of ISO 8601 weeks with a step; it wraps over new year when the first is later than the last.
struct WeekRange: Hashable, Sendable {
  var first: Int
  var last: Int
  var step = 1
}

/// A range of weekdays, Monday being 0; it wraps over Sunday when the first is later than the last.
struct WeekdayRange: Hashable, Sendable {
  var first: Int
  var last: Int
  /// The occurrences in the month, 1 the first, −1 the last; empty for all.
  var nth: [Int] = []
  /// The offset from such a weekday, in days.
  var offsetDays = 0
}

/// A kind of holiday, or the days at an offset from one.
struct Holiday: Hashable, Sendable {
  enum Kind: Hashable, Sendable { case `public`, school }
  var kind: Kind
  var offsetDays = 0
}

/// A range of the calendar; it wraps over new year when it ends before it starts.
enum DateRange: Hashable, Sendable {
  /// A range of months, of every year or of given years.
  case months(year: Int?, first: Int, last: Int, lastYear: Int?)
  /// A range of days, the end included.
  case days(DatePoint, DatePoint)
  /// A day and the days after it: to the end of the year, or without end when the day has a year.
  case from(DatePoint)
}

/// A date, of every year or of one.
struct DatePoint: Hashable, Sendable {
  enum Base: Hashable, Sendable {
    case day(month: Int, day: Int)
    /// The nth weekday of a month, −1 being the last.
    case weekday(month: Int, nth: Int, weekday: Int)
    case easter
  }
  var year: Int?
  var base: Base
  /// The weekday the date is moved to.
  var move: Move?
  /// The offset after the move, in days.
  var offsetDays = 0

  /// A move to a weekday on or after a date, or on or before it; Monday is 0.
  struct Move: Hashable, Sendable {
    var weekday: Int
    var isForward: Bool
  }
}

extension DaySelector {
  /// Returns whether a day is selected.
  /// - Complexity: O(*n*) in the lists.
  func contains(_ day: CalendarDay, _ calendar: HolidayCalendar) -> Bool {
    let year = day.date.year
    return (years.isEmpty || years.contains { $0.contains(year) })
      && (dates.isEmpty || dates.contains { $0.contains(day) })
      && (weeks.isEmpty || weeks.contains { $0.contains(day.weekOfYear()) })
      && containsWeekday(day, calendar)
  }

  private func containsWeekday(_ day: CalendarDay, _ calendar: HolidayCalendar) -> Bool {
    if weekdays.isEmpty && holidays.isEmpty { return true }
    let isWeekday = weekdays.contains { $0.contains(day) }
    let isHoliday = holidays.contains { calendar.contains(day, $0) }
    if requiresHoliday { return isWeekday && isHoliday }
    return isWeekday || isHoliday
  }
}

extension YearRange {
  func contains(_ year: Int) -> Bool { year >= first && year <= last && (year - first) % step == 0 }
}

extension WeekRange {
  func contains(_ week: Int) -> Bool {
    if first > last { return week >= first || week <= last }
    return week >= first && week <= last && (week - first) % step == 0
  }
}

extension WeekdayRange {
  func contains(_ day: CalendarDay) -> Bool {
    let base = day.advanced(byDays: -offsetDays)
    let weekday = base.weekday
    guard first <= last ? weekday >= first && weekday <= last : weekday >= first || weekday <= last else {
      return false
    }
    if nth.isEmpty { return true }
    let (year, month, dayOfMonth) = base.date
    let fromStart = (dayOfMonth - 1) / 7 + 1
    let fromEnd = (CalendarDay.length(ofMonth: month, year: year) - dayOfMonth) / 7 + 1
    return nth.contains(fromStart) || nth.contains(-fromEnd)
  }
}

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
