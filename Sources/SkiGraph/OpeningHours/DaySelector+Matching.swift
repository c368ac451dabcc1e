import SkiBase

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
