package import SkiAPI
package import SkiBase
package import SkiGraph
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
    _ terms: DayOptions, at start: String, under conditions: DayConditions, over service: MapService
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

extension TourQuestion: MapQuestion {
  /// A request with the places it names.
  package struct Asked: Sendable {
    package var request: TourRequest
    package let context: QuestionContext
    let home: String
    let lunch: String?
  }

  package func check() throws { _ = try skier.profile() }

  package func document(over service: MapService, under conditions: DayConditions) throws -> QuestionDocument
  {
    let asked = try asked(over: service, under: conditions)
    return QuestionDocument(try document(asked.context.router.tour(asked.request), asked))
  }

  /// Returns the request of the question.
  /// - Throws: ``NoAnswerError`` when the places have no common region; ``SkiError`` for places and times.
  package func asked(over service: MapService, under conditions: DayConditions) throws -> Asked {
    let day = try QuestionDay(hours, at: home, under: conditions, over: service)
    let context = try QuestionContext(skier, day: day, over: service)
    let start = try context.end(home)
    let end = try end.map(context.end)
    let place = try lunch.place.map(context.end)
    let region = try context.region(of: [start, end, place].compactMap(\.self))
    var request = TourRequest(
      home: start.endpoint, end: end?.endpoint, from: try DayTime(from ?? hours.depart ?? "09:00"),
      until: try until.map { try DayTime($0) } ?? context.day.closing ?? DayTime(hour: 16, minute: 30),
      profile: context.profile, lunch: try place.map { try lunch.stop(at: $0) }, snapLimitMetres: skier.snap)
    request.goal = chosen.isEmpty ? goal.measure : .runs(try runs(context, in: region))
    return Asked(request: request, context: context, home: start.label, lunch: place?.label)
  }

  /// Returns the document of a tour.
  /// - Throws: ``NoAnswerError`` where there is none.
  package func document(_ answer: Answer<Tour>, _ asked: Asked) throws -> TourDocument {
    var document = try TourDocument(
      QuestionContext.value(answer), request: asked.request, home: asked.home, lunch: asked.lunch,
      map: asked.context.map)
    document.clock = asked.context.day.clock
    return document
  }

  private func runs(_ context: QuestionContext, in region: RegionIndex) throws -> [FeatureIndex] {
    try chosen.flatMap { text in
      let place = try context.finder.place(text.hasPrefix("run:") ? text : "run:" + text)
      try SkiError.require(
        place.kind == .run && place.region == region,
        "run \(text) is not a run of this ski area; skiroute places lists its runs")
      return place.features
    }
  }
}

extension TourQuestion.Goal {
  fileprivate var measure: TourGoal {
    switch self {
    case .metres: .metres
    case .distance: .distance
    case .runs: .differentRuns
    }
  }
}
