import SkiBase

/// The states of the minutes of a day and of the following day, assigned rule by rule.
struct DayStates {
  /// Consecutive minutes with one state.
  struct MinuteSpan: Hashable {
    var range: Range<Int>
    var state: HoursState
  }

  /// The number of minutes of two days: a span belongs to the day it starts on.
  static let minutes = 2880
  /// The segments in order, without overlaps; minutes outside have no state.
  private(set) var segments: [MinuteSpan] = []

  /// Assigns a state to a range of minutes, overwriting other states.
  /// - Complexity: O(*n*) in the segments.
  mutating func assign(_ range: Range<Int>, _ state: HoursState) {
    guard !range.isEmpty else { return }
    var kept: [MinuteSpan] = []
    for segment in segments {
      let before = segment.range.clamped(to: 0..<max(0, range.lowerBound))
      let after = segment.range.clamped(to: range.upperBound..<max(range.upperBound, Self.minutes))
      for rest in [before, after] where !rest.isEmpty {
        kept.append(MinuteSpan(range: rest, state: segment.state))
      }
    }
    let place = kept.firstIndex { $0.range.lowerBound > range.lowerBound } ?? kept.count
    kept.insert(MinuteSpan(range: range, state: state), at: place)
    segments = kept
  }

  /// Assigns a state to the minutes of a range that are closed or have none.
  /// - Complexity: O(*n*²) in the segments.
  mutating func fill(_ range: Range<Int>, _ state: HoursState) {
    let taken = segments.filter { $0.state != .closed && $0.range.overlaps(range) }
    assign(range, state)
    for segment in taken { assign(segment.range, segment.state) }
  }

  /// Removes all segments.
  mutating func clear() { segments = [] }

  /// Returns the ranges with a state, adjacent ones joined.
  /// - Complexity: O(*n*) in the segments.
  func ranges(of state: HoursState) -> [Range<Int>] {
    var joined: [Range<Int>] = []
    for segment in segments where segment.state == state {
      if let last = joined.last, last.upperBound == segment.range.lowerBound {
        joined[joined.count - 1] = last.lowerBound..<segment.range.upperBound
      } else {
        joined.append(segment.range)
      }
    }
    return joined
  }
}

extension CalendarDay {
  /// The weekday, from Monday 0 to Sunday 6.
  var weekday: Int { ((daysSince1970 + 3) % 7 + 7) % 7 }

  /// Returns the ISO 8601 week number, 1...53.
  func weekOfYear() -> Int {
    let thursday = advanced(byDays: 3 - weekday)
    return thursday.dayOfYear() / 7 + 1
  }

  /// Returns the number of days since 1 January.
  private func dayOfYear() -> Int {
    let (year, month, day) = date
    return (1..<month).reduce(day - 1) { $0 + Self.length(ofMonth: $1, year: year) }
  }

  /// Returns the day advanced by a number of days.
  func advanced(byDays days: Int) -> CalendarDay { CalendarDay(daysSince1970: daysSince1970 + days) }

  /// Returns the number of days of a month.
  static func length(ofMonth month: Int, year: Int) -> Int {
    if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
    return [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Returns Easter Sunday in the Gregorian calendar; nil outside ``CalendarDay/years``.
  ///
  /// **Source:** the Meeus/Jones/Butcher algorithm, Nature 1876.
  static func easter(of year: Int) -> CalendarDay? {
    let (a, b, c) = (year % 19, year / 100, year % 100)
    let h = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30
    let l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7
    let m = (a + 11 * h + 22 * l) / 451
    let sum = h + l - 7 * m + 114
    return try? CalendarDay(year: year, month: sum / 31, day: sum % 31 + 1)
  }
}
