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

  /// Indicates whether every day is selected.
  var isEveryDay: Bool {
    years.isEmpty && dates.isEmpty && weeks.isEmpty && weekdays.isEmpty && holidays.isEmpty
  }
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
