public import SkiBase
public import SkiGraph

/// The default hours of lifts and runs.
///
/// Without times everything is open all day.
public struct OperatingHours: Sendable, Hashable {
  /// The time lifts open; nil for midnight.
  public var liftsOpen: DayTime?
  /// The time lifts close; nil when they never do.
  public var liftsClose: DayTime?
  /// The time before closing by which a skier must have boarded, waits included, in milliseconds: 10 min by default;
  /// below 0 counts as 0.
  public var boardingBufferMilliseconds: Int
  /// The time after the lifts when runs close, in milliseconds: 30 min by default; below 0 counts as 0.
  public var runsCloseAfterMilliseconds: Int

  /// Creates hours.
  /// - Parameters:
  ///   - liftsOpen: The time lifts open; nil for midnight.
  ///   - liftsClose: The time lifts close; nil when they never do.
  ///   - boardingBufferMilliseconds: The time before closing when boarding ends, in milliseconds, 0 or more.
  ///   - runsCloseAfterMilliseconds: The time after the lifts when runs close, in milliseconds, 0 or more.
  public init(
    liftsOpen: DayTime? = nil, liftsClose: DayTime? = nil, boardingBufferMilliseconds: Int = 600_000,
    runsCloseAfterMilliseconds: Int = 1_800_000
  ) {
    self.liftsOpen = liftsOpen
    self.liftsClose = liftsClose
    self.boardingBufferMilliseconds = boardingBufferMilliseconds
    self.runsCloseAfterMilliseconds = runsCloseAfterMilliseconds
  }

  /// The hours of lifts without hours of their own; nil when neither time is given.
  var lifts: OpenHours? {
    guard liftsOpen != nil || liftsClose != nil else { return nil }
    return OpenHours(
      opens: liftsOpen ?? DayTime(milliseconds: 0), closes: liftsClose ?? TravelRule.endOfTime)
  }
}

/// The hours, waits and states of a mountain for a question.
///
/// It applies to a whole map. The first source with a value counts for a feature: a trusted observation (`closed` and
/// `hold` close it); its hours in the report; the hours of all lifts in the report; the opening hours of the map; the
/// default hours.
/// ```swift
/// let hours = OperatingHours(liftsOpen: DayTime(hour: 9), liftsClose: DayTime(hour: 16, minute: 30))
/// let router = MapRouter(map: map, schedule: Schedule(hours: hours))
/// let answer = try router.route(request, departing: DayTime(hour: 10))
/// ```
public struct Schedule: Sendable, Hashable {
  /// The hours of lifts and runs for which no other source has any.
  public var hours: OperatingHours
  /// The status report of single lifts and runs; nil without one.
  public var report: StatusReport?
  /// The time of the question: observations up to ``observationLifeMilliseconds`` before it and 2 min after it count;
  /// nil for none of them.
  public var now: UniversalTime?
  /// The day of the question; nil for that of the report. Opening hours of the map are used only for a known day.
  public var day: CalendarDay?
  /// The offset of local time from Universal Time; nil for that of the report, or else zero.
  public var offset: UTCOffset?
  /// The calendar of holidays for opening hours of the map.
  public var holidays: HolidayCalendar
  /// The maximum age of an observation in milliseconds: 30 min by default.
  public var observationLifeMilliseconds: Int

  /// Creates a schedule.
  /// - Parameters:
  ///   - hours: The default hours.
  ///   - report: The status report; nil without one.
  ///   - now: The time of the question; nil when no observation counts.
  ///   - day: The day of the question; nil for that of the report.
  ///   - offset: The offset of local time from Universal Time; nil for that of the report, or else zero.
  ///   - holidays: The calendar of holidays.
  ///   - observationLifeMilliseconds: The maximum age of an observation in milliseconds.
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

  /// The offset of local time from Universal Time: of the question, else of the report, else zero.
  package var localOffset: UTCOffset { offset ?? report?.offset ?? .zero }

  /// The time lifts without hours of their own close, by the report or else by ``hours``; nil when unknown.
  /// - Complexity: O(*s*) in the entries of a report of another day, else O(1).
  public var liftsClose: DayTime? { countedReport()?.liftHours?.closes ?? hours.liftsClose }

  /// Returns whether an observation counts: not older than the limit, and at most two minutes in the future.
  func trusts(_ observed: UniversalTime?) -> Bool {
    guard let observed, let now else { return false }
    let age = (now.secondsSince1970 - observed.secondsSince1970) * 1000
    return age >= -120_000 && age <= Double(observationLifeMilliseconds)
  }

  /// Indicates whether the report is of another day than the question, so that its hours and usual waits are ignored.
  ///
  /// Without a day the question is about today in local time.
  var isOfAnotherDay: Bool {
    guard let day = report?.day else { return false }
    if let asked = self.day { return asked != day }
    return now.map { $0.clock(offset: localOffset).day != day } ?? false
  }

  /// The day for opening hours of the map; nil when unknown.
  var mapDay: CalendarDay? { day ?? (isOfAnotherDay ? nil : report?.day) }

  /// Returns the report without the parts that do not apply to the day of the question.
  func countedReport() -> StatusReport? {
    guard var report, isOfAnotherDay else { return report }
    report.liftHours = nil
    for index in report.features.indices {
      (report.features[index].hours, report.features[index].typicalWaits) = ([], [])
    }
    return report
  }
}
