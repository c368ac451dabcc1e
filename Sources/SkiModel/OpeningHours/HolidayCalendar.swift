public import SkiGeo

/// The holidays of a place.
///
/// A value; `Sendable`. The empty calendar has none: nothing is guessed from the place.
public struct HolidayCalendar: Sendable, Hashable {
  /// Days on which the law has work rest (`PH`).
  public var publicHolidays: Set<CalendarDay>
  /// Days without school (`SH`).
  public var schoolHolidays: Set<CalendarDay>

  /// Makes a calendar.
  public init(publicHolidays: Set<CalendarDay> = [], schoolHolidays: Set<CalendarDay> = []) {
    self.publicHolidays = publicHolidays
    self.schoolHolidays = schoolHolidays
  }

  /// Whether it has no holiday at all.
  public var isEmpty: Bool { publicHolidays.isEmpty && schoolHolidays.isEmpty }

  func contains(_ day: CalendarDay, _ holiday: Holiday) -> Bool {
    let day = day.advanced(byDays: -holiday.offsetDays)
    return holiday.kind == .public ? publicHolidays.contains(day) : schoolHolidays.contains(day)
  }
}
