/// A token of `opening_hours`.
struct HoursToken: Hashable {
  enum Kind: Hashable {
    case word(HoursKeyword)
    /// A number with its count of digits.
    case number(Int, digits: Int)
    case sign(UInt8)
    /// The separator `||`.
    case bars
    case comment
    case end
  }
  var kind: Kind
  /// The offset in bytes.
  var position: Int
  /// Indicates whether white space precedes the token.
  var followsSpace: Bool
}

/// A keyword of `opening_hours`.
enum HoursKeyword: Hashable {
  /// A weekday, Monday being 0.
  case weekday(Int)
  /// A month, January being 1.
  case month(Int)
  case event(SolarEvent)
  case state(HoursState)
  case holiday(Holiday.Kind)
  case easter, week, day
  /// A season without defined dates.
  case season

  /// Returns the keyword of a word in lower case; nil for an unknown word.
  static func named(_ text: String) -> HoursKeyword? {
    switch text {
    case "sunrise": return .event(.sunrise)
    case "sunset": return .event(.sunset)
    case "dawn": return .event(.dawn)
    case "dusk": return .event(.dusk)
    case "open": return .state(.open)
    case "closed", "off": return .state(.closed)
    case "unknown": return .state(.unknown)
    case "ph": return .holiday(.public)
    case "sh": return .holiday(.school)
    case "easter": return .easter
    case "week": return .week
    case "day", "days": return .day
    case "winter", "summer": return .season
    default:
      return position(of: text, in: weekdays, least: 2).map { .weekday($0) }
        ?? position(of: text, in: months, least: 3).map { .month($0 + 1) }
    }
  }

  /// Returns the index of a name given by its first `least` or `least + 1` letters, in full, or as `Tues` or `Thurs`.
  private static func position(of text: String, in names: [String], least: Int) -> Int? {
    guard text.utf8.count >= least else { return nil }
    return names.firstIndex { name in
      name == text || name.hasPrefix(text) && text.utf8.count <= least + 1
        || name.hasPrefix(text) && ["tues", "thurs"].contains(text)
    }
  }

  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
  ]
}

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
