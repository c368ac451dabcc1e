/// The days a rule speaks of: those that are in each of its lists that isn't empty.
struct DaySelector: Hashable, Sendable {
  var years: [YearRange] = []
  var dates: [DateRange] = []
  var weeks: [WeekRange] = []
  var weekdays: [WeekdayRange] = []
  var holidays: [Holiday] = []
  /// Whether a day must be a holiday and a weekday listed (`PH Mo-Fr`); else either will do (`Mo-Fr,PH`).
  var holidaysNarrow = false
  /// Whether a comment or a season's name chooses among the days, so that nobody can tell which are meant.
  var isUndecided = false

  /// Whether it is all days.
  var isEveryDay: Bool {
    years.isEmpty && dates.isEmpty && weeks.isEmpty && weekdays.isEmpty && holidays.isEmpty
  }
}

/// Years from one to another, every so many.
struct YearRange: Hashable, Sendable {
  var first: Int
  var last: Int
  var step = 1
}

/// Weeks of the year (ISO 8601) from one to another, every so many; over new year where the first is later.
struct WeekRange: Hashable, Sendable {
  var first: Int
  var last: Int
  var step = 1
}

/// Weekdays from one to another, over Sunday where the first is later; Monday is 0.
struct WeekdayRange: Hashable, Sendable {
  var first: Int
  var last: Int
  /// Which of them in a month, 1 the first, −1 the last; none means each.
  var nth: [Int] = []
  /// Days after such a weekday.
  var offsetDays = 0
}

/// A kind of holiday, or so many days after one.
struct Holiday: Hashable, Sendable {
  enum Kind: Hashable, Sendable { case `public`, school }
  var kind: Kind
  var offsetDays = 0
}

/// A range of the calendar, over new year where it ends before it begins.
enum DateRange: Hashable, Sendable {
  /// Months from one to another; in every year, or from the first of a year.
  case months(year: Int?, first: Int, last: Int, lastYear: Int?)
  /// Days from one to another.
  case days(DatePoint, DatePoint)
  /// A day and those after it: to the end of the year, or for ever where the day has a year.
  case from(DatePoint)
}

/// A day of the calendar, in every year or in one.
struct DatePoint: Hashable, Sendable {
  enum Base: Hashable, Sendable {
    case day(month: Int, day: Int)
    /// The so manieth weekday of a month, −1 the last.
    case weekday(month: Int, nth: Int, weekday: Int)
    case easter
  }
  var year: Int?
  var base: Base
  /// The weekday it is moved to.
  var move: Move?
  /// Days after that.
  var offsetDays = 0

  /// To a weekday at or after a day, or at or before it; Monday is 0.
  struct Move: Hashable, Sendable {
    var weekday: Int
    var isForward: Bool
  }
}
