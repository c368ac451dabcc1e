public import SkiBase

/// The public and school holidays of a region.
///
/// The empty calendar has none: holidays are not derived from coordinates.
public struct HolidayCalendar: Sendable, Hashable {
  /// The public holidays (`PH`).
  public var publicHolidays: Set<CalendarDay>
  /// The school holidays (`SH`).
  public var schoolHolidays: Set<CalendarDay>

  /// Creates a calendar from its holidays; an omitted set is empty.
  public init(publicHolidays: Set<CalendarDay> = [], schoolHolidays: Set<CalendarDay> = []) {
    self.publicHolidays = publicHolidays
    self.schoolHolidays = schoolHolidays
  }

  /// Indicates whether there are no holidays.
  public var isEmpty: Bool { publicHolidays.isEmpty && schoolHolidays.isEmpty }

  func contains(_ day: CalendarDay, _ holiday: Holiday) -> Bool {
    let day = day.advanced(byDays: -holiday.offsetDays)
    return holiday.kind == .public ? publicHolidays.contains(day) : schoolHolidays.contains(day)
  }
}
