/// The state a rule assigns to its times.
enum HoursState: Hashable, Sendable {
  case open, closed
  /// Open or closed depending on a comment.
  case unknown
}

/// The combination of a rule with the preceding rules.
enum RuleCombination: Hashable, Sendable {
  /// `;`: on its days it replaces them; a closed rule with times removes those times only.
  case overrides
  /// `,`: its times are added to theirs.
  case adds
  /// `||`: it applies to times they leave closed.
  case fallback
}

/// A rule: a state at some times of some days.
struct HoursRule: Hashable, Sendable {
  var combination: RuleCombination
  var days = DaySelector()
  /// The times of the day; empty for all day.
  var times: [TimeSpan] = []
  var state = HoursState.open
}

/// A daily event of the sun.
enum SolarEvent: Hashable, Sendable { case dawn, sunrise, sunset, dusk }

/// A time of the day: of the clock, or relative to an event of the sun.
enum TimePoint: Hashable, Sendable {
  /// The number of minutes since midnight; more than 1440 is the following day.
  case clock(Int)
  case sky(SolarEvent, offsetMinutes: Int)
}

/// A span of times in which a rule applies.
struct TimeSpan: Hashable, Sendable {
  var start: TimePoint
  /// The end; nil when only the start is given.
  var end: TimePoint?
  /// Indicates whether the span may continue after its end (`+`).
  var isOpenEnded = false
}
