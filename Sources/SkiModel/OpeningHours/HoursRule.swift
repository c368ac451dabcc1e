/// What a rule makes of its times.
enum HoursState: Hashable, Sendable {
  case open, closed
  /// Open or not, nobody can tell from the value: a comment decides.
  case unknown
}

/// How a rule stands to those before it.
enum RuleJoint: Hashable, Sendable {
  /// `;`: on its days it replaces them; a closed one takes its times out of them.
  case overrides
  /// `,`: its times are added to theirs.
  case adds
  /// `||`: it holds where they leave something closed.
  case fillsIn
}

/// One rule of a value: on some days, at some times, a state.
struct HoursRule: Hashable, Sendable {
  var joint: RuleJoint
  var days = DaySelector()
  /// Times of the day; none means all day.
  var times: [TimeSpan] = []
  var state = HoursState.open
}

/// Something that happens in the sky every day.
enum SkyEvent: Hashable, Sendable { case dawn, sunrise, sunset, dusk }

/// A time of the day: of the clock, or so long after an event in the sky.
enum TimePoint: Hashable, Sendable {
  /// Minutes since midnight; more than 1440 is the day after.
  case clock(Int)
  case sky(SkyEvent, offsetMinutes: Int)
}

/// Times between which a rule holds.
struct TimeSpan: Hashable, Sendable {
  var start: TimePoint
  /// When it ends; nil where only its beginning is told.
  var end: TimePoint?
  /// Whether it may go on after its end.
  var isOpenEnded = false
}
