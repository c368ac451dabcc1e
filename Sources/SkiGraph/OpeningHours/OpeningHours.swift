package import SkiBase

/// The opening hours given by a value of OpenStreetMap's `opening_hours`.
///
/// The value is parsed once and evaluated for any day. Two are equal when their texts are.
///
/// **Source:** the specification of `opening_hours` of the OpenStreetMap wiki, version 0.7.4. Accepted in addition,
/// since mappers use them: words in any case and in full (`December`, `Monday`), hours of one digit, other dashes, a
/// colon after weekdays, lists with spaces, day numbers listed after a month, and the seasons `winter` and `summer` as
/// words.
package struct OpeningHours: Sendable, Hashable {
  /// The value as it was written.
  package let text: String
  let rules: [HoursRule]

  /// The maximum length of a value in bytes; OpenStreetMap allows 255 characters.
  package static let limitBytes = 1024

  /// Creates opening hours from a value.
  /// - Throws: ``SkiError`` with code `.malformedData` and the byte of the syntax error, `.emptyInput` for a value
  ///   without any rule, `.limitExceeded` for one longer than ``limitBytes``.
  /// - Complexity: O(*n*) in the bytes.
  package init(_ text: String) throws(SkiError) {
    let bytes = Array(text.utf8)
    guard bytes.count <= Self.limitBytes else {
      throw SkiError(
        .limitExceeded,
        "opening hours of \(bytes.count) bytes are longer than \(Self.limitBytes); shorten them")
    }
    do throws(HoursFault) {
      var parser = HoursParser(try HoursLexer(bytes).tokens())
      rules = try parser.rules()
    } catch {
      throw SkiError(
        .malformedData,
        "opening hours \(text.shortened(toScalars: 80)) can't be read: \(error.reason); "
          + "write them as the OpenStreetMap key opening_hours, for example Mo-Fr 09:00-16:30",
        subject: "byte \(error.position)")
    }
    guard !rules.isEmpty else {
      throw SkiError(.emptyInput, "opening hours are empty; leave them out or write 24/7")
    }
    self.text = text
  }

  /// Returns whether any rule depends on public or school holidays.
  /// - Complexity: O(*n*) in the rules.
  package func mentionsHolidays() -> Bool { rules.contains { !$0.days.holidays.isEmpty } }

  package static func == (a: OpeningHours, b: OpeningHours) -> Bool { a.text == b.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// A syntax error in opening hours.
struct HoursFault: Error {
  /// The offset of the error in bytes.
  var position: Int
  /// The problem, as a phrase that follows a colon.
  var reason: String
}

/// The coordinate, time zone offset and holidays with which opening hours are evaluated.
package struct OpeningHoursPlace: Sendable, Hashable {
  /// The coordinate for the times of the sun.
  package var coordinate: Coordinate
  /// The local offset from UTC on the day.
  package var offset: UTCOffset
  /// The local holidays.
  package var holidays: HolidayCalendar

  /// Creates a place; by default it has no holidays.
  package init(coordinate: Coordinate, offset: UTCOffset, holidays: HolidayCalendar = HolidayCalendar()) {
    self.coordinate = coordinate
    self.offset = offset
    self.holidays = holidays
  }
}

/// Opening hours of a lift or run on the local clock.
package struct OpenHours: Sendable, Hashable {
  /// The opening time.
  package var opens: DayTime
  /// The closing time.
  package var closes: DayTime

  /// Creates hours; hours that end before they start are never open.
  package init(opens: DayTime, closes: DayTime) {
    self.opens = opens
    self.closes = closes
  }
}

/// The opening hours of one day.
///
/// Hours are whole minutes, in order and without overlaps; those that pass midnight end after 24:00, those that started
/// the evening before start at 0:00.
package struct DayHours: Sendable, Hashable {
  /// The hours in which it is open.
  package var open: [OpenHours]
  /// The hours that depend on a comment: `"by appointment"`.
  package var unknown: [OpenHours]

  /// Creates the hours of a day.
  package init(open: [OpenHours], unknown: [OpenHours] = []) {
    self.open = open
    self.unknown = unknown
  }
}

extension OpeningHours {
  /// Returns the hours of a day.
  ///
  /// Hours that pass midnight belong to the day they start on; rules of the next day end them only by closing those
  /// times. For days without sunrise or sunset see ``SunTimes``.
  /// - Complexity: O(*r* *s*²) in the rules and their times.
  /// - Precondition: `place.coordinate.isValid`
  package func hours(on day: CalendarDay, at place: OpeningHoursPlace) -> DayHours {
    let today = states(of: day, place)
    let tomorrow = states(of: day.advanced(byDays: 1), place)
    return DayHours(
      open: Self.hours(.open, today, tomorrow), unknown: Self.hours(.unknown, today, tomorrow))
  }

  /// Returns the states of the minutes from a day's midnight, including hours of the evening before.
  private func states(of day: CalendarDay, _ place: OpeningHoursPlace) -> DayStates {
    var states = DayStates()
    for segment in own(day.advanced(byDays: -1), place).segments where segment.range.upperBound > 1440 {
      states.assign(max(0, segment.range.lowerBound - 1440)..<segment.range.upperBound - 1440, segment.state)
    }
    // Hours of both days may overlap: open takes precedence over unknown.
    let evening = states
    for segment in own(day, place).segments { states.assign(segment.range, segment.state) }
    for segment in evening.segments where segment.state == .open {
      for range in states.ranges(of: .unknown) where range.overlaps(segment.range) {
        states.assign(range.clamped(to: segment.range), .open)
      }
    }
    return states
  }

  /// Returns the states of the hours that start on a day.
  private func own(_ day: CalendarDay, _ place: OpeningHoursPlace) -> DayStates {
    var states = DayStates()
    let sun = SunTimes(at: place.coordinate, on: day, offset: place.offset)
    for rule in rules where rule.days.contains(day, place.holidays) {
      if rule.days.isUndetermined {
        // The days are undetermined: the rule neither opens nor closes any for certain.
        if rule.state != .closed { rule.assign(&states, .unknown, sun, fills: true) }
        continue
      }
      if rule.combination == .fallback && rule.state == .closed { continue }
      let closesAllDay = rule.state == .closed && rule.times.isEmpty
      if closesAllDay || rule.combination == .overrides && rule.state != .closed { states.clear() }
      if !closesAllDay { rule.assign(&states, rule.state, sun, fills: rule.combination == .fallback) }
    }
    return states
  }

  /// Returns the hours with a state; those that reach midnight continue to the end of the next day's first hours.
  private static func hours(
    _ state: HoursState, _ today: DayStates, _ tomorrow: DayStates
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
  /// Assigns the rule's state to its times, on request only to those closed or without a state.
  fileprivate func assign(_ states: inout DayStates, _ state: HoursState, _ sun: SunTimes, fills: Bool) {
    for range in times.isEmpty ? [0..<1440] : times.map({ $0.minutes(sun) }) {
      if fills { states.fill(range, state) } else { states.assign(range, state) }
    }
    guard state == .open else { return }
    for time in times where time.isOpenEnded && time.end != nil {
      let end = time.minutes(sun).upperBound
      if end < 1440 { states.fill(end..<1440, .unknown) }
    }
  }
}

extension TimeSpan {
  /// Returns the minutes of the span: to midnight without an end, past midnight when it ends before it starts.
  fileprivate func minutes(_ sun: SunTimes) -> Range<Int> {
    let first = min(1440, max(0, start.minute(sun)))
    guard let end else { return first..<1440 }
    var last = max(0, end.minute(sun))
    if last <= first {
      guard canPassMidnight else { return first..<first }
      last += 1440
    }
    return first..<min(DayStates.minutes, max(first, last))
  }

  /// Indicates whether an end before the start means the following day; `16:00-sunset` is empty when the sun sets
  /// before 16:00.
  private var canPassMidnight: Bool {
    switch (start, end) {
    case (.sky(let first, _), .sky(let last, _)): first.isEvening && !last.isEvening
    case (.clock, .sky(let last, _)): !last.isEvening
    case (.sky(let first, _), .clock(let minute)): first.isEvening && minute <= 720
    default: true
    }
  }
}

extension SolarEvent {
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
