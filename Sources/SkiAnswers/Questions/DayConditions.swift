package import SkiBase
package import SkiGraph

/// The states, the holidays and the clock under which questions are answered.
package struct DayConditions: Sendable {
  /// The states of lifts and runs; nil when none are known.
  package var report: StatusReport?
  /// The holidays that opening hours refer to.
  package var holidays: HolidayCalendar
  /// The current time.
  package var now: UniversalTime
  /// The time at which observations are judged: now, or a little before, so that questions share routers.
  package var observedAt: UniversalTime

  /// Creates conditions.
  /// - Parameter stepSeconds: The seconds within which questions share the time at which observations are judged; 0 for
  ///   the exact time.
  package init(
    report: StatusReport? = nil, holidays: HolidayCalendar = HolidayCalendar(), now: UniversalTime,
    stepSeconds: Double = 0
  ) {
    (self.report, self.holidays, self.now) = (report, holidays, now)
    observedAt =
      stepSeconds > 0
      ? UniversalTime(secondsSince1970: (now.secondsSince1970 / stepSeconds).rounded(.down) * stepSeconds)
      : now
  }
}
