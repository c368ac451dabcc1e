/// A token of `opening_hours`.
struct HoursToken: Hashable {
  enum Kind: Hashable {
    case word(HoursWord)
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
enum HoursWord: Hashable {
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
