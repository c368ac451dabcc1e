package import SkiGeo
import SkiModel
package import SkiRouting

/// The schedule of the day of a question, and the departure.
package struct QuestionDay: Sendable {
  /// The schedule.
  package var schedule: Schedule
  /// The departure.
  package var departure: DayTime
  /// The closing time of lifts without hours of their own.
  package var closing: DayTime?

  /// A day without known hours.
  package static let unknown = QuestionDay(schedule: Schedule(), departure: DayTime(hour: 12))

  /// Creates a day of its parts.
  package init(schedule: Schedule, departure: DayTime, closing: DayTime? = nil) {
    (self.schedule, self.departure, self.closing) = (schedule, departure, closing)
  }

  /// Creates the day that a question's clock and the conditions give.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for times and dates that can't be read.
  package init(_ terms: DayTerms, under conditions: DayConditions) throws {
    var schedule = Schedule(now: conditions.observedAt)
    schedule.hours.liftsOpen = try terms.opening.map { try DayTime($0) }
    schedule.hours.liftsClose = try terms.closing.map { try DayTime($0) }
    schedule.report = conditions.report
    let offset = conditions.report?.offset ?? conditions.localOffset
    let (today, clock) = conditions.now.clock(offset: offset)
    let day = try terms.date.map { try CalendarDay($0) } ?? today
    schedule.day = day
    // Observed states apply today only.
    if day != today { schedule.now = nil }
    schedule.offset = offset
    schedule.holidays = conditions.holidays
    self.init(
      schedule: schedule,
      departure: try terms.depart.map { try DayTime($0) } ?? DayTime(milliseconds: Int(clock) * 1000),
      closing: schedule.liftsClose)
  }
}
