/// A recursive-descent parser of `opening_hours` without backtracking.
struct HoursParser {
  private let tokens: [HoursToken]
  private(set) var position = 0

  /// Creates a parser of tokens, the last of which is of kind `.end`.
  init(_ tokens: [HoursToken]) { self.tokens = tokens }

  /// Parses all rules.
  /// - Complexity: O(*n*) in the tokens.
  mutating func rules() throws(HoursFault) -> [HoursRule] {
    var rules: [HoursRule] = []
    var combination = RuleCombination.overrides
    while true {
      while takes(";") { combination = .overrides }
      if peek.kind == .end { return rules }
      rules.append(try rule(combination))
      guard let next = try separator() else { return rules }
      combination = next
    }
  }

  private mutating func separator() throws(HoursFault) -> RuleCombination? {
    if peek.kind == .end { return nil }
    if takes(";") { return .overrides }
    if takes(",") { return try another(.adds) }
    if peek.kind == .bars {
      position += 1
      return try another(.fallback)
    }
    throw fault("text that is not expected here")
  }

  /// Returns the combination, or throws at the end of the value, where a rule must follow.
  private func another(_ combination: RuleCombination) throws(HoursFault) -> RuleCombination {
    if peek.kind == .end { throw fault("a rule is missing") }
    return combination
  }

  private mutating func rule(_ combination: RuleCombination) throws(HoursFault) -> HoursRule {
    let start = position
    var rule = HoursRule(combination: combination)
    rule.days = try days()
    if !takesAlways(), startsTime() { rule.times = try times() }
    try readState(into: &rule)
    if position == start { throw fault("text that begins no rule") }
    return rule
  }

  /// Consumes `24/7`, which is equivalent to no times.
  private mutating func takesAlways() -> Bool {
    guard peek.kind == .number(24, digits: 2), peek(1).kind == .sign(UInt8(ascii: "/")),
      peek(2).kind == .number(7, digits: 1)
    else { return false }
    position += 3
    return true
  }

  /// Parses an optional state and comment; a comment alone makes the state unknown.
  private mutating func readState(into rule: inout HoursRule) throws(HoursFault) {
    var isNamed = false
    if case .word(.state(let state)) = peek.kind {
      position += 1
      (rule.state, isNamed) = (state, true)
    }
    if takesComment(), !isNamed { rule.state = .unknown }
  }
}

extension HoursParser {
  var peek: HoursToken { tokens[position] }

  /// Returns the token at an offset from the next one; past the last it is the end.
  func peek(_ count: Int) -> HoursToken { tokens[min(position + count, tokens.count - 1)] }

  mutating func advance() { position = min(position + 1, tokens.count - 1) }

  /// Consumes a sign when it comes next; returns whether it did.
  mutating func takes(_ sign: Unicode.Scalar) -> Bool {
    guard peek.kind == .sign(UInt8(ascii: sign)) else { return false }
    position += 1
    return true
  }

  func isSign(_ sign: Unicode.Scalar, at count: Int = 0) -> Bool {
    peek(count).kind == .sign(UInt8(ascii: sign))
  }

  mutating func takesComment() -> Bool {
    guard peek.kind == .comment else { return false }
    position += 1
    return true
  }

  /// Consumes a number within a range.
  mutating func number(_ range: ClosedRange<Int>, _ what: String) throws(HoursFault) -> Int {
    guard case .number(let value, _) = peek.kind, range.contains(value) else {
      throw fault("\(what) is missing or invalid")
    }
    position += 1
    return value
  }

  func fault(_ reason: String) -> HoursFault { HoursFault(position: peek.position, reason: reason) }

  /// Consumes `+1 day` or `-2 days`; nil when none comes next.
  mutating func dayOffset() throws(HoursFault) -> Int? {
    guard isSign("+") || isSign("-"), case .number = peek(1).kind, peek(2).kind == .word(.day) else {
      return nil
    }
    let isBack = takes("-")
    if !isBack { advance() }
    let days = try number(0...366, "the number of days")
    advance()
    return isBack ? -days : days
  }

  /// Returns whether a time starts at an offset in tokens.
  func startsTime(at count: Int = 0) -> Bool {
    switch peek(count).kind {
    case .number(_, let digits): digits <= 2 && isSign(":", at: count + 1) && isMinute(at: count + 2)
    case .word(.event), .sign(UInt8(ascii: "(")): true
    default: false
    }
  }

  private func isMinute(at count: Int) -> Bool {
    if case .number(let minute, digits: 2) = peek(count).kind {
      return minute < 60 && !peek(count).followsSpace
    }
    return false
  }

  /// Parses time spans separated by commas.
  mutating func times() throws(HoursFault) -> [TimeSpan] {
    var times = [try span()]
    while isSign(","), startsTime(at: 1) {
      advance()
      times.append(try span())
    }
    return times
  }

  private mutating func span() throws(HoursFault) -> TimeSpan {
    let start = try point(latestHour: 23)
    if takes("+") { return TimeSpan(start: start, isOpenEnded: true) }
    guard takes("-") else { throw fault("the end of a time is missing") }
    var span = TimeSpan(start: start, end: try point(latestHour: 48))
    if takes("+") { span.isOpenEnded = true }
    if takes("/") { try passRepetition() }
    return span
  }

  /// Skips the interval of repetition within a span: `/90`, `/01:30`; the span counts as open throughout.
  private mutating func passRepetition() throws(HoursFault) {
    if startsTime() {
      _ = try point(latestHour: 23)
      return
    }
    _ = try number(1...1440, "a number of minutes")
  }

  private mutating func point(latestHour: Int) throws(HoursFault) -> TimePoint {
    if takes("(") { return try shiftedEvent() }
    if case .word(.event(let event)) = peek.kind {
      advance()
      return .sky(event, offsetMinutes: 0)
    }
    guard startsTime() else { throw fault("a time is missing or invalid") }
    return .clock(try minutes(latestHour: latestHour))
  }

  private mutating func minutes(latestHour: Int) throws(HoursFault) -> Int {
    let hour = try number(0...latestHour, "an hour")
    advance()
    let minute = try number(hour == 48 ? 0...0 : 0...59, "a minute")
    return hour * 60 + minute
  }

  /// Parses the rest of `(sunset-01:30)` after the bracket.
  private mutating func shiftedEvent() throws(HoursFault) -> TimePoint {
    guard case .word(.event(let event)) = peek.kind else {
      throw fault("dawn, sunrise, sunset or dusk is missing")
    }
    advance()
    let isBack = takes("-")
    guard isBack || takes("+"), startsTime(), case .number = peek.kind else {
      throw fault("a time is missing or invalid")
    }
    let minutes = try minutes(latestHour: 24)
    guard takes(")") else { throw fault("a closing bracket is missing") }
    return .sky(event, offsetMinutes: isBack ? -minutes : minutes)
  }

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
