extension HoursParser {
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
}
