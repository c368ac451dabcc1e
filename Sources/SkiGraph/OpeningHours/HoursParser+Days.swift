extension HoursParser {
  /// Parses the day selectors: years, dates, weeks, weekdays and holidays, each optional.
  mutating func days() throws(HoursFault) -> DaySelector {
    var days = DaySelector()
    if passSeason() { days.isUndetermined = true }
    if startsYears() { days.years = try years() }
    if startsDate() { days.dates = try dates() }
    if peek.kind == .word(.week) { days.weeks = try weeks() }
    passColon()
    try readWeekdays(into: &days)
    passColon()
    return days
  }

  /// Skips an optional separating colon.
  private mutating func passColon() {
    if isSign(":") { advance() }
  }

  /// Skips `winter`, `summer`, or a comment followed by a colon that stands for days.
  private mutating func passSeason() -> Bool {
    if peek.kind == .word(.season) {
      advance()
      return true
    }
    guard peek.kind == .comment, isSign(":", at: 1) else { return false }
    advance()
    return true
  }

  /// Returns whether a list of years comes next rather than the year of a date.
  private func startsYears() -> Bool {
    guard isYear(at: 0) else { return false }
    switch peek(1).kind {
    case .word(.month), .word(.easter): return false
    default: return true
    }
  }

  func isYear(at count: Int) -> Bool {
    if case .number(let year, digits: 4) = peek(count).kind {
      return year >= 1900 && !isSign(":", at: count + 1)
    }
    return false
  }

  private mutating func years() throws(HoursFault) -> [YearRange] {
    var years = [try yearRange()]
    while isSign(","), isYear(at: 1) {
      advance()
      years.append(try yearRange())
    }
    return years
  }

  private mutating func yearRange() throws(HoursFault) -> YearRange {
    let first = try number(1900...9999, "a year")
    if takes("+") { return YearRange(first: first, last: 9999) }
    guard isSign("-"), isYear(at: 1) else { return YearRange(first: first, last: first) }
    advance()
    let last = try number(first...max(first, 9999), "a later year")
    return YearRange(
      first: first, last: last, step: takes("/") ? try number(1...9999, "a number of years") : 1)
  }

  private mutating func weeks() throws(HoursFault) -> [WeekRange] {
    advance()
    var weeks = [try weekRange()]
    while isSign(","), case .number(_, let digits) = peek(1).kind, digits <= 2, !startsTime(at: 1) {
      advance()
      weeks.append(try weekRange())
    }
    return weeks
  }

  private mutating func weekRange() throws(HoursFault) -> WeekRange {
    let first = try number(1...53, "a week")
    guard takes("-") else { return WeekRange(first: first, last: first) }
    let last = try number(1...53, "a week")
    guard takes("/") else { return WeekRange(first: first, last: last) }
    guard first <= last else { throw fault("a range of weeks across the new year") }
    return WeekRange(first: first, last: last, step: try number(1...53, "a number of weeks"))
  }
}

/// Parsing of weekdays and holidays.
extension HoursParser {
  private mutating func readWeekdays(into days: inout DaySelector) throws(HoursFault) {
    var isFirst = true
    while true {
      let followsComma = !isFirst && isSign(",")
      let token = peek(followsComma ? 1 : 0)
      switch token.kind {
      case .word(.weekday), .word(.holiday): break
      default: return
      }
      if followsComma { advance() }
      // `PH Mo-Fr`: without a comma both must hold.
      if !isFirst && !followsComma { days.requiresHoliday = true }
      try readWeekday(into: &days)
      isFirst = false
    }
  }

  private mutating func readWeekday(into days: inout DaySelector) throws(HoursFault) {
    if case .word(.holiday(let kind)) = peek.kind {
      advance()
      days.holidays.append(Holiday(kind: kind, offsetDays: try dayOffset() ?? 0))
      return
    }
    let first = try weekday()
    var range = WeekdayRange(first: first, last: first)
    if isSign("-"), case .word(.weekday) = peek(1).kind {
      advance()
      range.last = try weekday()
    }
    if takes("[") {
      range.nth = try occurrences()
      range.offsetDays = try dayOffset() ?? 0
    }
    days.weekdays.append(range)
  }

  mutating func weekday() throws(HoursFault) -> Int {
    guard case .word(.weekday(let weekday)) = peek.kind else { throw fault("a weekday is missing") }
    advance()
    return weekday
  }

  /// Parses the occurrences in a month after the bracket: `1,3-4,-1]`.
  private mutating func occurrences() throws(HoursFault) -> [Int] {
    var found: [Int] = []
    repeat {
      let isFromEnd = takes("-")
      let first = try number(1...5, "a number of 1 to 5")
      if !isFromEnd, takes("-") {
        found += first...(try number(first...max(first, 5), "a number up to 5"))
      } else {
        found.append(isFromEnd ? -first : first)
      }
    } while takes(",")
    guard takes("]") else { throw fault("a closing bracket is missing") }
    return found
  }
}
