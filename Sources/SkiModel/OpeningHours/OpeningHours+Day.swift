package import SkiGeo

/// What opening hours are to be asked with: where, and by what clock and calendar.
///
/// A value; `Sendable`.
package struct OpeningHoursPlace: Sendable, Hashable {
  /// Where the sun is looked at; WGS 84 degrees.
  package var coordinate: Coordinate
  /// What the clock there is ahead of UTC on the day asked for.
  package var offset: UTCOffset
  /// The holidays there.
  package var holidays: HolidayCalendar

  /// Makes a place.
  package init(coordinate: Coordinate, offset: UTCOffset, holidays: HolidayCalendar = HolidayCalendar()) {
    self.coordinate = coordinate
    self.offset = offset
    self.holidays = holidays
  }
}

/// The hours of one day.
///
/// A value; `Sendable`. In whole minutes, in order and apart from each other; hours that go past midnight end after 24:00, those that
/// began the evening before begin at 0:00.
package struct DayHours: Sendable, Hashable {
  /// When it is open.
  package var open: [OpenHours]
  /// When a comment decides: `"by appointment"`.
  package var unknown: [OpenHours]

  /// Makes hours.
  package init(open: [OpenHours], unknown: [OpenHours] = []) {
    self.open = open
    self.unknown = unknown
  }
}

extension OpeningHours {
  /// Returns the hours of a day.
  ///
  /// Rules hold for the day they are of: hours that go past midnight are those of the evening they begin on, and no rule of the
  /// next day ends them unless it closes those very times. Where the sun does not rise or set, see ``SunTimes``.
  /// - Complexity: O(*r* s²) in rules and their times.
  /// - Precondition: `place.coordinate.isValid`
  package func hours(on day: CalendarDay, at place: OpeningHoursPlace) -> DayHours {
    let today = painting(of: day, place)
    let tomorrow = painting(of: day.advanced(byDays: 1), place)
    return DayHours(
      open: Self.hours(.open, today, tomorrow), unknown: Self.hours(.unknown, today, tomorrow))
  }

  /// The minutes from a day's midnight on, with what is left over from the evening before.
  private func painting(of day: CalendarDay, _ place: OpeningHoursPlace) -> DayPainting {
    var painting = DayPainting()
    for segment in own(day.advanced(byDays: -1), place).segments where segment.range.upperBound > 1440 {
      painting.paint(max(0, segment.range.lowerBound - 1440)..<segment.range.upperBound - 1440, segment.state)
    }
    // Both nights may reach into the same hours: who is open by either is open.
    let evening = painting
    for segment in own(day, place).segments { painting.paint(segment.range, segment.state) }
    for segment in evening.segments where segment.state == .open {
      for range in painting.ranges(of: .unknown) where range.overlaps(segment.range) {
        painting.paint(range.clamped(to: segment.range), .open)
      }
    }
    return painting
  }

  /// The minutes of the hours that begin on a day.
  private func own(_ day: CalendarDay, _ place: OpeningHoursPlace) -> DayPainting {
    var painting = DayPainting()
    let sun = SunTimes(at: place.coordinate, on: day, offset: place.offset)
    for rule in rules where rule.days.contains(day, place.holidays) {
      if rule.days.isUndecided {
        // Which days a comment means can't be told: it opens none for sure, and closes none.
        if rule.state != .closed { rule.paint(&painting, .unknown, sun, fills: true) }
        continue
      }
      if rule.joint == .fillsIn && rule.state == .closed { continue }
      let closesAllDay = rule.state == .closed && rule.times.isEmpty
      if closesAllDay || rule.joint == .overrides && rule.state != .closed { painting.clear() }
      if !closesAllDay { rule.paint(&painting, rule.state, sun, fills: rule.joint == .fillsIn) }
    }
    return painting
  }

  /// Hours with a state; those that reach midnight go on as long as the next day's do, which begin with what is left of them.
  private static func hours(
    _ state: HoursState, _ today: DayPainting, _ tomorrow: DayPainting
  ) -> [OpenHours] {
    let next = tomorrow.ranges(of: state).first.flatMap { $0.lowerBound == 0 ? $0.upperBound : nil }
    return today.ranges(of: state).compactMap { range in
      guard range.lowerBound < 1440 else { return nil }
      let end = range.upperBound < 1440 ? range.upperBound : 1440 + min(1440, next ?? 0)
      return OpenHours(
        opens: DayTime(hour: 0, minute: range.lowerBound), closes: DayTime(hour: 0, minute: end))
    }
  }
}

extension HoursRule {
  /// Paints its times; over what is open only where it does not only fill in.
  fileprivate func paint(_ painting: inout DayPainting, _ state: HoursState, _ sun: SunTimes, fills: Bool) {
    for range in times.isEmpty ? [0..<1440] : times.map({ $0.minutes(sun) }) {
      if fills { painting.fill(range, state) } else { painting.paint(range, state) }
    }
    guard state == .open else { return }
    for time in times where time.isOpenEnded && time.end != nil {
      let end = time.minutes(sun).upperBound
      if end < 1440 { painting.fill(end..<1440, .unknown) }
    }
  }
}

extension TimeSpan {
  /// The minutes of the span on a day: to midnight where no end is told, past midnight where it ends before it begins.
  fileprivate func minutes(_ sun: SunTimes) -> Range<Int> {
    let first = min(1440, max(0, start.minute(sun)))
    guard let end else { return first..<1440 }
    var last = max(0, end.minute(sun))
    if last <= first {
      guard canPassMidnight else { return first..<first }
      last += 1440
    }
    return first..<min(DayPainting.minutes, max(first, last))
  }

  /// Whether the span means the night where it ends before it begins; `16:00-sunset` on a day with the sun down before is empty.
  private var canPassMidnight: Bool {
    switch (start, end) {
    case (.sky(let first, _), .sky(let last, _)): first.isEvening && !last.isEvening
    case (.clock, .sky(let last, _)): !last.isEvening
    case (.sky(let first, _), .clock(let minute)): first.isEvening && minute <= 720
    default: true
    }
  }
}

extension SkyEvent {
  fileprivate var isEvening: Bool { self == .sunset || self == .dusk }
}

extension TimePoint {
  fileprivate func minute(_ sun: SunTimes) -> Int {
    switch self {
    case .clock(let minute): return minute
    case .sky(let event, let offset):
      let time =
        switch event {
        case .dawn: sun.dawn
        case .sunrise: sun.sunrise
        case .sunset: sun.sunset
        case .dusk: sun.dusk
        }
      return Int(time.rounded(.down)) + offset
    }
  }
}
