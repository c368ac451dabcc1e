/// A word, number or sign of a value.
struct HoursToken: Hashable {
  enum Kind: Hashable {
    case word(HoursWord)
    /// A number and how many digits it was written with.
    case number(Int, digits: Int)
    case sign(UInt8)
    /// Two bars.
    case bars
    case comment
    case end
  }
  var kind: Kind
  /// The byte it begins with.
  var position: Int
  /// Whether a space stands before it.
  var followsSpace: Bool
}

/// A word that means something in opening hours.
enum HoursWord: Hashable {
  /// Monday is 0.
  case weekday(Int)
  /// January is 1.
  case month(Int)
  case event(SkyEvent)
  case state(HoursState)
  case holiday(Holiday.Kind)
  case easter, week, day
  /// A time of the year nobody has set days for.
  case season

  /// Finds a word in small letters; nil for one that means nothing.
  static func named(_ text: String) -> HoursWord? {
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

  /// Finds a name by its first letters, two or three, or in full; `Sept`, `Tues` and `Thurs` are written too.
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
