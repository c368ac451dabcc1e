package import SkiAPI
package import SkiBase
import SkiGraph
package import SkiRouting

/// The schedule of the day of a question, and the departure.
package struct QuestionDay: Sendable {
  /// The schedule.
  package var schedule: Schedule
  /// The departure.
  package var departure: DayTime
  /// The closing time of lifts without hours of their own.
  package var closing: DayTime?

  /// The clock of the times; nil where there are none.
  package var clock: AnswerClock?

  /// A day without known hours.
  package static let unknown = QuestionDay(schedule: Schedule(), departure: DayTime(hour: 12))

  /// Creates a day of its parts.
  package init(
    schedule: Schedule, departure: DayTime, closing: DayTime? = nil, clock: AnswerClock? = nil
  ) {
    (self.schedule, self.departure, self.closing, self.clock) = (schedule, departure, closing, clock)
  }

  /// Creates the day that a question's clock and the conditions give where the question starts.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for times, dates and zones that can't be read; the errors of
  ///   finding the start.
  package init(
    _ terms: DayTerms, at start: String, under conditions: DayConditions, over service: MapService
  ) throws {
    let rule = try ZoneRule(terms.zone, at: start, under: conditions, over: service)
    var schedule = Schedule(now: conditions.observedAt)
    schedule.hours.liftsOpen = try terms.opening.map { try DayTime($0) }
    schedule.hours.liftsClose = try terms.closing.map { try DayTime($0) }
    schedule.report = conditions.report
    let nowOffset = rule.offset(at: conditions.now)
    let (today, clock) = conditions.now.clock(offset: nowOffset)
    let day = try terms.date.map { try CalendarDay($0) } ?? today
    schedule.day = day
    // Observed states apply today only.
    if day != today { schedule.now = nil }
    // Clocks change at night: noon's offset is that of the hours of skiing.
    let noon = UniversalTime(day, secondsOfDay: 43_200, offset: nowOffset)
    let offset = rule.offset(at: noon)
    schedule.offset = offset
    schedule.holidays = conditions.holidays
    self.init(
      schedule: schedule,
      departure: try terms.depart.map { try DayTime($0) } ?? DayTime(milliseconds: Int(clock) * 1000),
      closing: schedule.liftsClose, clock: AnswerClock(zone: rule.zone, offset: offset))
  }
}

/// The rule of the clock where a question starts.
///
/// The zone that is asked for; else the offset of the report; else the zone of the map at the start; else Universal
/// Time, with a note. The zone of the machine never counts.
private struct ZoneRule {
  /// The name of the zone; nil where only an offset is known.
  let zone: String?
  private let fixed: UTCOffset

  init(
    _ asked: String?, at start: String, under conditions: DayConditions, over service: MapService
  ) throws {
    if let asked {
      try UTCOffset.requireZone(asked)
      (zone, fixed) = (asked, .zero)
    } else if let offset = conditions.report?.offset {
      (zone, fixed) = (nil, offset)
    } else {
      let mapped = try service.zone(of: service.end(start).endpoint)
      zone = mapped.flatMap { UTCOffset(zone: $0, at: conditions.now) == nil ? nil : $0 }
      fixed = .zero
      if zone == nil {
        AnswerNotes.add(
          "times are Universal Time, as the map has no time zone here; give one with \(key: "zone")")
      }
    }
  }

  func offset(at time: UniversalTime) -> UTCOffset {
    zone.flatMap { UTCOffset(zone: $0, at: time) } ?? fixed
  }
}
