public import SkiGeo
public import SkiModel

/// What holds for lifts and runs of which nothing else is known.
///
/// A value; `Sendable`. The default knows no hours: everything is open all day.
public struct OperatingHours: Sendable, Hashable {
  /// From when lifts run; nil from midnight.
  public var liftsOpen: DayTime?
  /// When lifts stop; nil when they never do.
  public var liftsClose: DayTime?
  /// Last boarding is this long before a lift stops, in milliseconds: 10 min by default. The wait must be over by then.
  public var boardingBufferMilliseconds: Int
  /// Runs close this long after the lifts, in milliseconds: 30 min by default.
  public var runsCloseAfterMilliseconds: Int

  /// Makes hours.
  public init(
    liftsOpen: DayTime? = nil, liftsClose: DayTime? = nil, boardingBufferMilliseconds: Int = 600_000,
    runsCloseAfterMilliseconds: Int = 1_800_000
  ) {
    self.liftsOpen = liftsOpen
    self.liftsClose = liftsClose
    self.boardingBufferMilliseconds = boardingBufferMilliseconds
    self.runsCloseAfterMilliseconds = runsCloseAfterMilliseconds
  }

  /// The hours lifts without hours of their own have.
  var lifts: OpenHours? {
    guard liftsOpen != nil || liftsClose != nil else { return nil }
    return OpenHours(
      opens: liftsOpen ?? DayTime(milliseconds: 0), closes: liftsClose ?? TravelRule.endOfTime)
  }
}

/// What is known of the hours and the state of a mountain when a question is asked.
///
/// A value; `Sendable`. It is made for a map as a whole; each region takes its ``Timetable`` from it.
public struct Schedule: Sendable, Hashable {
  /// What holds where nothing else is known.
  public var hours: OperatingHours
  /// What is known of single lifts and runs.
  public var report: StatusReport?
  /// When the question is asked; what was observed counts from then back to ``observationLifeMilliseconds``.
  public var now: UniversalTime?
  /// The day the question is about; nil for the day of the report, or for any day where that has none. Opening hours of the map
  /// count on a known day alone.
  public var day: CalendarDay?
  /// What the mountain's clock is ahead of Universal Time; nil for what the report says. For sunrise and sunset.
  public var offset: UTCOffset?
  /// The holidays that opening hours of the map may speak of.
  public var holidays: HolidayCalendar
  /// How old an observation may be to count, in milliseconds: 30 min by default.
  public var observationLifeMilliseconds: Int

  /// Makes a schedule.
  public init(
    hours: OperatingHours = OperatingHours(), report: StatusReport? = nil, now: UniversalTime? = nil,
    day: CalendarDay? = nil, offset: UTCOffset? = nil, holidays: HolidayCalendar = HolidayCalendar(),
    observationLifeMilliseconds: Int = 1_800_000
  ) {
    self.hours = hours
    self.report = report
    self.now = now
    self.day = day
    self.offset = offset
    self.holidays = holidays
    self.observationLifeMilliseconds = observationLifeMilliseconds
  }

  /// When lifts stop that have no hours of their own; nil when that is not known.
  public var liftsClose: DayTime? { countedReport()?.liftHours?.closes ?? hours.liftsClose }

  /// Whether an observation counts: it was made before now, and not too long ago. Clocks may differ by two minutes.
  func trusts(_ observed: UniversalTime?) -> Bool {
    guard let observed, let now else { return false }
    let age = (now.secondsSince1970 - observed.secondsSince1970) * 1000
    return age >= -120_000 && age <= Double(observationLifeMilliseconds)
  }

  /// Whether the report is of another day than the question, which is today's by the mountain's clock where it names none: its hours
  /// and usual waits mean nothing then.
  var isOfAnotherDay: Bool {
    guard let report, let day = report.day else { return false }
    if let asked = self.day { return asked != day }
    return now.map { $0.clock(offset: report.offset).day != day } ?? false
  }

  /// The day opening hours of the map are looked up for; nil when it is not known.
  var mapDay: CalendarDay? { day ?? (isOfAnotherDay ? nil : report?.day) }

  /// The report with what counts of it on the day of the question.
  func countedReport() -> StatusReport? {
    guard var report, isOfAnotherDay else { return report }
    report.liftHours = nil
    for index in report.features.indices {
      (report.features[index].hours, report.features[index].usualWaits) = ([], [])
    }
    return report
  }
}
