extension HoursParser {
  /// Returns whether a date starts at an offset in tokens: a month or Easter, optionally with a year.
  func startsDate(at count: Int = 0) -> Bool {
    switch peek(isYear(at: count) ? count + 1 : count).kind {
    case .word(.month), .word(.easter): true
    default: false
    }
  }

  /// Parses dates separated by commas.
  ///
  /// A number alone is a day of the preceding month; the first year applies to all dates without one.
  mutating func dates() throws(HoursFault) -> [DateRange] {
    let year = try takesYear()
    var dates = [try dateRange(year)]
    while isSign(",") {
      if startsDate(at: 1) {
        advance()
        dates.append(try dateRange(try takesYear() ?? year))
      } else if let month = dates.last?.lastMonth, isDayNumber(at: 1) {
        advance()
        dates.append(
          try dayRange(
            from: DatePoint(year: month.year, base: .day(month: month.month, day: try dayNumber(month.month)))
          ))
      } else {
        break
      }
    }
    return dates
  }

  /// Returns whether a day of a month comes next rather than an hour.
  private func isDayNumber(at count: Int) -> Bool {
    if case .number(_, let digits) = peek(count).kind { return digits <= 2 && !startsTime(at: count) }
    return false
  }

  private mutating func dayNumber(_ month: Int) throws(HoursFault) -> Int {
    let longest = month == 2 ? 29 : [4, 6, 9, 11].contains(month) ? 30 : 31
    return try number(1...longest, "a day of the month")
  }

  private mutating func dateRange(_ year: Int?) throws(HoursFault) -> DateRange {
    if case .word(.month(let month)) = peek.kind, !isDayNumber(at: 1), !isWeekdayOfMonth(at: 1) {
      advance()
      return try monthRange(year, month)
    }
    return try dayRange(from: try point(year))
  }

  private mutating func takesYear() throws(HoursFault) -> Int? {
    isYear(at: 0) ? try number(1900...9999, "a year") : nil
  }

  /// Returns whether a weekday of the month starts a range, `Mar Su[-1]-Oct 31`, rather than selecting days of the
  /// month.
  private func isWeekdayOfMonth(at count: Int) -> Bool {
    guard case .word(.weekday) = peek(count).kind, isSign("[", at: count + 1) else { return false }
    let bracket = count + (isSign("-", at: count + 2) ? 4 : 3)
    return isSign("]", at: bracket) && isSign("-", at: bracket + 1) && startsDate(at: bracket + 2)
  }

  /// Parses the rest of `Dec-Mar`, `2025 Dec-2026 Mar` or `Dec-Mar 15` after the first month.
  private mutating func monthRange(_ year: Int?, _ month: Int) throws(HoursFault) -> DateRange {
    guard isSign("-"), startsDate(at: 1) else {
      return .months(year: year, first: month, last: month, lastYear: nil)
    }
    advance()
    let lastYear = try takesYear()
    guard case .word(.month(let last)) = peek.kind, !isDayNumber(at: 1) else {
      let start = DatePoint(year: year, base: .day(month: month, day: 1))
      return .days(start, try point(lastYear))
    }
    advance()
    return .months(year: year, first: month, last: last, lastYear: lastYear)
  }

  private mutating func dayRange(from start: DatePoint) throws(HoursFault) -> DateRange {
    if takes("+") { return .from(start) }
    guard takes("-") else { return .days(start, start) }
    if case .day(let month, _) = start.base, isDayNumber(at: 0) {
      var end = DatePoint(year: start.year, base: .day(month: month, day: try dayNumber(month)))
      try readMoves(into: &end)
      return .days(start, end)
    }
    let year = try takesYear()
    return .days(start, try point(year))
  }

  /// Parses a date after its year.
  private mutating func point(_ year: Int?) throws(HoursFault) -> DatePoint {
    var point = DatePoint(year: year, base: .easter)
    if peek.kind == .word(.easter) {
      advance()
    } else {
      guard case .word(.month(let month)) = peek.kind else { throw fault("a date is missing or invalid") }
      advance()
      point.base = try dayOfMonth(month)
    }
    try readMoves(into: &point)
    return point
  }

  private mutating func dayOfMonth(_ month: Int) throws(HoursFault) -> DatePoint.Base {
    guard case .word(.weekday(let weekday)) = peek.kind else {
      return .day(month: month, day: try dayNumber(month))
    }
    advance()
    guard takes("[") else { throw fault("the number of the weekday in the month is missing") }
    let isFromEnd = takes("-")
    let nth = try number(1...5, "a number of 1 to 5")
    guard takes("]") else { throw fault("a closing bracket is missing") }
    return .weekday(month: month, nth: isFromEnd ? -nth : nth, weekday: weekday)
  }

  /// Parses `+Su`, `-Mo`, `+2 days`, or a weekday followed by an offset.
  private mutating func readMoves(into point: inout DatePoint) throws(HoursFault) {
    // `Oct 26+ Mo` means from that day on, on Mondays.
    if isSign("+") || isSign("-"), case .word(.weekday) = peek(1).kind, !peek(1).followsSpace {
      let isForward = isSign("+")
      advance()
      point.move = DatePoint.Move(weekday: try weekday(), isForward: isForward)
    }
    point.offsetDays = try dayOffset() ?? 0
  }
}

extension DateRange {
  /// The month of the range's end, with its year, to which a following day number belongs.
  fileprivate var lastMonth: (year: Int?, month: Int)? {
    guard case .days(_, let end) = self, case .day(let month, _) = end.base else { return nil }
    return (end.year, month)
  }
}
