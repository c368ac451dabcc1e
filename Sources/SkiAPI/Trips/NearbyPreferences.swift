import SkiBase

/// The extent of a user's lists of what is near: metres or minutes.
public enum NearbyPreferences: Sendable, Hashable {
  /// A straight-line distance in metres, 250 to 5,000; lists are ordered by metres.
  case metres(Double)
  /// A travel time in minutes, 1 to 120; lists are ordered by minutes.
  case minutes(Double)

  /// The preferences of a user who stored none.
  public static let standard = NearbyPreferences.metres(1000)
  /// The range of metres.
  public static let metresRange = 250.0...5000.0
  /// The range of minutes.
  public static let minutesRange = 1.0...120.0

  /// Returns the preferences when they are within their range.
  /// - Throws: `SkiError` with code `.invalidArgument` for other values.
  package func checked() throws -> NearbyPreferences {
    let (field, range) =
      measure == "metres" ? ("distance in metres", Self.metresRange) : ("time in minutes", Self.minutesRange)
    try SkiError.require(
      range.contains(greatest),
      "\(field) for what is near is \(greatest); give \(Int(range.lowerBound)) to \(Int(range.upperBound))")
    return self
  }

  /// The word of the measure in the store.
  package var measure: String {
    switch self {
    case .metres: "metres"
    case .minutes: "minutes"
    }
  }

  /// The greatest distance or time.
  package var greatest: Double {
    switch self {
    case .metres(let value), .minutes(let value): value
    }
  }
}
